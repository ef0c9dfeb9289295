// How fast the applications of the view Use follow changes, in results shown per second at their default sizes, and whether each
// application is right at its largest size. The script presses buttons and reads results as visitors do.
// The body of an async function, run in the built page; returns one entry per application.
// args: { applications: ids (all by default), seconds: duration of the frames (3), most: false leaves out the largest sizes, n: replaces the
// largest size if the application takes it, limit_s: limit of a wait (60) }
// Frames follow the animation, or the rounds of a run that shows rounds. If an application has neither, they follow the first slider, which
// moves to its other value after each result. During an animation or while the slider moves, the page checks results only at intervals if
// its check is slow. After rounds, it checks the last result. Late frames have missed a refresh at 60 Hz. The seconds of the largest size
// go from Run to the end of the run. They include the input, the steps with the compilation of new shaders, the picture, and the check by
// the reference program.
const { applications, seconds = 3, most: withMost = true, n: askedN, limit_s = 60 } = args ?? {};
const WARM_UP_MS = 1500;
const FEWEST_FRAMES = 3;
/** One and a half refreshes of a display at 60 Hz: a frame that comes later has missed a refresh. */
const LATE_MS = 25;
/** The page updates its address at most this long after a change. */
const ADDRESS_MS = 500;
const UNIT_MS = { ns: 1e-6, µs: 1e-3, ms: 1, s: 1e3 };

const { ScanLab } = await import('./scanlab.js');
const lab = await ScanLab.open();
const { adapter } = lab;
lab.close();
const { shadowRoot } = document.querySelector('scan-lab');

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values) => [...values].sort((left, right) => left - right)[values.length >> 1] ?? null;
const numberIn = (text) => Number(text.replaceAll(/[^\d.]/g, ''));

/** The number of frames that have missed a refresh. */
const lateOf = (frames) => frames.filter(({ at_ms }, i) => i > 0 && at_ms - frames[i - 1].at_ms > LATE_MS).length;

/** Waits until the condition is true. Returns false if the limit passes first. */
const until = async (isTrue, within_s = limit_s) => {
  const end_ms = performance.now() + 1000 * within_s;
  while (!isTrue()) {
    if (performance.now() >= end_ms) return false;
    await wait(10);
  }
  return true;
};

const go = async (hash, isThere) => {
  location.hash = hash;
  if (!(await until(isThere))) throw new Error(`${hash} did not open within ${limit_s} s.`);
};

/** The opened application: its elements, the results that it has shown, and the page's messages about it. */
let view = null;
document.addEventListener('scanlab-end', ({ detail }) => {
  if (!view || detail.application !== view.id) return;
  Object.assign(view, { isBusy: false, end: detail, ended_ms: performance.now() });
});
document.addEventListener('scanlab-error', ({ detail }) => view?.errors.push(detail.message));

const open = async (id, n) => {
  // The page forgets the settings of an application when it closes the application.
  await wait(ADDRESS_MS);
  await go('#use', () => shadowRoot.querySelector('.use-card') && !shadowRoot.querySelector('.use-application'));
  const opening = { id, isBusy: false, end: null, shown: [], errors: [] };
  view = opening;
  const application = () => shadowRoot.querySelector(`.use-application[data-application="${id}"]`);
  await go(n === undefined ? `#use/${id}` : `#use/${id}/n=${n}`, application);
  const find = (selector) => application().querySelector(selector);
  const textOf = (selector) => find(selector).textContent;
  const verdict = () => textOf('.use-verdict .result') || null;
  /** The total time of the steps, with upload and readback; null if the page shows no times. */
  const steps_ms = () => {
    const times = [...application().querySelectorAll('.use-time')].flatMap(({ textContent }) => {
      const [, number, unit] = textContent.match(/^([\d.,]+)\s(ns|µs|ms|s)$/) ?? [];
      return unit ? [numberIn(number) * UNIT_MS[unit]] : [];
    });
    return times.length ? times.reduce((sum, ms) => sum + ms) : null;
  };
  // The page replaces the verdict's text for every result, even by the same words.
  const observer = new MutationObserver(() => opening.shown.push({ at_ms: performance.now(), verdict: verdict(), steps_ms: steps_ms() }));
  observer.observe(find('.use-verdict > p > span'), { childList: true });
  const [run, stop] = [find('.use-run .primary'), find('.use-run button:last-of-type')];
  return Object.assign(opening, {
    find,
    verdict,
    steps_ms,
    run,
    play: find('.use-run [aria-pressed]'),
    n: () => numberIn(find('#use-n').value),
    /** Presses Run or the animation, and presses again while the page is still busy with something else. */
    async start(button) {
      opening.isBusy = true;
      const isStarted = () => {
        opening.started_ms = performance.now();
        button.click();
        return !stop.disabled;
      };
      if (!(await until(isStarted))) throw new Error(textOf('.use-run .run-text'));
    },
    /** Waits for the end of the run, and stops the run at the limit. Returns whether it was stopped. */
    async hasTimedOut() {
      if (await until(() => !opening.isBusy)) return false;
      stop.click();
      await until(() => !opening.isBusy);
      return true;
    },
    /** The error, in the page's words; null if the page shows no error. */
    error() {
      const wrong = verdict() === 'FAIL' ? [textOf('.use-verdict .hint')] : [];
      const status = textOf('.use-run .run-text');
      const notRun = status.startsWith('Not run') ? [status] : [];
      return [...new Set([...opening.errors, ...wrong, ...notRun])].join(' ') || null;
    },
  });
};

