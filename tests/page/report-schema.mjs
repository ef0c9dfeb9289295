/** Validates conformance reports, in the form of files, by docs/conformance-report.schema.json. */
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';

const schema = JSON.parse(readFileSync(new URL('../../docs/conformance-report.schema.json', import.meta.url), 'utf8'));
const validate = new Ajv2020({ allErrors: true }).compile(schema);

/** The violations of the schema in a report. @param {unknown} report @returns {string[]} */
export function reportErrors(report) {
  validate(report);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || 'the report'} ${message} ${JSON.stringify(params)}`,
  );
}
