/** The views in Firefox and their runs: opened by links, from a sub-folder, and as elements of another page under a strict policy. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import { VIEW_TITLES } from '../../www/page/route.ts';
import { SCREENS } from '../../www/learn/path/screens.ts';
import { APPLICATIONS } from '../../www/use/applications/index.ts';
import { openSite } from './site.mjs';

const VIEWS = Object.keys(VIEW_TITLES);
/** A page at a path that has one view as an element. */
const embeddedAt = (folder, view) => `${folder}embedded-${view}.html`;
const embedded = (attributes) => `<!doctype html><html lang="en"><title>Course</title><link rel="icon" href="icon.svg">
  <script type="module" src="scanlab.js"></script><h1>Course</h1><scan-lab ${attributes}></scan-lab></html>`;
/** Parts of Learn as elements, by their paths. */
const PARTS = {
  '/strict/observatory.html': 'view="learn" observatory="scan=chained/tiles=5"',
  '/strict/machine.html': 'view="learn" machine="kernel=sum/n=16"',
  '/strict/parts.html': 'view="learn" algorithm="blelloch" step="input=harris/workgroup=4/at=30" parts="controls data tree code machine"',
  '/strict/settings.html': 'view="learn" algorithm="kogge-stone" step="input=harris" parts="data, settings"',
};

const site = await openSite(
  Object.fromEntries([
    ...['/', '/strict/'].flatMap((folder) => VIEWS.map((view) => [embeddedAt(folder, view), embedded(`view="${view}"`)])),
    ...Object.entries(PARTS).map(([path, attributes]) => [path, embedded(attributes)]),
  ]),
);
after(() => site.close());

/** Waits until a new view is complete. @type {Record<string, (tab: import('./site.mjs').Tab) => Promise<void>>} */
const isUp = {
  measure: (tab) => tab.sees('.measure button:enabled', /^Run$/),
  learn: (tab) => tab.sees('.learn .flow svg'),
  experiments: (tab) => tab.sees('.experiment > summary'),
  numbers: (tab) => tab.sees('.own button:enabled', /^Scan it$/),
  check: (tab) => tab.sees('.conformance', /[1-9][\d,]* cases\./),
  use: (tab) => tab.sees('.use-card'),
};

test('every view has a test', () => assert.deepEqual(Object.keys(isUp), VIEWS));

test('each link shows its view, and the adapter is described', async () => {
  await site.visit('/', async (tab) => {
    await tab.sees('.adapter', /^a software adapter of Firefox \d+ · no subgroups · timestamps · no forward-progress guarantee/);
    for (const [view, title] of Object.entries(VIEW_TITLES)) {
      await tab.press('nav[aria-label=Views] a', new RegExp(`^${title}$`));
      await tab.sees(`.view[data-view="${view}"]`);
      await isUp[view](tab);
      assert.equal(new URL(tab.page.url()).hash, `#${view}`);
    }
  });
});

for (const view of VIEWS) {
  test(`${view} comes up by its address in a sub-folder, and as an element under a strict policy`, async () => {
    await site.visit(`/sub/folder/#${view}`, isUp[view]);
    await site.visit(embeddedAt('/', view), isUp[view]);
    await site.visit(embeddedAt('/strict/', view), isUp[view]);
  });
}

test('typed numbers are scanned to the sums of a loop', async () => {
  await site.visit('/#numbers', async (tab) => {
    const numbers = [4, -1, 7, 0, 12];
    await tab.sees('.adapter', /subgroups/);
    await tab.page.select('>>> #own-type', 'i32');
    await tab.fill('.own textarea', numbers.join(' '));
    await tab.press('.own button', /^Scan it$/);
    await tab.sees('.own .run-text', /^Scanned 5 numbers: PASS\.$/);
    const sums = numbers.map((_, i) => numbers.slice(0, i + 1).reduce((a, b) => a + b));
    assert.deepEqual((await tab.texts('.own-table tbody tr td:last-child')).map(Number), sums);
  });
});

