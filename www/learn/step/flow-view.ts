/** The diagram of a scan beside its run. At each moment, it shows the values that exist and those that the last step has made. */
import { h } from '../../ui/dom.ts';
import { graphDiagram } from '../diagram.ts';
import { paintHue } from './data-view.ts';
import type { Combination, Graph } from '../flow.ts';
import type { Made } from './flow-match.ts';

/** `note` is a text below the diagram. */
type Options = { id: string; title: string; input?: number[]; of?: Combination; subgroupSize: number; note?: string };

export class FlowView {
  subgroupSize: number;
  root;
  /** The nodes of the diagram, with the steps that make them. A node without such a step exists once its row or a later one is reached. */
  #nodes: { node: SVGElement; made: Made | undefined; row: number }[];

  constructor(graph: Graph, made: Made[], { id, subgroupSize, note, ...options }: Options) {
    this.subgroupSize = subgroupSize;
    this.root = h(
      'div',
      { class: 'step-flow' },
      graphDiagram(graph, { id: `step-flow-${id}`, ...options }),
      note && h('p', { class: 'hint' }, note),
    );
    const nodes = [...this.root.querySelectorAll<SVGElement>('[data-node]')];
    this.#nodes = nodes.map((node) => {
      const [row, column] = `${node.dataset.node}`.split('/').map(Number);
      return { node, row, made: made.find((one) => one.row === row && one.column === column) };
    });
  }

  /** @param step the number of completed steps */
  update(step: number) {
    const reached = Math.max(0, ...this.#nodes.filter(({ made }) => made && made.step <= step).map(({ row }) => row));
    for (const { node, made, row } of this.#nodes) {
      node.classList.toggle('made', made ? made.step <= step : row <= reached);
      const isNow = made?.step === step;
      node.classList.toggle('now', isNow);
      if (isNow && made) paintHue(node, made.invocation, this.subgroupSize);
    }
  }
}
