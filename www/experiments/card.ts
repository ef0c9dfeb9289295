/** One experiment: its claims, the part that runs on this device, and its results. */
import { citations } from '../ui/citation.ts';
import { h, scrolling } from '../ui/dom.ts';
import { messageOf } from '../shared/errors.ts';
import { adapterName, adapterNameAndKind } from '../shared/adapter-name.ts';
import { ResultsTable } from '../ui/results-table.ts';
import { RunBar } from '../ui/run-bar.ts';
import { Share, sharedParts } from '../ui/share.ts';
import { ExperimentChart } from './chart.ts';
import { describeForm } from './form-text.ts';
import { isDecidable, judge } from './judge.ts';
import { ModelView } from './model.ts';
import { INPUT, formFor } from './run.ts';
import { keyOf, nameOf } from './scans.ts';
import type { Lab } from '../ui/element-types.ts';
import type { Claim, Experiment, ExperimentsContext, Finding, Form, Judgement, Outcome, TreeCounts, TunedAlgorithm } from './types.ts';

/** For each finding: a symbol, the words beside a claim, and the words after a count. So findings do not depend on colour. */
const FINDINGS: Record<Finding, [string, string, string]> = {
  held: ['✓', 'Held here', 'held'],
  'not-held': ['✗', 'Not held here', 'not held'],
  inconclusive: ['?', 'Inconclusive', 'undecided'],
  found: ['→', 'Found here', 'answered'],
};

const COUNTS: [string, (row: TreeCounts) => number][] = [
  ['Depth', ({ depth }) => depth],
  ['Applications of ⊕', ({ applications }) => applications],
  ['Barriers', ({ barriers }) => barriers],
  ['Fan-out', ({ fan_out }) => fan_out],
  ['Bank conflicts', ({ conflicts }) => conflicts],
];

export class Card {
  experiment: Experiment;
  context: ExperimentsContext;
  form;
  claims;
  what;
  bar: RunBar;
  names: Map<string, string>;
  chart: ExperimentChart;
  table: ResultsTable;
  differs;
  results;
  verdict;
  root;
  outcomes: Outcome[] = [];

  constructor(
    experiment: Experiment,
    context: ExperimentsContext,
    { onRun, onCancel }: { onRun: (card: Card) => void; onCancel: () => void },
  ) {
    const { id, title, source, question, claims, counts, model, more = [] } = experiment;
    const { formats, titleOf } = context;
    this.experiment = experiment;
    this.context = context;
    this.form = formFor(experiment, context.lab());
    this.claims = claims.map((claim) => new ClaimView(claim));
    this.what = h('div', { class: 'hint experiment-form', id: `form-${id}` });
    this.bar = new RunBar(formats, { onRun: () => onRun(this), onCancel }, `Points of “${title}” measured`);
    // These names distinguish the buttons of different experiments.
    this.bar.run.setAttribute('aria-label', `Run “${title}”`);
    this.bar.cancel.setAttribute('aria-label', `Cancel “${title}”`);
    this.bar.run.setAttribute('aria-describedby', `form-${id}`);
    this.names = new Map();
    this.chart = new ExperimentChart(experiment, { formats, titleOf });
    this.table = new ResultsTable(formats, (key) => this.names.get(key) ?? key);
    this.table.root.setAttribute('aria-label', `Results of “${title}”`);
    this.differs = h('p', { class: 'hint' });
    this.results = h('div', { class: 'experiment-results', hidden: true }, this.chart.root, this.table.root, this.differs);
    const model_view = model ? new ModelView(id, model, formats, context.settings).root : null;
    this.verdict = h('span', { class: 'experiment-verdict' });
    const preview = h('span', { class: 'experiment-claim' }, claims[0].text);
    // The disclosures of all cards have the same name, so opening one closes the others.
    this.root = h(
      'details',
      { class: 'experiment', name: 'experiment', 'data-experiment': id },
      h(
        'summary',
        {},
        h('h4', { id: `experiment-${id}` }, title),
        h('span', { class: 'experiment-source' }, source),
        preview,
        this.verdict,
      ),
      h('p', {}, question, ...sourcesOf(source)),
      counts ? countsTable(counts, context) : null,
      h('ul', { class: 'claims' }, ...this.claims.map(({ root }) => root)),
      more.length ? h('p', { class: 'experiment-more' }, ...linksTo(more)) : null,
      this.what,
      this.bar.root,
      this.results,
      model_view,
      new Share(sharedParts('experiments', () => [id])).root,
    );
    this.showForm();
  }

