/** The settings of a run in words. Pure: no DOM. */
import { takesOperator } from '../shared/operator-use.ts';
import type { SweepConfig } from './element-types.ts';

type Measured = Pick<SweepConfig, 'operator' | 'custom' | 'type' | 'mode' | 'initial' | 'operation' | 'options'>;

/** As a phrase: “exclusive scan with add of u32 from an initial value”, “compact of u32, density 0.25”. */
export function subjectOf({ operation, ...config }: Measured) {
  if (operation) return operationOf(operation, config);
  const { operator, custom, type, mode } = config;
  return `${mode} scan with ${custom ? 'a custom operator' : operator} of ${type}${originOf(config)}`;
}

/** As a name: “exclusive add of u32”. */
export function kindOf({ operation, ...config }: Measured) {
  return operation ? operationOf(operation, config) : `${config.mode} ${config.operator} of ${config.type}${originOf(config)}`;
}

export const originOf = ({ initial }: Pick<Measured, 'initial'>) => (initial ? ' from an initial value' : '');

function operationOf(operation: string, { operator, type, options = {} }: Measured) {
  const by = takesOperator(operation) ? ` with ${operator}` : '';
  const given = Object.entries(options).map(([name, value]) =>
    typeof value === 'boolean' ? `${value ? '' : 'no '}${name}` : `${name} ${Array.isArray(value) ? value.join('-') : value}`,
  );
  return [`${operation}${by} of ${type}`, ...given].join(', ');
}
