/** Operations that combine elements by an operator that can be chosen, as the catalogue lists their options. */
const OF_OPERATOR = ['reduce', 'reduce-by-key'];

export function takesOperator(operation: string) {
  return OF_OPERATOR.includes(operation);
}
