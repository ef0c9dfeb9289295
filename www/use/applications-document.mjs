/** docs/applications.md, made of the registry of applications. */
const HEAD = `# Applications

This document shows programs that use scans. The sources name them, and the view *Use* of the page (\`#use\`) runs them. Each one uses the scans and operations of
the [API](api.md), and its result is compared with a plain JavaScript program that uses another method.

Each section has a picture of one step, and a program of about ten lines for your page, beside \`scanlab.js\`. It runs the scans of the application on small
data: for a search one front, for quicksort the counts of one round. [embedding.md](embedding.md#applications) describes how to put an application into a page
or a slide. [CONTRIBUTING.md](../CONTRIBUTING.md#add-an-application) describes how to add one.
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
