/**
 * Writes the manifest of the custom elements (https://github.com/webcomponents/custom-elements-manifest) from the declarations in `www/api.ts`.
 * Editors and catalogues of elements read the manifest. The official analyser does not suffice: it finds only elements whose classes are
 * registered by name, and writes version 1 of the schema.
 */

const SCHEMA_VERSION = '2.1.0';

/** The elements, by the beginning of the names of their types. */
const ELEMENTS = { ScanLab: 'scan-lab', ScanConformance: 'scan-conformance' };

/** Attributes that connect an element with the address of its page. The host of a package, such as an LMS, uses the address itself. */
export const OF_ADDRESSES = ['follow-address', 'url-config'];

/** @param {string} api the text of `www/api.ts` @param {string} module the file that defines the elements */
export function elementsManifest(api, module) {
  const events = membersOf(api, 'ScanLabEventMap');
  const declarations = Object.entries(ELEMENTS).map(([name, tagName]) => ({
    kind: 'class',
    customElement: true,
    name: `${name}Element`,
    tagName,
    superclass: { name: 'HTMLElement', package: 'global:' },
    description: declarationOf(api, `${name}Element`).comment,
    attributes: membersOf(api, `${name}Attributes`),
    members: membersOf(api, `${name}Element`).map((member) => ({ kind: 'field', ...member })),
    events,
  }));
  const exports = declarations.map(({ name, tagName }) => ({
    kind: 'custom-element-definition',
    name: tagName,
    declaration: { name, module },
  }));
  return { schemaVersion: SCHEMA_VERSION, modules: [{ kind: 'javascript-module', path: module, declarations, exports }] };
}

/** @param {string} text @param {string} name of an interface */
function declarationOf(text, name) {
  const found = new RegExp(`/\\*\\* ([^\n]*) \\*/\nexport interface ${name} [^{]*\\{(.*?)\\}\n`, 's').exec(text);
  if (!found) throw new Error(`an interface ${name} with a comment must be declared, found none`);
  return { comment: found[1], body: found[2] };
}

/** The properties of an interface. A property whose only value is '' is a boolean attribute. */
function membersOf(text, name) {
  const members = declarationOf(text, name).body.matchAll(/^ {2}(?:\/\*\* (.*) \*\/\n {2})?'?([\w-]+)'?\??: (.*);$/gm);
  return [...members].map(([, description, member, type]) => ({
    name: member,
    ...(description && { description }),
    type: { text: type === "''" ? 'boolean' : type },
  }));
}
