/** Former public names. They still work. The console gets one note per name, which states the current name. */

const RENAMED: Readonly<Record<string, string>> = {
  // Fields.
  own: 'custom',
  quantum_ns: 'timer_resolution_ns',
  // Settings. The settings of applications also have the former name `own`.
  of: 'kernel',
};
/** The former names of fields in result files and in objects. */
const FIELDS = ['own', 'quantum_ns'];
/** Former ids of custom operators. */
const FORMER_ID = /^own(?=-[\da-f]{16}$)/;
/** Keys of JSON, and ids of custom operators. Quotation marks within a text of JSON have a backslash, so they do not match. */
const FORMER_JSON = new RegExp(`(?<=")(?:(?:${FIELDS.join('|')})(?="\\s*:)|own(?=-[\\da-f]{16}"))`, 'g');
/** The former operator in the query of an address. */
const FORMER_OPERATOR = /(?<=(?:^|[?&])operator=)own(?=&|$)/;

const noted: Set<string> = new Set();

/** The current name for a name from a file, an address or a request. */
export function currentName(name: string): string {
  if (!Object.hasOwn(RENAMED, name)) return name;
  if (!noted.has(name)) console.info(`ScanLab: the name “${name}” is old; use “${RENAMED[name]}”.`);
  noted.add(name);
  return RENAMED[name];
}

/** The current id of an operator. Other values are returned unchanged. */
export const currentId = (id: unknown) => (typeof id === 'string' ? id.replace(FORMER_ID, currentName) : id);

/** A query with current names. */
export const currentQuery = (query: string) => query.replace(FORMER_OPERATOR, currentName);

/** JSON with current names of fields. The rest of the text stays as it is. */
export const currentJson = (json: string) => json.replace(FORMER_JSON, currentName);

/** An object with current names of its fields. Other values are returned unchanged. */
export function currentFields<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  const { operator } = value as { operator?: unknown };
  if (currentId(operator) === operator && !FIELDS.some((name) => Object.hasOwn(value, name))) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [currentName(name), currentId(field)])) as T;
}
