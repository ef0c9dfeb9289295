/** The WGSL that runs, with the current line of each subgroup. */
import { h } from '../../ui/dom.ts';
import { tokens } from '../wgsl.ts';
import { paintHue } from './data-view.ts';
import { fileTitle, placeText } from './words.ts';
import texts from 'shader-texts';
import type { Moment } from '../../shared/emulator-data.d.ts';
import type { Played } from './types.ts';

/** The folder of shaders that has one file per algorithm. */
const ALGORITHMS = 'scan/';

type Line = { root: HTMLElement; marks: HTMLElement };

export class CodeView {
  played: Played;
  edited: { shader: number; line: number }[];
  place;
  scroller;
  root;
  /** The drawn lines of each shader. A shader is drawn when it first runs. */
  #drawn: Map<number, Line[]> = new Map();
  #marked: Line[] = [];
  #shader = -1;

  /** @param edited the lines that differ from their files */
  constructor(played: Played, edited: { shader: number; line: number }[]) {
    this.played = played;
    this.edited = edited;
    this.place = h('p', { class: 'hint' });
    this.scroller = h('div', { class: 'step-code-scroll', tabindex: '0', role: 'region', 'aria-label': 'WGSL' });
    this.root = h('div', { class: 'step-code' }, this.place, this.scroller);
  }

  update(moment: Moment) {
    const { passes, recording } = this.played;
    const traced = passes[moment.pass];
    const shader = recording.passes[moment.pass]?.shader ?? 0;
    const lines = this.#drawn.get(shader) ?? this.#draw(shader);
    if (shader !== this.#shader) {
      this.#shader = shader;
      this.scroller.replaceChildren(...lines.map(({ root }) => root));
      this.scroller.scrollTop = this.#kernel(shader, traced?.entry_point ?? '', lines)?.root.offsetTop ?? 0;
    }
    for (const { root, marks } of this.#marked) {
      marks.replaceChildren();
      root.removeAttribute('aria-current');
    }
    this.#marked = [];
    if (!traced) return;
    moment.lines.forEach((line, subgroup, all) => {
      const drawn = line ? lines[line - 1] : null;
      if (!drawn) return;
      const mark = h('i', { title: `Subgroup ${subgroup}` }, `${subgroup}`);
      paintHue(mark, subgroup, all.length);
      drawn.marks.append(mark);
      this.#marked.push(drawn);
    });
    const current = moment.pc === null ? 0 : traced.lines[moment.pc];
    this.place.textContent = `Pass ${moment.pass + 1} of ${passes.length}, ${traced.entry_point}${current ? `: ${placeText(recording, shader, current)}` : ''}`;
    if (current) this.#point(lines[current - 1]);
  }

  /** The first visible line of a shader: that of the entry point, or of the first function with a barrier or a loop in the algorithm's file. */
  #kernel(shader: number, entryPoint: string, lines: Line[]) {
    const { shaders, files } = this.played.recording;
    const first = (files[shader].filter(({ path }) => path.startsWith(ALGORITHMS)).at(-1)?.firstLine ?? 1) - 1;
    const texts = shaders[shader].split('\n');
    const entry = texts.findIndex((text) => text.startsWith(`fn ${entryPoint}(`));
    const work = texts.findIndex((text, i) => i >= first && /workgroupBarrier|for \(/.test(text));
    const isStart = texts.slice(0, work + 1).map((text, i) => i >= first && text.startsWith('fn '));
    const start = isStart.lastIndexOf(true);
    return lines[entry >= first ? entry : Math.max(first, start)];
  }

  #point(line: Line) {
    line.root.setAttribute('aria-current', 'step');
    this.#marked.push(line);
    const { scroller } = this;
    // Only the code scrolls, not the page.
    const top = line.root.offsetTop;
    if (top < scroller.scrollTop + 24 || top > scroller.scrollTop + scroller.clientHeight - 48) {
      scroller.scrollTop = top - scroller.clientHeight / 3;
    }
  }

  #draw(shader: number): Line[] {
    const { shaders, files } = this.played.recording;
    const source = shaders[shader].replace(/\n$/, '').split('\n');
    const edited = new Set(this.edited.filter((place) => place.shader === shader).map(({ line }) => line));
    const shown = files[shader].flatMap(({ path, firstLine }, i) => {
      const own = source.slice(firstLine - 1, (files[shader][i + 1]?.firstLine ?? source.length + 1) - 1);
      const whole = texts[path]?.replace(/\n$/, '').split('\n');
      // The compiled lines have no comments. The view shows the same lines of the file, with comments.
      return own.map((line, rank) => (whole?.length === own.length && !edited.has(firstLine + rank) ? whole[rank] : line));
    });
    const starts = new Map(files[shader].map(({ path, firstLine }) => [firstLine, path]));
    let file = 1;
    const lines = shown.map((text, i) => {
      const starting = starts.get(i + 1);
      if (starting) file = i + 1;
      const marks = h('span', { class: 'step-marks' });
      const code = tokens(text).map(({ kind, text: part }) => (kind ? h('span', { class: `wgsl-${kind}` }, part) : part));
      const root = h(
        'div',
        {
          class: `step-line ${edited.has(i + 1) ? 'edited' : ''}`,
          'data-line': i + 1,
          'data-file': starting ? fileTitle(starting) : null,
        },
        marks,
        h('span', { class: 'step-number', 'aria-hidden': 'true' }, `${i + 2 - file}`),
        h('code', {}, ...code, '\n'),
      );
      return { root, marks };
    });
    this.#drawn.set(shader, lines);
    return lines;
  }
}