test('a scan is stepped through to its sums, and runs broken on the GPU', async () => {
  await site.visit('/#learn/blelloch/step/input=harris/mode=exclusive/at=14', async (tab) => {
    await tab.sees('.step-verdict', /^The output matches a loop in JavaScript. The emulator found no fault/);
    const slider = await tab.page.waitForSelector('>>> .step input[type=range]');
    const at = () => slider.evaluate(({ value }) => Number(value));
    assert.equal(await at(), 14);
    await slider.press('ArrowRight');
    assert.equal(await at(), 15);
    await slider.press('End');
    // The result of Harris's example, computed by hand.
    assert.deepEqual(await arrayOf(tab, 'Output'), [0, 3, 4, 11, 11, 15, 16, 22]);
  });
  // The GPU runs the broken kernel of the emulator. The same elements are wrong in every order of execution.
  await site.visit('/#learn/blelloch/step/operator=last', async (tab) => {
    await tab.sees('.step-verdict', /^The output matches/);
    const what = await tab.page.waitForSelector('>>> #step-broken');
    await what.select('operands:tile-inclusive');
    await tab.press('button', /^The output is wrong$/);
    await tab.press('button', /^Run it on this GPU too$/);
    await tab.sees('.step-gpu [role=status]', /^On a software adapter without a name.*20 of 20 runs are wrong/);
    const rows = await tab.page.evaluate(() =>
      globalThis.findAll('.step-outputs tbody tr').map((row) => [...row.cells].map((cell) => cell.textContent)),
    );
    const [emulated, onGpu] = ['Emulator', 'GPU, wrong'].map((name) => rows.find(([title]) => title === name)?.slice(1));
    assert.ok(emulated?.length === 8, JSON.stringify(rows));
    assert.deepEqual(onGpu, emulated);
  });
});

/** The visible elements of an array in Learn. */
const arrayOf = ({ page }, title) =>
  page.evaluate((name) => {
    const list = globalThis.findAll('.step-array ol').find((one) => one.ariaLabel === name);
    return [...list.children].map(({ firstChild }) => Number(firstChild.data.replace('−', '-')));
  }, title);

test('the path is walked under a strict policy, with a right answer to every question, and its picture is saved', async () => {
  await site.visit('/strict/#learn/path', async (tab) => {
    for (const [i, { title, answers }] of SCREENS.entries()) {
      await tab.sees('#path-screen', new RegExp(`^${title}$`));
      await tab.sees('.path-stage :is(svg, tbody)');
      const right = answers.find(({ isRight }) => isRight);
      await tab.press('.path-answer', new RegExp(`^${right?.text}$`));
      await tab.sees('.path-count', new RegExp(`^${i + 1} of 8 questions answered correctly\\.`));
      if (i + 1 < SCREENS.length) await tab.press('.path-moves .next');
    }
    await tab.press('.take-away button', /^Save SVG$/);
    await tab.sees('.timeline tbody tr');
  });
});

/** The message of a download that a reload of the page aborts. */
const OF_RELOADS = /scanlab_bg\.wasm has failed: The operation was aborted/;

test('under a strict policy a kernel is judged, stepped through where it fails, and timed on the GPU when it is right', async () => {
  const solution = readFileSync('exercises/kernels/one-buffer/solution.wgsl', 'utf8');
  await site.visit(
    '/strict/#learn/write/one-buffer',
    async (tab) => {
      /** Stores a kernel as a draft, reloads the page, and judges the kernel. @param {string} code @param {RegExp} said */
      const judge = async (code, said) => {
        await tab.page.evaluate((text) => localStorage.setItem('scanlab-kernel-1-one-buffer', text), code);
        await tab.page.reload();
        await tab.sees('.cm-content');
        await tab.press('.write button', /^Judge$/);
        await tab.sees('.write-verdict', said);
      };
      await judge(
        solution.replace('        workgroupBarrier();\n        sums[i] = sum;', '        sums[i] = sum;'),
        /no barrier orders them/,
      );
      await tab.press('.write-verdict button', /^Step through it$/);
      await tab.sees('.write-replay .step-findings li', /^A data race/);
      await judge(`${solution}nonsense`, /^Not right yet\.Line \d+ line \d+, column 1: /);
      await judge(solution, /^Passed: right in every run/);
      await tab.press('.write-gpu button', /^Run it on this GPU$/);
      await tab.sees('.write-gpu', /Right on a software adapter without a name at every size/);
      await tab.sees('.write-gpu table tbody tr');
    },
    OF_RELOADS,
  );
});

/** The numbers in a column of a table. @param {string} cells selector of the column */
const numbersOf = async (tab, cells) => (await tab.texts(cells)).map(Number);

