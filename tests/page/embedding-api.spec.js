/** Attributes, properties, events and errors of embedded views. */
import { createReadStream } from 'node:fs';
import http from 'node:http';
import { expect, test } from '@playwright/test';
import { RESULT_FILE, heard, openCourse } from './course.js';
import { watchErrors } from './watch.js';

/** Records the devices that a page opens. */
function keepDevices(page) {
  return page.addInitScript(() => {
    globalThis.devices = [];
    const original = GPUAdapter.prototype.requestDevice;
    GPUAdapter.prototype.requestDevice = async function kept(...options) {
      const device = await original.apply(this, options);
      globalThis.devices.push(device);
      return device;
    };
  });
}

const devices = (page) => page.evaluate(() => globalThis.devices.length);

/** Scrolls to an element, which opens its device when it is in view. Content that loads above it may move it out of view again. */
const showWithDevice = (lab) =>
  expect(async () => {
    await lab.scrollIntoViewIfNeeded();
    await expect(lab.locator('.adapter strong')).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });

test('elements of a page share one device, which is closed with the last', async ({ page }) => {
  await keepDevices(page);
  await openCourse(page, [
    { id: 'measure', view: 'measure', algorithms: 'blelloch', sizes: '16' },
    { id: 'learn', view: 'learn', algorithm: 'blelloch' },
    { id: 'numbers', view: 'numbers' },
    { id: 'check', view: 'check' },
  ]);
  for (const view of ['numbers', 'check', 'measure']) await showWithDevice(page.locator(`scan-lab[view=${view}]`));
  await page.getByRole('button', { name: 'Scan it' }).click();
  await expect(page.locator('.own .run-text')).toContainText('PASS');
  await page.locator('scan-lab[view=measure]').getByRole('button', { name: 'Run', exact: true }).click();
  await expect.poll(() => heard(page, 'end')).toHaveLength(1);
  expect(await devices(page)).toBe(1);
  // Each element that uses the device has announced it once; the element of Learn may have announced it too.
  const ready = await page.evaluate(() => globalThis.heard.filter(({ name }) => name === 'ready').map(({ id }) => id));
  expect(ready.filter((id) => id !== 'learn').sort()).toEqual(['check', 'measure', 'numbers']);
  const isLost = () =>
    page.evaluate(() => Promise.race([globalThis.devices[0].lost.then(() => true), new Promise((go) => setTimeout(go, 100, false))]));
  await page.evaluate(() => document.querySelectorAll('scan-lab:not([view=learn])').forEach((lab) => lab.remove()));
  expect(await isLost()).toBe(false);
  await page.evaluate(() => document.querySelector('scan-lab').remove());
  await expect.poll(isLost).toBe(true);
});

test('a run of Measure ends with an event: done, cancelled, failed', async ({ page }) => {
  await keepDevices(page);
  await openCourse(page, [{ id: 'one', view: 'measure', algorithms: 'blelloch', sizes: '16, 64' }]);
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.click();
  await expect.poll(() => heard(page, 'end')).toHaveLength(1);
  await page.evaluate(() => {
    globalThis.atResult = () => document.querySelector('scan-lab').shadowRoot.querySelector('.run-bar button:not([disabled])').click();
    document.addEventListener('scanlab-result', () => globalThis.atResult());
  });
  await run.click();
  await expect.poll(() => heard(page, 'end')).toHaveLength(2);
  await page.evaluate(() => (globalThis.atResult = () => globalThis.devices.at(-1).destroy()));
  await run.click();
  await expect.poll(() => heard(page, 'end')).toHaveLength(3);
  const ends = await heard(page, 'end');
  expect(ends.map(({ view, outcome, points }) => [view, outcome, points.length])).toEqual([
    ['measure', 'done', 2],
    ['measure', 'cancelled', 1],
    ['measure', 'failed', 1],
  ]);
  expect((await heard(page, 'error')).map(({ code }) => code)).toEqual(['device-lost']);
});