/** Sets the first slider, or else the size, in every frame; the value alternates after each result. Returns a function that ends this. */
const move = (opened) => {
  const slider = opened.find('.use-fields .field:not(.use-size) input[type=range]');
  const input = slider ?? opened.find('#use-n');
  const values = [input.value, String(opened.n() - 1)];
  if (slider) {
    slider.stepUp();
    if (slider.value === values[0]) slider.stepDown();
    values[1] = slider.value;
  }
  let isMoving = true;
  const next = () => {
    if (!isMoving) return;
    input.value = values[opened.shown.length % 2];
    opened.isBusy = true;
    input.dispatchEvent(new Event(slider ? 'input' : 'change'));
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
  return { control: input.id.replace(/^use-/, ''), end: () => (isMoving = false) };
};

/** The results that the page shows in `seconds`. Waits longer for at least FEWEST_FRAMES results, but not after the run is over. */
const watchFrames = async (opened, isOver) => {
  const before = opened.shown.length;
  await until(() => opened.shown.length > before || isOver());
  await wait(WARM_UP_MS);
  const from = opened.shown.length;
  const end_ms = performance.now() + 1000 * seconds;
  const isEnough = () => performance.now() >= end_ms && opened.shown.length - from >= FEWEST_FRAMES;
  const hasEnough = await until(() => isEnough() || isOver(), Math.max(seconds, limit_s));
  return { frames: opened.shown.slice(from), isShort: !hasEnough };
};

const animate = async (opened) => {
  const { play } = opened;
  await opened.start(play);
  const watched = await watchFrames(opened, () => !opened.isBusy);
  // The page ends the animation itself if a result is wrong.
  if (play.getAttribute('aria-pressed') === 'true') play.click();
  return { driven: 'animation', ...watched };
};

/** A run that shows more results than this number shows its rounds. */
const ROUNDS = 3;

/** Repeats the run, from the first round to the last. */
const runRounds = async (opened) => {
  const frames = [];
  let shown_ms = 0;
  let intervals = 0;
  let late_frames = 0;
  const end_ms = performance.now() + 1000 * seconds;
  do {
    const before = opened.shown.length;
    await opened.start(opened.run);
    if (await opened.hasTimedOut()) return { driven: 'rounds', frames, isShort: true };
    const run = opened.shown.slice(before);
    frames.push(...run);
    shown_ms += run.at(-1).at_ms - run[0].at_ms;
    intervals += run.length - 1;
    late_frames += lateOf(run);
  } while (performance.now() < end_ms);
  return { driven: 'rounds', frames, frames_per_second: (1000 * intervals) / shown_ms, late_frames, isShort: false };
};

const follow = async (opened) => {
  await opened.start(opened.run);
  if (await opened.hasTimedOut()) return { driven: 'control', frames: [], isShort: true };
  if (opened.shown.length > ROUNDS) return runRounds(opened);
  const { control, end } = move(opened);
  const watched = await watchFrames(opened, () => opened.end.outcome !== 'done');
  end();
  return { driven: 'control', control, ...watched };
};

const measureFrames = async (id) => {
  const opened = await open(id);
  const { frames, isShort, ...how } = await (opened.play ? animate : follow)(opened);
  const hasTimedOut = await opened.hasTimedOut();
  // Single rounds have no verdict, so only the last result must have one.
  const isRight = opened.shown.every(({ verdict }) => verdict !== 'FAIL') && opened.shown.at(-1)?.verdict === 'PASS';
  const error = opened.error();
  return {
    n: opened.n(),
    frames_per_second: frames.length > 1 ? ((frames.length - 1) * 1000) / (frames.at(-1).at_ms - frames[0].at_ms) : null,
    late_frames: lateOf(frames),
    ...how,
    frames: frames.length,
    steps_ms: median(frames.flatMap(({ steps_ms }) => steps_ms ?? [])),
    verified: isRight && opened.end?.outcome === 'done' && opened.end.verified,
    ...(isShort || hasTimedOut ? { timed_out: true } : {}),
    ...(error ? { error } : {}),
  };
};

const measureMost = async (id) => {
  // No application takes this size: the page then names the sizes that it takes.
  const { errors } = await open(id, 'none');
  const sizes = errors.join(' ').match(/from (\d+) to (\d+)/);
  if (!sizes) throw new Error(`The page names no sizes: ${errors.join(' ')}`);
  const [, least, largest] = sizes.map(Number);
  const n = askedN >= least && askedN <= largest ? askedN : largest;
  const opened = await open(id, n);
  await opened.start(opened.run);
  const hasTimedOut = await opened.hasTimedOut();
  const error = opened.error();
  return {
    n: opened.n(),
    seconds: ((opened.ended_ms ?? performance.now()) - opened.started_ms) / 1000,
    steps_ms: opened.steps_ms(),
    verdict: opened.verdict(),
    ...(hasTimedOut ? { timed_out: true } : {}),
    ...(error ? { error } : {}),
  };
};

/** A failure is part of the result. */
const orError = (measuring) => measuring.catch((error) => ({ error: String(error) }));

// The page may not follow its address before it shows the device.
if (!(await until(() => shadowRoot.querySelector('.adapter')?.textContent.includes('subgroups'))))
  throw new Error('The page has no device.');
await go('#use', () => shadowRoot.querySelector('.use-card'));
const ids = [...shadowRoot.querySelectorAll('.use-card')].map(({ dataset }) => dataset.application);
const unknown = (applications ?? []).filter((id) => !ids.includes(id));
if (unknown.length) throw new Error(`applications must be among ${ids.join(', ')}; not there: ${unknown.join(', ')}`);
const measured = [];
for (const id of applications ?? ids) {
  const row = { id, ...(await orError(measureFrames(id))) };
  if (withMost) row.most = await orError(measureMost(id));
  console.log(JSON.stringify(row));
  measured.push(row);
}
return { browser: navigator.userAgent, adapter, applications: measured };
