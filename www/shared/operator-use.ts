/** The operations that have the option `operator` in the catalogue. */
const OF_OPERATOR = ['reduce', 'reduce-by-key', 'segmented-reduce'];

export function takesOperator(operation: string) {
  return OF_OPERATOR.includes(operation);
}