test('a run of an experiment ends with an event, and a failed one has no points of the run before', async ({ page }) => {
  await keepDevices(page);
  await openCourse(page, [{ view: 'experiments', experiment: 'nakano-optimal' }]);
  await page.getByRole('button', { name: /^Run “/ }).click();
  await expect(page.locator('.experiment table.results tr[data-n]').first()).toBeVisible();
  await page.getByRole('button', { name: /^Cancel “/ }).click();
  await expect.poll(() => heard(page, 'end')).toHaveLength(1);
  await page.evaluate(() => (GPU.prototype.requestAdapter = async () => null));
  await page.evaluate(() => globalThis.devices.at(-1).destroy());
  await expect.poll(() => heard(page, 'error')).toHaveLength(1);
  await page.getByRole('button', { name: /^Run “/ }).click();
  await expect.poll(() => heard(page, 'end')).toHaveLength(2);
  const [cancelled, failed] = await heard(page, 'end');
  expect(cancelled).toMatchObject({ view: 'experiments', experiment: 'nakano-optimal', outcome: 'cancelled' });
  expect(cancelled.points.length).toBeGreaterThan(0);
  expect(failed).toEqual({ view: 'experiments', experiment: 'nakano-optimal', outcome: 'failed', points: [] });
});

/** Invalid settings and the messages about them. */
const BAD = [
  [{ view: 'bogus' }, /^view must be one of measure, learn, experiments, numbers, check, use, chart, diagram; it is “bogus”\.$/],
  [{ view: 'learn', algorithm: 'bogus' }, /^algorithm must be one or two of sequential, .*; it is “bogus”\.$/],
  [{ view: 'learn', algorithm: 'blelloch, nakano, sklansky' }, /; it is “blelloch, nakano, sklansky”\.$/],
  [{ view: 'experiments', experiment: 'bogus' }, /^experiment must be one of reduce-steps, .*; it is “bogus”\.$/],
  [{ view: 'measure', algorithms: 'bogus' }, /^algorithms: “bogus” is not one of /],
  [{ view: 'check', operators: 'bogus' }, /operators.*bogus/],
  [{ view: 'chart' }, /src must be the address of a result file from Save JSON; it is empty\.$/],
  [{ view: 'chart', src: 'nothing.json' }, /src must be an address whose response has status 200; nothing\.json has status 404\.$/],
  [{ view: 'chart', src: 'course.html' }, /a result file that Save JSON made is required; this is not JSON/],
  [{ view: 'chart', src: 'result.json', metric: 'bogus' }, /^metric must be one of elements, .*; it is “bogus”\.$/],
  [{ view: 'diagram', algorithm: 'bogus' }, /algorithm must be one of .*; found "bogus"/],
  [{ view: 'diagram', input: '3 1 7' }, /input must have 1, 2, 4, … or 64 numbers; found 3\.$/],
  [{ view: 'diagram', input: '3 1 x 0' }, /input must be whole numbers; line 1, column 5: “x” is not a number\.$/],
  [{ view: 'diagram', input: '3 1.5' }, /input must be whole numbers; found 1\.5\.$/],
];

for (const [attributes, message] of BAD) {
  test(`an invalid setting is reported: ${new URLSearchParams(attributes)}`, async ({ page }) => {
    const errors = watchErrors(page);
    await openCourse(page, [attributes]);
    const said = page.locator('.notice:visible li, .notice.bad:visible, p.error:visible');
    await expect(said.filter({ hasText: message })).toHaveCount(1);
    expect(errors).toEqual([]);
    await expect.poll(() => heard(page, 'error')).toHaveLength(1);
    const [{ code, message: told }] = await heard(page, 'error');
    expect(code).toBe('bad-argument');
    expect(`${told.replace(/\.$/, '')}.`).toMatch(message);
  });
}

test('an unknown view in the address is reported', async ({ page }) => {
  await page.goto('./?view=bogus');
  await expect(page.getByRole('note').getByRole('listitem')).toHaveText([/^view must be one of .*; it is “bogus”\.$/]);
});

test('a file is read no further than to the limit', async ({ page }) => {
  await page.route('**/huge.json', (route) => route.fulfill({ contentType: 'application/json', body: ' '.repeat(2 ** 25 + 1) }));
  await page.goto('./?view=chart&src=huge.json');
  await expect(page.getByRole('alert').filter({ hasText: 'The chart could not be shown' })).toContainText(
    'a result file has at most 33.6 MB; huge.json has more',
  );
});

