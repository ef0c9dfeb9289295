/** Copies or saves a scan or an operation as a module of plain WebGPU, for any device or for devices like the open one. */
import { h, select } from './dom.ts';
import { copyText } from './frames.ts';
import { SaveNote } from './save-note.ts';
import { messageOf } from '../shared/errors.ts';
import type { Explainer, Lab } from './element-types.ts';

type Request = Parameters<Explainer['export']>[0];

const ANY = 'any';

export class ModuleExport {
  explainer;
  lab;
  read: () => Request;
  device;
  status;
  field;
  button;
  /** The note about a saved file. Made on first use. */
  saved: SaveNote | null;
  root;

  /**
   * @param read returns the request
   * @param choices controls of the request
   */
  constructor({ explainer, lab }: { explainer: Explainer; lab: () => Lab | null }, read: () => Request, choices: HTMLElement[] = []) {
    this.explainer = explainer;
    this.lab = lab;
    this.read = read;
    const like = [
      { value: ANY, label: 'for any device' },
      { value: 'open', label: 'for devices like this one' },
    ];
    this.device = select(like, { 'aria-label': 'The devices that the module runs on', onfocus: () => this.#offer() });
    this.status = h('span', { role: 'status', class: 'hint' });
    this.field = h('textarea', {
      readonly: true,
      rows: 6,
      spellcheck: 'false',
      class: 'link-text',
      'aria-label': 'The text of the module',
      hidden: true,
    });
    this.button = h('button', { type: 'button', onclick: () => this.copy() }, 'Copy as WebGPU');
    this.saved = null;
    this.root = h(
      'div',
      { class: 'module-export', role: 'group', 'aria-label': 'Module of WebGPU' },
      h(
        'div',
        { class: 'exports' },
        ...choices,
        this.device,
        this.button,
        h('button', { type: 'button', onclick: () => this.#do('saved', (module) => this.#save(module)) }, 'Save .js'),
      ),
      this.status,
      this.field,
    );
    this.#offer();
  }

  /** Removes the status of the last export, since the request has changed. */
  update() {
    this.#offer();
    this.status.textContent = '';
    this.field.hidden = true;
    this.saved?.root.remove();
  }

  copy() {
    return this.#do('copied', (module) => this.#copy(module));
  }

  /** Modules for devices like the open device need an open device. */
  #offer() {
    const isOpen = this.lab() !== null;
    this.device.options[1].disabled = !isOpen;
    if (!isOpen) this.device.value = ANY;
  }

  /** Exports the module. @param use copies or saves it, and returns the status */
  async #do(done: string, use: (module: { name: string; code: string }) => Promise<string>) {
    this.field.hidden = true;
    try {
      const adapter = this.device.value === ANY ? undefined : this.lab()?.adapter;
      const request = this.read();
      this.status.textContent = await use(await this.explainer.export(adapter ? { ...request, device: adapter } : request));
    } catch (error) {
      this.status.textContent = `Not ${done}: ${messageOf(error)}`;
    }
  }

  async #copy({ name, code }: { name: string; code: string }) {
    const refusal = await copyText(code);
    if (refusal === null) return `${name} copied: ${Math.ceil(code.length / 1024)} KB, an ES module.`;
    this.field.value = code;
    this.field.hidden = false;
    this.field.focus();
    this.field.select();
    this.field.scrollTop = 0;
    return `Not copied: ${refusal}. The text below is selected: copy it yourself.`;
  }

  async #save({ name, code }: { name: string; code: string }) {
    this.saved ??= new SaveNote();
    this.root.append(this.saved.root);
    await this.saved.save(new Blob([code], { type: 'text/javascript' }), name);
    return `${name} saved.`;
  }
}
