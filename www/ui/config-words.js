/** What a run measures, in words. Pure: no DOM. */
import { takesOperator } from '../shared/operator-use.js';

/** @typedef {Pick<import('./element-types.d.ts').SweepConfig, 'operator' | 'own' | 'type' | 'mode' | 'operation' | 'options'>} Measured */

/** As a phrase: “exclusive scan with add of u32”, “compact of u32, density 0.25”. @param {Measured} config */
export function subjectOf({ operation, ...config }) {
  if (operation) return operationOf(operation, config);
  const { operator, own, type, mode } = config;
  return `${mode} scan with ${own ? 'a custom operator' : operator} of ${type}`;
}

/** As a name: “exclusive add of u32”. @param {Measured} config */
export function kindOf({ operation, ...config }) {
  return operation ? operationOf(operation, config) : `${config.mode} ${config.operator} of ${config.type}`;
}

/** @param {string} operation @param {Measured} config */
function operationOf(operation, { operator, type, options = {} }) {
  const by = takesOperator(operation) ? ` with ${operator}` : '';
  const given = Object.entries(options).map(([name, value]) =>
    typeof value === 'boolean' ? `${value ? '' : 'no '}${name}` : `${name} ${Array.isArray(value) ? value.join('-') : value}`,
  );
  return [`${operation}${by} of ${type}`, ...given].join(', ');
}
