/** Settings that the embedding page gives as attributes. A bad one is reported and left out; the others hold. */

/** @typedef {import('./algorithm-picker.js').AlgorithmPicker} AlgorithmPicker */
/** @typedef {import('./data-settings.js').DataSettings} DataSettings */
/** @typedef {import('./sizes-control.js').SizesControl} SizesControl */

/** The operator comes before the type: it decides which types there are. */
const DATA = /** @type {const} */ (['operator', 'type', 'mode', 'pattern', 'seed']);
export const PRESETS = ['algorithms', 'sizes', ...DATA];

/**
 * @param {(name: string) => string | null} read
 * @param {{ picker: AlgorithmPicker, data: DataSettings, sizes: SizesControl }} controls
 * @returns {string[]} what was wrong
 */
export function applyPresets(read, { picker, data, sizes }) {
  /** @type {string[]} */
  const problems = [];
  const say = (/** @type {string} */ name, /** @type {string} */ problem) => problems.push(`${name}: ${problem}.`);
  for (const name of DATA) {
    const value = read(name);
    const problem = value === null ? null : data.preset(name, value.trim());
    if (problem) say(name, problem);
  }
  const algorithms = read('algorithms');
  if (algorithms !== null) for (const problem of chooseAlgorithms(algorithms, picker)) say('algorithms', problem);
  const list = read('sizes');
  if (list !== null) for (const problem of sizes.preset(list)) say('sizes', problem);
  return problems;
}

/** @param {string} text @param {AlgorithmPicker} picker */
function chooseAlgorithms(text, picker) {
  const ids = text.split(/[\s,;]+/).filter(Boolean);
  const known = picker.entries.map(({ id }) => id);
  picker.select(ids);
  const unknown = ids.filter((id) => !known.includes(id)).map((id) => `“${id}” is not one of ${known.join(', ')}`);
  return ids.length ? unknown : ['no algorithm is named'];
}
