/** Holds conformance reports, as they are in files, against docs/conformance-report.schema.json. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const schema = JSON.parse(readFileSync(new URL('../../docs/conformance-report.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ allErrors: true }).compile(schema);

/** What a report has that the schema does not allow, and what it lacks. @param {unknown} report @returns {string[]} */
export function reportErrors(report) {
  validate(report);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'the report'} ${message} ${JSON.stringify(params)}`,
  );
}