test('a result file of another origin needs CORS, and is shown with it', async ({ page }) => {
  // Playwright would add the header to a mocked response, so this is a real server.
  const server = http.createServer((request, response) => {
    response.writeHead(200, request.url === '/open.json' ? { 'access-control-allow-origin': '*' } : {});
    createReadStream(RESULT_FILE).pipe(response);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  const elsewhere = `http://127.0.0.1:${server.address().port}`;
  await page.goto(`./?view=chart&src=${elsewhere}/closed.json`);
  await expect(page.getByRole('alert').filter({ hasText: 'The chart could not be shown' })).toContainText(
    'src must be an address that this page may read: one of its own origin or one that CORS allows, permitted by',
  );
  await page.goto(`./?view=chart&src=${elsewhere}/open.json`);
  await expect(page.locator('.chart-place svg .verified-points path')).toHaveCount(18);
  await expect(page.locator('figcaption').first()).toContainText('This is a software adapter: its times say nothing about a GPU.');
  server.close();
});

test('attributes and the property may change: input, scan, file, experiment, view', async ({ page }) => {
  const errors = watchErrors(page);
  await openCourse(page, [{ view: 'diagram', algorithm: 'blelloch', input: '3 1 7' }]);
  const lab = page.locator('scan-lab');
  const set = (name, value) => lab.evaluate((element, [key, text]) => element.setAttribute(key, text), [name, value]);
  const setView = (view) => lab.evaluate((element, name) => (element.view = name), view);
  await expect(page.locator('p.error')).toBeVisible();
  await set('input', '5 6 7 8');
  await expect(page.locator('.flow svg .ends')).toContainText('5678');
  await expect(page.locator('p.error')).toHaveCount(0);
  await set('algorithm', 'sklansky');
  await expect(page.getByRole('region', { name: 'Data flow of Sklansky' })).toBeVisible();
  await setView('learn');
  await expect(page.getByRole('heading', { name: 'Sklansky', exact: true })).toBeVisible();
  const notice = page.getByRole('note').filter({ hasText: 'Some settings' });
  await set('algorithm', 'bogus');
  await expect(notice).toContainText('it is “bogus”');
  await set('algorithm', 'blelloch');
  await expect(notice).toBeHidden();
  await setView('chart');
  await expect(page.locator('p.error:visible')).toContainText('src must be');
  await set('src', 'result.json');
  await expect(page.locator('.chart-place svg .verified-points path')).toHaveCount(18);
  await expect(page.locator('p.error:visible')).toHaveCount(0);
  await set('metric', 'time');
  await expect(page.locator('.chart-place svg')).toContainText('time of one scan');
  await setView('experiments');
  await set('experiment', 'horn-knee');
  await expect(page.locator('.experiment:visible')).toHaveCount(1);
  await lab.evaluate((element) => element.removeAttribute('experiment'));
  await expect(page.locator('.experiment:visible')).toHaveCount(19);
  await setView('numbers');
  await setView('measure');
  await expect(page.locator('.view:visible')).toHaveAttribute('data-view', 'measure');
  expect(await lab.evaluate(({ view }) => view)).toBe('measure');
  await setView(null);
  await expect(page.locator('header')).toBeVisible();
  expect(errors).toEqual([]);
});

test('of several invalid settings, one that is mended takes no other away', async ({ page }) => {
  await openCourse(page, [{ view: 'measure', sizes: 'lots', seed: '-3' }]);
  const said = page.getByRole('note').getByRole('listitem');
  await expect(said).toHaveText([/^seed: “-3”/, /^sizes: “lots”/]);
  await page.locator('scan-lab').evaluate((lab) => lab.setAttribute('seed', '7'));
  await expect(said).toHaveText([/^sizes: “lots”/]);
  await page.locator('scan-lab').evaluate((lab) => lab.setAttribute('sizes', '64'));
  await expect(page.getByRole('note')).toBeHidden();
});

test('a lost device is gone from the headers of all elements', async ({ page }) => {
  await keepDevices(page);
  await openCourse(page, [{ view: 'numbers' }, { view: 'check' }]);
  for (const lab of await page.locator('scan-lab').all()) await showWithDevice(lab);
  await page.evaluate(() => globalThis.devices[0].destroy());
  await expect(page.locator('.adapter')).toHaveText(['No device is open.', 'No device is open.']);
});

test('a run that starts by itself does not scroll the page around it', async ({ page }) => {
  await openCourse(page, [{ view: 'measure', algorithms: 'blelloch', sizes: '16, 64' }]);
  await page.locator('scan-lab').evaluate((lab) => {
    const copy = lab.cloneNode();
    copy.setAttribute('autorun', '');
    const spacer = document.createElement('p');
    // The element is below the window, but near enough to start.
    spacer.style.height = `${innerHeight - 50}px`;
    lab.replaceWith(spacer, copy);
  });
  await expect.poll(() => heard(page, 'end')).toHaveLength(1);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('an experiment alone does not scroll the page around it', async ({ page }) => {
  await openCourse(page, [{ view: 'experiments', experiment: 'fastest' }]);
  await page.locator('scan-lab').evaluate((lab) => {
    lab.before(Object.assign(document.createElement('p'), { className: 'spacer' }));
    document.querySelector('.spacer').style.height = '3000px';
    lab.view = 'diagram';
    lab.view = 'experiments';
  });
  await expect(page.locator('.experiment[open]')).toHaveCount(1);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

/** Ways in which an element is moved within its page. */
const MOVES = {
  'taken out and put back 50 ms later': async (lab) => {
    const place = lab.parentNode;
    lab.remove();
    await new Promise((go) => setTimeout(go, 50));
    place.append(lab);
  },
  'moved by moveBefore': (lab) => lab.parentNode.moveBefore(lab, lab.parentNode.firstChild),
  'mounted twice, as by React’s StrictMode': (lab) => {
    const place = lab.parentNode;
    lab.remove();
    place.append(lab);
    lab.remove();
    place.append(lab);
  },
};

for (const [name, move] of Object.entries(MOVES)) {
  test(`an element that is ${name} keeps its device, its run and its result`, async ({ page }) => {
    const errors = watchErrors(page);
    await keepDevices(page);
    await openCourse(page, [{ view: 'measure', algorithms: 'blelloch', sizes: '16, 64, 256', autorun: '' }]);
    const lab = page.locator('scan-lab');
    // The element moves while it is built, when its device is open, and during its run.
    await lab.evaluate(move);
    await expect.poll(() => heard(page, 'ready')).toHaveLength(1);
    await lab.evaluate(move);
    await expect.poll(async () => (await heard(page, 'result')).length).toBeGreaterThan(0);
    await lab.evaluate(move);
    await expect.poll(() => heard(page, 'end')).toHaveLength(1);
    await lab.evaluate(move);
    expect((await heard(page, 'end')).map(({ view, outcome, points }) => [view, outcome, points.length])).toEqual([['measure', 'done', 3]]);
    await expect(lab.locator('table.results tr[data-result="PASS"]')).toHaveCount(3);
    expect(await devices(page)).toBe(1);
    expect(await heard(page, 'ready')).toHaveLength(1);
    expect(errors).toEqual([]);
  });
}

for (const [attributes, expected] of [
  [{ view: 'measure', algorithms: 'blelloch', sizes: '2^4..2^16', autorun: '' }, { view: 'measure' }],
  [
    { view: 'use', application: 'compaction', settings: 'n=4096', autorun: '' },
    { view: 'use', application: 'compaction' },
  ],
  [{ view: 'check', autorun: '' }, { view: 'check' }],
]) {
  test(`an element that is removed ends the run that it started by itself: ${attributes.view}`, async ({ page }) => {
    await openCourse(page, [attributes]);
    await expect.poll(() => heard(page, 'ready')).toHaveLength(1);
    await page.locator('scan-lab').evaluate((lab) => lab.remove());
    await expect.poll(() => heard(page, 'end')).toHaveLength(1);
    // A short run may end within the second in which the element may come back.
    const [{ outcome, ...end }] = await heard(page, 'end');
    expect(end).toMatchObject(expected);
    expect(outcome).toMatch(attributes.view === 'use' ? /^(done|cancelled)$/ : /^cancelled$/);
    // The second element is removed before it is near the window and before it is built.
    await page.evaluate(async (all) => {
      const lab = document.createElement('scan-lab');
      for (const [name, value] of Object.entries(all)) lab.setAttribute(name, value);
      document.querySelector('main').append(lab);
      lab.remove();
    }, attributes);
    await expect.poll(() => heard(page, 'end')).toHaveLength(2);
    expect((await heard(page, 'end'))[1]).toMatchObject({ ...expected, outcome: 'cancelled' });
  });
}

/** Puts an element before all other elements of the page, so that it is in view. */
const put = (page, attributes, name = 'scan-lab') =>
  page.evaluate(
    ([tag, all]) => {
      const element = document.createElement(tag);
      for (const [key, value] of Object.entries(all)) element.setAttribute(key, value);
      document.querySelector('main').prepend(element);
      scrollTo(0, 0);
    },
    [name, attributes],
  );

/** A run that takes a long time after its first result. */
const LONG = { id: 'long', view: 'measure', algorithms: 'blelloch, hillis-steele, sklansky', sizes: '2^4..2^18', autorun: '' };

test('of two elements that run by themselves, one that does not start ends, too', async ({ page }) => {
  await openCourse(page, [LONG]);
  await expect.poll(async () => (await heard(page, 'result')).length).toBeGreaterThan(0);
  await put(page, { view: 'measure', algorithms: 'blelloch', sizes: '16, 64', autorun: '' });
  await expect.poll(() => heard(page, 'end')).toHaveLength(1);
  expect(await heard(page, 'end')).toEqual([{ view: 'measure', outcome: 'failed', points: [] }]);
  await page.locator('#long').evaluate((lab) => lab.remove());
  await expect.poll(() => heard(page, 'end')).toHaveLength(2);
  expect((await heard(page, 'end'))[1]).toMatchObject({ view: 'measure', outcome: 'cancelled' });
});

/** Attributes of runs that should start by themselves and cannot, the message, and the event `end`. */
const UNSTARTED = [
  [
    { view: 'measure', algorithms: 'blelloch, bogo', sizes: '16', autorun: '' },
    /“bogo” is not one of/,
    { view: 'measure', outcome: 'failed', points: [] },
  ],
  [{ view: 'check', operators: 'bogus', autorun: '' }, /operators.*bogus/, { view: 'check', outcome: 'failed' }],
  [{ view: 'use', autorun: '' }, /^application must be one of .*; found none\.$/, { view: 'use', outcome: 'failed' }],
  [
    { view: 'use', application: 'bogus', autorun: '' },
    /^application must be one of .*; it is “bogus”\.$/,
    { view: 'use', application: 'bogus', outcome: 'failed' },
  ],
];

for (const [attributes, message, end] of UNSTARTED) {
  test(`a bad run that is to start by itself ends: ${new URLSearchParams(attributes)}`, async ({ page }) => {
    await openCourse(page, [attributes]);
    await expect.poll(() => heard(page, 'end')).toHaveLength(1);
    expect(await heard(page, 'end')).toEqual([end]);
    expect((await heard(page, 'error')).map(({ code }) => code)).toEqual(['bad-argument']);
    expect((await heard(page, 'error'))[0].message).toMatch(message);
  });
}

test('a custom operator asks before it is compiled, and its run by itself ends', async ({ page }) => {
  const own = { operator: 'custom', type: 'i32', words: '1', identity: '1', combine: 'return left * right;' };
  await openCourse(page, [{ view: 'measure', algorithms: 'blelloch', sizes: '300', ...own, autorun: '' }]);
  await expect.poll(() => heard(page, 'end')).toHaveLength(1);
  expect(await heard(page, 'end')).toEqual([{ view: 'measure', outcome: 'failed', points: [] }]);
  await page.getByRole('button', { name: 'Compile and run this code' }).click();
  await expect.poll(() => heard(page, 'end'), { timeout: 60_000 }).toHaveLength(2);
  expect((await heard(page, 'end'))[1]).toMatchObject({ view: 'measure', outcome: 'done' });
});

test('a run by itself ends where its view is not loaded, and is offered once it is', async ({ page }) => {
  await page.route('**/measure-view-*.js', (route) => route.abort());
  await openCourse(page, [{ view: 'measure', algorithms: 'blelloch', sizes: '16', autorun: '' }]);
  await expect.poll(() => heard(page, 'end')).toHaveLength(1);
  expect(await heard(page, 'end')).toEqual([{ view: 'measure', outcome: 'failed', points: [] }]);
  await page.unroute('**/measure-view-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('button', { name: 'Run this configuration' }).click();
  await expect.poll(() => heard(page, 'end')).toHaveLength(2);
  expect((await heard(page, 'end'))[1]).toMatchObject({ view: 'measure', outcome: 'done' });
});

test('a run by itself of the whole page ends without a GPU, too, where Learn comes first', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'gpu', { get: () => undefined }));
  await openCourse(page, [{ autorun: '' }]);
  await expect.poll(() => heard(page, 'end')).toHaveLength(1);
  expect(await heard(page, 'end')).toEqual([{ view: 'measure', outcome: 'failed', points: [] }]);
  await expect(page.locator('.view:visible')).toHaveAttribute('data-view', 'learn');
});

test('without the core every run that would start by itself ends, and no other', async ({ page }) => {
  await page.route('**/scanlab_bg.wasm', (route) => route.abort());
  await openCourse(page, [
    { view: 'measure', autorun: '' },
    { view: 'check', autorun: '' },
    { view: 'use', application: 'compaction', autorun: '' },
    // These start nothing by themselves.
    { view: 'measure', autorun: '', 'url-config': '' },
    { view: 'check', autorun: '', run: '0' },
    { view: 'learn', autorun: '' },
    { view: 'chart', src: 'result.json', autorun: '' },
  ]);
  await expect.poll(() => heard(page, 'error')).toHaveLength(7);
  const ends = await heard(page, 'end');
  expect(ends.sort((a, b) => a.view.localeCompare(b.view))).toEqual([
    { view: 'check', outcome: 'failed' },
    { view: 'measure', outcome: 'failed', points: [] },
    { view: 'use', application: 'compaction', outcome: 'failed' },
  ]);
  await put(page, {}, 'scan-conformance');
  await put(page, { run: '1' }, 'scan-conformance');
  await expect.poll(() => heard(page, 'error')).toHaveLength(9);
  expect((await heard(page, 'end')).slice(3)).toEqual([{ view: 'check', outcome: 'failed' }]);
});

test('another view ends a run that was still to start by itself', async ({ page }) => {
  await openCourse(page, [{ view: 'measure', algorithms: 'blelloch', sizes: '16' }]);
  const far = page.locator('#far');
  await page.evaluate(() => {
    const spacer = document.createElement('p');
    spacer.style.height = '3000px';
    const lab = document.createElement('scan-lab');
    const attributes = { id: 'far', view: 'measure', algorithms: 'blelloch', sizes: '16', autorun: '' };
    for (const [name, value] of Object.entries(attributes)) lab.setAttribute(name, value);
    document.querySelector('main').append(spacer, lab);
  });
  await expect(far.locator('.view[data-view="measure"]')).toBeAttached();
  expect(await heard(page, 'end')).toEqual([]);
  await far.evaluate((lab) => (lab.view = 'learn'));
  await expect.poll(() => heard(page, 'end')).toHaveLength(1);
  await far.scrollIntoViewIfNeeded();
  await expect(far.locator('.view[data-view="learn"]')).toBeVisible();
  expect(await heard(page, 'end')).toEqual([{ view: 'measure', outcome: 'cancelled', points: [] }]);
});

test('an element that comes back after it was gone for good announces its device again', async ({ page }) => {
  await keepDevices(page);
  await openCourse(page, [{ id: 'numbers', view: 'numbers' }]);
  await showWithDevice(page.locator('#numbers'));
  await put(page, LONG);
  await expect.poll(async () => (await heard(page, 'result')).length).toBeGreaterThan(0);
  await page.locator('#long').evaluate((lab) => {
    globalThis.kept = lab;
    lab.remove();
  });
  // The removed element no longer uses the lab, which the other element keeps open.
  await expect.poll(() => heard(page, 'end')).toHaveLength(1);
  expect((await heard(page, 'end'))[0]).toMatchObject({ view: 'measure', outcome: 'cancelled' });
  await page.evaluate(() => document.querySelector('main').prepend(globalThis.kept));
  const ready = () => page.evaluate(() => globalThis.heard.filter(({ name }) => name === 'ready').map(({ id }) => id));
  await expect.poll(ready).toEqual(['numbers', 'long', 'long']);
  await expect(page.locator('#long .adapter strong')).toBeVisible();
  expect(await devices(page)).toBe(1);
});