test('under a strict policy the observatory shows every workgroup, and counts look-backs on the GPU', async () => {
  await site.visit('/strict/#learn/observatory/beside=none/tiles=9/flight=3', async (tab) => {
    const right = /^All workgroups end\. The output is right\. The deepest look-back passes/;
    await tab.sees('.observatory .step-verdict', right);
    assert.deepEqual(await numbersOf(tab, '.timeline tbody td:nth-of-type(1)'), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    await (await tab.page.waitForSelector('>>> #observatory-scan')).select('chained');
    await tab.sees('.observatory .step-verdict', new RegExp(`${right.source} 1 tile\\.`));
    assert.match(tab.page.url(), /scan=chained/);
    await tab.sees('.timeline caption', /^Chained scan: [\d,]+ units of time/);
    await (await tab.page.waitForSelector('>>> #observatory-gpu-n')).select(`${2 ** 16}`);
    await tab.press('button', /^Count on this GPU$/);
    await tab.sees('.observatory-gpu [role=status]', /^20 runs of 65,536 elements in \d+ tiles, all outputs right: /);
    const [, tiles, lookBacks] = /in (\d+) tiles.* ([\d,]+) look-backs/
      .exec((await tab.texts('.observatory-gpu [role=status]'))[0])
      .map((text) => Number(text.replaceAll(',', '')));
    // The first tile does not look back; every other tile looks back once per run.
    assert.equal(lookBacks, 20 * (tiles - 1));
    await tab.sees('.histogram tbody tr');
  });
  await site.visit('/strict/observatory.html', async (tab) => {
    await tab.sees('.observatory .step-verdict', /^All workgroups end\. The output is right\./);
    assert.deepEqual((await numbersOf(tab, '.timeline tbody td:nth-of-type(1)')).slice(-5), [0, 1, 2, 3, 4]);
  });
});

test('under a strict policy the memory machine counts what its formulas say, and times copies on the GPU', async () => {
  await site.visit('/strict/#learn/machine', async (tab) => {
    // The example of Nakano's paper.
    await tab.sees('.memory-machine .step-verdict', /^DMM: 5 time units, as the formula says\. UMM: 7 time units, as the formula says\.$/);
    const sent = await tab.page.evaluate(() =>
      globalThis
        .findAll('.machine-round')
        .map((picture) =>
          [...picture.querySelectorAll('tbody tr')].map((row) =>
            [...row.querySelectorAll('.requested')].map(({ textContent }) => Number(textContent)),
          ),
        ),
    );
    assert.deepEqual(sent, [
      [[0, 1, 6], [10], [8, 9, 14, 15]],
      [[0, 1], [6], [10], [8, 9], [14, 15]],
    ]);
    await tab.fill('#memory-l', '10');
    await tab.sees('.memory-machine .step-verdict', /^DMM: 12 time units, as the formula says\. UMM: 14 time units/);
    await (await tab.page.waitForSelector('>>> #machine-gpu-n')).select(`${2 ** 16}`);
    await tab.press('button', /^Time copies on this GPU$/);
    await tab.sees('.machine-gpu [role=status]', /All outputs are right\./);
    await tab.sees('.machine-gpu svg');
  });
  await site.visit('/strict/machine.html', async (tab) => {
    await tab.sees(
      '.memory-machine .step-verdict',
      /^DMM: [\d,]+ time units, as the formula says\. UMM: [\d,]+ time units, as the formula says\.$/,
    );
    assert.equal(await (await tab.page.waitForSelector('>>> #memory-n')).evaluate(({ value }) => value), '16');
  });
});

test('an element shows the named parts of Step alone, on a slide of 1,280 × 720', async () => {
  /** Waits until the parts `shown` are visible, and checks that the parts `hidden` are not. */
  const shows = async (tab, shown, hidden) => {
    await tab.sees('.step-status', /./);
    for (const part of shown) await tab.sees(part);
    for (const part of hidden) assert.deepEqual(await tab.texts(part), [], part);
  };
  await site.visit('/strict/parts.html', async (tab) => {
    await tab.page.setViewport({ width: 1280, height: 720 });
    await shows(
      tab,
      ['.step-playback', ...['data', 'tree', 'code', 'machine'].map((part) => `[data-part=${part}]`)],
      ['.learn-list', '.learn-modes', '.take-away', '.step .fields', '.step-break', '.step-keys'],
    );
    const slider = await tab.page.waitForSelector('>>> .step input[type=range]');
    await slider.press('ArrowRight');
    assert.equal(await slider.evaluate(({ value }) => value), '31');
    const [height, width] = await tab.page.evaluate(() => {
      const slide = document.querySelector('scan-lab');
      return [slide.getBoundingClientRect().height, document.documentElement.scrollWidth];
    });
    assert.ok(height > 0 && height <= 720 && width <= 1280, `${width} × ${height}`);
  });
  await site.visit('/strict/settings.html', (tab) =>
    shows(
      tab,
      ['[data-part=data]', '.step .fields'],
      ['[data-part=tree]', '[data-part=code]', '[data-part=machine]', '.step-playback', '.learn-list'],
    ),
  );
});

/** The number of pages of a PDF, whose objects are in compressed streams. @param {Uint8Array} pdf */
function pagesOf(pdf) {
  const text = Buffer.from(pdf).toString('latin1');
  const objects = [...text.matchAll(/\/Type \/ObjStm\b[^]*?stream\r?\n([^]*?)endstream/g)].map(([, stream]) =>
    inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
  );
  return objects.join('\n').match(/\/Type \/Page\b/g)?.length;
}

test('each lesson is printed on one page', async () => {
  await site.visit('/#learn/blelloch', async (tab) => {
    await tab.sees('.explain-about .flow');
    const scans = await tab.page.evaluate(() => globalThis.findAll('.learn-list li a').map(({ hash, textContent }) => [hash, textContent]));
    assert.ok(scans.length > 20, String(scans));
    for (const [hash, title] of scans) {
      await tab.page.evaluate((address) => (location.hash = address), hash);
      await tab.page.waitForFunction((text) => globalThis.findAll('#explain-title')[0].textContent === text, {}, title);
      await tab.sees('.costs tbody tr');
      assert.equal(pagesOf(await tab.page.pdf({ format: 'A4' })), 1, hash);
    }
  });
});

test('an application runs to the result of its reference program, and its picture is of the device’s buffers', async () => {
  await site.visit('/#use/compaction/n=1000', async (tab) => {
    // The line about the adapter moves the content below it, so the test waits for the line before it presses the button.
    await tab.sees('.adapter', /subgroups/);
    await tab.press('.use-application button', /^Run$/);
    assert.deepEqual(await tab.ended(1), ['use done']);
    await tab.sees('.use-verdict .result', /^PASS$/);
    await tab.sees('.use-stage canvas[data-drawn-of=buffers]');
  });
});

test('a case of the conformance grid passes', async () => {
  await site.visit('/conformance/?case=blelloch+max+u32+exclusive+backward+segmented+in-place+n=257+random', async (tab) => {
    await tab.sees('.adapter', /subgroups/);
    await tab.press('.conformance button', /^Run$/);
    await tab.sees('.run-text', /^Done\. 1 of 1 case: 1 passed, 0 failed/);
  });
});

test('every step of every application is drawn', async () => {
  await site.visit('/#use', async (tab) => {
    for (const { id, steps, size } of APPLICATIONS)
      for (const step of steps) {
        await tab.page.evaluate(() => (location.hash = '#use'));
        await tab.sees('.use-card');
        await tab.page.evaluate((hash) => (location.hash = hash), `#use/${id}/n=${Math.max(size.least, 300)}/step=${step.id}`);
        await tab.sees('.use-stage canvas[data-drawn-of=arrays]');
      }
  });
});

test('under a strict policy scans are measured and charted, numbers scanned, steps shown and applications run, and nothing is refused', async () => {
  await site.visit('/strict/?v=1&algorithms=blelloch,reduce-then-scan&sizes=1000#measure', async (tab) => {
    const workers = [];
    tab.page.on('workercreated', (worker) => workers.push(new URL(worker.url()).pathname));
    await tab.press('.measure button', /^Run$/);
    assert.deepEqual(await tab.ended(1), ['measure done']);
    assert.equal((await tab.texts('.chart-place svg .verified-points path')).length, 2);
    assert.deepEqual(workers.includes('/strict/oracle-worker.js'), true, String(workers));
    await tab.press('nav[aria-label=Views] a', /^Your numbers$/);
    await tab.press('.own button', /^Scan it$/);
    assert.deepEqual((await tab.ended(2)).at(-1), 'numbers done');
    await tab.press('nav[aria-label=Views] a', /^Learn$/);
    await tab.press('button', /^Step by step$/);
    await tab.sees('.step-verdict', /^The output matches a loop in JavaScript. The emulator found no fault/);
    await tab.page.evaluate(() => (location.hash = '#use/compaction/n=1000'));
    await tab.press('.use-application button', /^Run$/);
    assert.deepEqual((await tab.ended(3)).at(-1), 'use done');
    await tab.sees('.use-verdict .result', /^PASS$/);
  });
});

test('what fails in a page, or is refused to it, is found', { timeout: 120_000 }, async () => {
  const wanted = [/refused by the policy: script-src-elem: inline/, /told/, /thrown/, /rejected/, /unsupported: sent/];
  // Firefox also reports the violation of the policy.
  const meant = new RegExp([...wanted.map(({ source }) => source), 'Content-Security-Policy'].join('|'));
  const provoke = async (tab) => {
    await isUp.learn(tab);
    await tab.page.evaluate(() => {
      document.head.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = true' }));
      console.error('told');
      setTimeout(() => {
        throw new Error('thrown');
      });
      void Promise.reject(new Error('rejected'));
      document.dispatchEvent(new CustomEvent('scanlab-error', { detail: { code: 'unsupported', message: 'sent' } }));
    });
    // The failures arrive one by one. If a failure does not arrive, the test's timeout ends the wait.
    while (!wanted.every((one) => tab.failures.some((failure) => one.test(failure)))) await setTimeout(100);
    assert.equal(await tab.page.evaluate(() => globalThis.ran), undefined);
  };
  await site.visit('/strict/#learn', provoke, meant);
  await assert.rejects(site.visit('/strict/#learn', provoke), /thrown/);
});
