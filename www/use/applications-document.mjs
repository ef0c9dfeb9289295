/** docs/applications.md, made of the registry of applications. */
const HEAD = `# Applications

What scans are for: the applications that the sources name, as programs in the page's view *Use* (\`#use\`), each made of the scans and operations
of the [API](api.md) and checked against a plain JavaScript program of another method. Each section has a picture of one step, and in
about ten lines, for a page of one's own beside \`scanlab.js\`, the application's scans on small data: of a search, one front; of quicksort, the
counts of one round. [embedding.md](embedding.md#applications) puts an application into a page or a slide, and
[CONTRIBUTING.md](../CONTRIBUTING.md#add-an-application) says how to add one.
`;

/** The step of each picture in docs/pictures/ that is not of the last one. @type {Record<string, string>} */
const PICTURED = { compaction: 'flags', 'tree-operations': 'pre' };

/** @param {readonly import('./types.ts').Application[]} applications */
export function applicationsDocument(applications) {
  return [HEAD, ...applications.map(section)].join('\n');
}

/** @param {import('./types.ts').Application} application */
function section({ id, title, teaches, madeOf, method, source, steps, code, prints }) {
  const names = steps.map((step) => step.title.toLowerCase()).join(' → ');
  const pictured = steps.find((step) => step.id === PICTURED[id]) ?? steps[steps.length - 1];
  return `## ${title}

![${title}, step ${pictured.title}](pictures/${id}.png)

*Step ${pictured.title}.* ${pictured.what}

\`#use/${id}\`. ${teaches} Made of ${madeOf}: ${names}. Checked against ${method}. From ${source.join('; ')}.

\`\`\`js
${code}
\`\`\`

It prints \`${prints}\`.
`;
}
