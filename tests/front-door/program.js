/** A program that runs beside a test: its output and its end. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';

export class Program {
  output = '';
  hasEnded = false;
  #child;
  #changed = () => {};

  /** @param {string} name @param {string[]} parameters @param {import('node:child_process').SpawnOptions} options */
  constructor(name, parameters, options) {
    this.#child = spawn(name, parameters, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    const keep = (text) => {
      this.output += text;
      this.#changed();
    };
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream.setEncoding('utf8').on('data', keep);
    /** The exit status, once the program has ended. @type {Promise<number | string>} */
    this.end = new Promise((resolve) => this.#child.once('close', (code, signal) => resolve(code ?? signal)));
    // By then all output of the program has arrived.
    this.end.then(() => {
      this.hasEnded = true;
      this.#changed();
    });
  }

  /** Waits for a text in the program's output after a position. @param {RegExp} pattern @param {number} [from] @returns {Promise<RegExpExecArray>} */
  async prints(pattern, from = 0) {
    for (;;) {
      const found = pattern.exec(this.output.slice(from));
      if (found) return found;
      if (this.hasEnded) throw new Error(`${pattern} must be printed; the program ended with\n${this.output.slice(from)}`);
      await new Promise((resolve) => (this.#changed = resolve));
    }
  }

  /** @param {NodeJS.Signals} signal */
  kill(signal) {
    this.#child.kill(signal);
  }

  /** The ids of the running processes that the program has started. */
  descendants() {
    const parents = processes();
    const found = [this.#child.pid];
    for (const id of found) found.push(...parents.filter(({ parent }) => parent === id).map(({ id }) => id));
    return found.slice(1);
  }
}

/** Every running process with its parent. */
function processes() {
  const ids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.flatMap((id) => {
    const [state, parent] = statusOf(id);
    return state && state !== 'Z' ? [{ id: Number(id), parent: Number(parent) }] : [];
  });
}

/** Whether a process has not ended. @param {number} id */
export function isRunning(id) {
  const [state] = statusOf(id);
  return state !== undefined && state !== 'Z';
}

/** State and parent of a process; empty if the process does not exist. @param {number | string} id @returns {string[]} */
function statusOf(id) {
  try {
    // The name before these fields may contain blanks and parentheses.
    return fs
      .readFileSync(`/proc/${id}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}
