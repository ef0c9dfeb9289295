/** The controls of Step: the scan, its input and its options. */
import { Field, h, select } from '../../ui/dom.ts';
import { LATENCIES, MODES, PRESETS, SCHEDULES, SUBGROUPS, WORKGROUPS, numbersOf, typedNumbers } from './settings.ts';
import type { Formats } from '../../shared/format.ts';
import type { ViewContext } from '../../ui/element-types.ts';
import type { Operator } from './operators.ts';
import type { Settings } from './types.ts';

type Chosen = Omit<Settings, 'at' | 'broken'>;

const OWN = 'own';

export class StepControls {
  formats: Formats;
  scan;
  onChange: (chosen: Chosen) => void;
  preset;
  own;
  ownField: Field;
  selects;
  root;

  /**
   * @param onChange called with valid settings when they have changed
   * @param onScan called when another scan is chosen
   */
  constructor(
    operators: Operator[],
    { formats, catalogue }: Pick<ViewContext, 'formats' | 'catalogue'>,
    onChange: (chosen: Chosen) => void,
    onScan: (id: string) => void,
  ) {
    this.formats = formats;
    const scans = catalogue.algorithms.map(({ id, title }) => ({ value: id, label: title }));
    this.scan = select(scans, { onchange: () => onScan(this.scan.value) });
    this.onChange = onChange;
    const onchange = () => this.#changed();
    const numbers = (all: readonly number[]) => all.map((one) => ({ value: `${one}`, label: `${one}` }));
    const presets = [...PRESETS.map(({ id, title }) => ({ value: id, label: title })), { value: OWN, label: 'Your own' }];
    const modes = MODES.map((mode) => ({ value: mode, label: mode }));
    this.preset = select(presets, { onchange: () => this.#presetChanged() });
    this.own = h('input', { type: 'text', autocomplete: 'off', onchange });
    this.ownField = new Field({ id: 'step-own', label: 'Numbers', control: this.own });
    const selects = {
      operator: select(
        operators.map(({ id, title }) => ({ value: id, label: title })),
        { onchange },
      ),
      mode: select(modes, { onchange }),
      schedule: select(SCHEDULES, { onchange }),
      subgroup: select([{ value: '0', label: 'chosen by the scan' }, ...numbers(SUBGROUPS)], { onchange }),
      workgroup: select(numbers(WORKGROUPS), { onchange }),
      latency: select(numbers(LATENCIES), { onchange }),
    };
    this.selects = selects;
    const field = (id: string, label: string, control: HTMLSelectElement) => new Field({ id: `step-${id}`, label, control }).root;
    this.root = h(
      'div',
      { class: 'fields' },
      field('scan', 'Scan', this.scan),
      field('input', 'Input', this.preset),
      this.ownField.root,
      field('operator', 'Operator', selects.operator),
      field('mode', 'Mode', selects.mode),
      field('schedule', 'Schedule', selects.schedule),
      field('subgroup', 'Subgroup size', selects.subgroup),
      field('workgroup', 'Largest workgroup', selects.workgroup),
      field('latency', 'Latency l', selects.latency),
    );
  }

  fill(settings: Settings, algorithm: string) {
    this.scan.value = algorithm;
    const isPreset = PRESETS.some(({ id }) => id === settings.input);
    this.preset.value = isPreset ? settings.input : OWN;
    this.ownField.root.hidden = isPreset;
    this.ownField.setError(null);
    this.own.value = isPreset ? this.own.value : settings.input.replaceAll(',', ' ');
    for (const [name, control] of Object.entries(this.selects)) control.value = `${settings[name as keyof Settings]}`;
  }

  #presetChanged() {
    const isOwn = this.preset.value === OWN;
    this.ownField.root.hidden = !isOwn;
    if (isOwn) {
      this.own.value ||= numbersOf(PRESETS[0].id).numbers.join(' ');
      this.own.focus();
    }
    this.#changed();
  }

  #changed() {
    const isOwn = this.preset.value === OWN;
    const { numbers, problem } = isOwn ? typedNumbers(this.own.value, { marks: this.formats.marks }) : numbersOf(this.preset.value);
    this.ownField.setError(problem && `${problem}.`);
    if (problem) return;
    const { operator, mode, schedule, subgroup, workgroup, latency } = this.selects;
    this.onChange({
      input: isOwn ? numbers.join(',') : this.preset.value,
      operator: operator.value,
      mode: mode.value as Settings['mode'],
      schedule: schedule.value as Settings['schedule'],
      subgroup: Number(subgroup.value),
      workgroup: Number(workgroup.value),
      latency: Number(latency.value),
    });
  }
}
