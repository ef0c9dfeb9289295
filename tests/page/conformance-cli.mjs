/**
 * The conformance grid from a terminal, on the built site. `cargo xtask conformance` builds the site and runs this script. docs/conformance.md has
 * the options. Progress goes to standard error, and the outcome to standard output. The exit status is 0 if no case failed, else 1.
 */
import { accessSync, constants, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { caseText } from '../../www/conformance/case.ts';
import { reportText } from '../../www/conformance/report.ts';
import { adapterName } from '../../www/shared/adapter-name.ts';
import { browserName } from '../../www/ui/run-names.ts';
import { launchFirefox } from '../firefox/browser.mjs';
import { launchOptions } from './browser.mjs';
import { runWhole } from './conformance-driver.mjs';
import { serve } from './server.mjs';

const PROGRESS_EVERY_MS = 3000;
/** The time that the browser has to end by itself. */
const CLOSE_MS = 2000;
const MAX_LISTED = 10;
const INTERRUPTED = 130;

const OPTIONS = /** @type {const} */ ([
  'browser',
  'engine',
  'adapter',
  'grid',
  'shard',
  'algorithms',
  'operators',
  'case',
  'limits',
  'report',
]);
const number = (value) => value.toLocaleString('en');

const { values } = parseArgs({ options: Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' }])) });
const { browser: program, engine = 'chromium', adapter, report: file, ...query } = values;
let interrupted = false;

try {
  if (file) requireWritable(path.dirname(file));
  const { report, errors } = await run();
  if (file) writeFileSync(file, `${reportText(report)}\n`);
  console.log(
    [
      ...failuresOf(report),
      ...errors.map((error) => `ended early: ${error}`),
      ...(file ? [`the report is in ${file}`] : []),
      `run in ${browserName(report.browser)} on ${adapterName(report.adapter)}`,
      outcomeOf(report),
    ].join('\n'),
  );
  process.exitCode = report.cases.failed || !report.complete ? 1 : 0;
} catch (error) {
  // After an interrupt, the end of the browser is no error.
  if (!interrupted) console.error(`error: the conformance grid must run, found ${error.message}`);
  process.exitCode = 1;
}

async function run() {
  const { address, close } = await serve();
  const browser = await launch();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void interrupt(browser));
  let told = { text: 'waiting for the page' };
  const tell = setInterval(() => console.error(told.text), PROGRESS_EVERY_MS);
  try {
    return await runWhole(
      () => browser.newPage(),
      address,
      query,
      (progress, shard) => (told = { text: progressText(progress, shard) }),
    );
  } finally {
    clearInterval(tell);
    await browser.close();
    close();
  }
}

/** Launches the browser, whose signals this program handles. */
async function launch() {
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  // An environment variable selects the adapter of Firefox.
  return engine === 'firefox' ? launchFirefox(program, signals) : chromium.launch({ ...launchOptions(program, adapter), ...signals });
}

/** Ends the browser. If it does not end in time, the end of this process ends it. */
async function interrupt(browser) {
  interrupted = true;
  setTimeout(() => process.exit(INTERRUPTED), CLOSE_MS);
  await browser.close();
  process.exit(INTERRUPTED);
}

/** Checks before the run that the report can be written. */
function requireWritable(folder) {
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.W_OK);
}

function progressText({ done, total, failed }, shard) {
  return `${shard ? `shard ${shard}: ` : ''}${number(done)} of ${number(total)} cases, ${number(failed)} failed`;
}

/** The first failures, each with the command that repeats it. */
function failuresOf({ cases: { failed }, failures }) {
  const flags = [
    ...(engine === 'firefox' ? ['--browser firefox'] : []),
    ...(adapter === 'default' ? ['--adapter default'] : []),
    ...(query.limits ? [`--limits ${query.limits}`] : []),
  ];
  const repeat = ['cargo xtask conformance', ...flags].join(' ');
  const lines = failures
    .slice(0, MAX_LISTED)
    .flatMap((failure) => [`FAILED ${failure.message}`, `  repeat: ${repeat} --case '${caseText(failure.case)}'`]);
  return failed > MAX_LISTED ? [...lines, `and ${number(failed - MAX_LISTED)} more that failed`] : lines;
}

function outcomeOf({ grid, shard, cases: { total, done, passed, failed, unsupported }, seconds }) {
  const what = `${grid} grid${shard ? `, shard ${shard}` : ''}`;
  return `${what}: ${number(done)} of ${number(total)} cases in ${number(Math.round(seconds))} s: ${number(passed)} passed, ${number(failed)} failed, ${number(unsupported)} not offered`;
}