  /** Shows which scans and sizes of the experiment run on the open device. If no device is open, shows all of them. */
  showForm() {
    this.form = formFor(this.experiment, this.context.lab());
    const texts = describeForm(this.form, this.context.formats);
    this.what.replaceChildren(...texts.map((text) => h('p', {}, text)));
    void this.#tellUndecidable(this.form);
  }

  /** Marks the claims that the sizes of the run cannot decide, before it begins. */
  async #tellUndecidable(form: Form) {
    const decidable = await Promise.all(this.claims.map(({ claim }) => isDecidable(claim, form, this.context)));
    if (form !== this.form) return;
    this.claims.forEach((view, i) => (view.undecidable.hidden = decidable[i]));
  }

  /** Removes the results of the last run. */
  clear() {
    this.outcomes = [];
    this.results.hidden = true;
    this.verdict.textContent = '';
    for (const claim of this.claims) claim.clear();
  }

  begin(lab: Lab) {
    const { formats } = this.context;
    this.showForm();
    const { operation, readback } = this.form;
    this.names = new Map(
      this.form.groups.flatMap(({ scans, shares = [undefined] }) =>
        scans.flatMap((scan) => shares.map((share) => [rowOf({ scan, share }), this.#nameOf(scan, share)])),
      ),
    );
    const { mode, operator, type, pattern } = INPUT;
    const names = { compact: `compaction of ${type}`, neighbours: `neighbour lists of ${type}` };
    const what = operation ? names[operation] : `${mode} scan with ${operator} of ${type}`;
    this.table.clear(`${what}, ${pattern} input. ${adapterName(lab.adapter)}`, readback);
    this.differs.textContent = `Measured on ${adapterNameAndKind(lab.adapter)}${lab.adapter.isFallback ? ': its times say nothing about a GPU' : ''}, on ${formats.date(new Date())}. ${this.experiment.differs}`;
    this.results.hidden = false;
    void this.chart.begin(this.form, this.outcomes);
    return this.form;
  }

  add(outcome: Outcome) {
    this.outcomes.push(outcome);
    const key = this.experiment.axis === 'share' ? rowOf(outcome) : keyOf(outcome.scan);
    const { point, scan } = outcome;
    // `ran` is the scan that ran. It is left out if it is the requested scan, so only rows of `auto` show it.
    this.table.add({ ...point, algorithm: key, ran: point.ran === scan.id ? null : point.ran });
    this.chart.place.update();
  }

  /** @param share the share of elements that a compaction selects */
  #nameOf(scan: TunedAlgorithm, share?: number) {
    const { formats, titleOf } = this.context;
    return `${nameOf(scan, titleOf)}${share === undefined ? '' : `, ${formats.percent(share)} selected`}`;
  }

  /**
   * Judges the claims at the end of a run.
   * @param how a word for the way in which the run ended
   */
  async end(how: string) {
    if (this.results.hidden) return this.bar.say(`${how}.`);
    const { formats } = this.context;
    const judged = await this.#judge();
    const wrong = this.outcomes.filter(({ point }) => !point.verified && !point.skipped).length;
    const points = `${formats.integer(this.outcomes.length)} of ${formats.count(this.form.points, 'point')}`;
    this.bar.end(this.outcomes.length);
    this.verdict.textContent = judged;
    this.bar.say(`${how}: ${points}. ${wrong ? `${formats.count(wrong, 'wrong output')}.` : 'All outputs are correct.'} ${judged}`);
    this.chart.place.draw();
  }

  /** @returns the number of claims per finding */
  async #judge(): Promise<string> {
    const { compare, formats, titleOf } = this.context;
    const complete = this.outcomes.length === this.form.points;
    try {
      const judgements = await Promise.all(
        this.claims.map(({ claim }) => judge(claim, this.outcomes, { compare, formats, titleOf, complete })),
      );
      this.claims.forEach((view, i) => view.show(judgements[i]));
      const counts = Object.entries(FINDINGS).flatMap(([finding, [, , words]]) => {
        const many = judgements.filter((one) => one.finding === finding).length;
        return many ? [`${formats.integer(many)} ${words}`] : [];
      });
      return `Claims: ${counts.join(', ')}.`;
    } catch (error) {
      return `The claims could not be judged: ${messageOf(error)}`;
    }
  }
}

