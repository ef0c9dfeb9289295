/** Operations with a choice of operator, as in the options of the catalogue. */
const OF_OPERATOR = ['reduce', 'reduce-by-key', 'segmented-reduce'];

export function takesOperator(operation: string) {
  return OF_OPERATOR.includes(operation);
}
