/** docs/applications.md, made of the registry of applications. */
const HEAD = `# Applications

The applications are programs that use scans, and that the cited sources name. The view *Use* of the page (\`#use\`) runs them with the scans and operations
of the [API](api.md). It compares each result with that of a *reference program*, a plain JavaScript program that uses another method.

Each section has a picture of one step and a program of about ten lines. The program is a module beside \`scanlab.js\`. It runs the scans of the application
on small data: in a search those of one front, in quicksort those of one round. [embedding.md](embedding.md#applications) describes how to put an application
into a page or a slide. [CONTRIBUTING.md](../CONTRIBUTING.md#add-an-application) describes how to add one.
`;

/** The step that a picture in docs/pictures/ shows, if it is not the last step: by the application's id. @type {Record<string, string>} */
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

\`#use/${id}\`. ${teaches} The application uses ${madeOf}. Its steps are ${names}. The reference program uses ${method}. Sources: ${source.join('; ')}.

\`\`\`js
${code}
\`\`\`

It prints \`${prints}\`.
`;
}