/** The sources with links; empty if no source has a link. The summary shows them without links, because it is a button. */
function sourcesOf(source: string) {
  const links = citations(source);
  return links.some((link) => typeof link !== 'string') ? [source.includes('; ') ? ' Sources: ' : ' Source: ', ...links, '.'] : [];
}

function linksTo(more: NonNullable<Experiment['more']>) {
  return more.flatMap(({ address, text }, i) => [i ? ' ' : '', h('a', { href: `#${address}` }, text), i + 1 < more.length ? '' : '.']);
}

/** The key of an outcome's row in the table. */
function rowOf({ scan, share }: Pick<Outcome, 'scan' | 'share'>) {
  return share === undefined ? keyOf(scan) : `${keyOf(scan)} ${share}`;
}

/** A claim with its finding. */
class ClaimView {
  claim: Claim;
  undecidable;
  outcome;
  root;

  constructor(claim: Claim) {
    this.claim = claim;
    this.undecidable = h('p', { class: 'hint', hidden: true }, 'The sizes that are measured here cannot decide this claim.');
    this.outcome = h('div', { class: 'judgement' });
    this.root = h(
      'li',
      { class: 'claim' },
      h('p', {}, claim.text, claim.source ? h('span', { class: 'experiment-source' }, ' ', ...citations(claim.source), '.') : null),
      this.undecidable,
      this.outcome,
    );
    this.clear();
  }

  clear() {
    this.outcome.className = 'judgement';
    this.outcome.replaceChildren();
    this.outcome.hidden = true;
  }

  show({ finding, text }: Judgement) {
    const [symbol, words] = FINDINGS[finding];
    this.outcome.hidden = false;
    this.outcome.classList.add(finding);
    this.outcome.replaceChildren(h('strong', {}, h('span', { 'aria-hidden': 'true' }, `${symbol} `), `${words}.`), ` ${text}`);
  }
}

/** The table of the counted costs, with one row per scan. */
function countsTable(counts: readonly TreeCounts[], { formats, titleOf }: Pick<ExperimentsContext, 'formats' | 'titleOf'>) {
  const rows = counts.map((row) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, nameOf(row.scan, titleOf)),
      ...COUNTS.map(([, read]) => h('td', { class: 'number' }, formats.integer(read(row)))),
    ),
  );
  const head = h('tr', {}, h('th', { scope: 'col' }, 'Scan'), ...COUNTS.map(([name]) => h('th', { scope: 'col', class: 'number' }, name)));
  return scrolling(
    'Counted in plans and kernels',
    h(
      'table',
      {},
      h(
        'caption',
        {},
        h('span', {}, 'One tile of 256 elements, exclusive. Fan-out: readers of one value in a step. Conflicts: lanes of 32 on one bank.'),
      ),
      h('thead', {}, head),
      h('tbody', {}, ...rows),
    ),
  );
}
