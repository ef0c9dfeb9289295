import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redraw } from './redraw.ts';

/** A place whose width can be changed, and the widths of its drawings. */
function drawing(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const place = { clientWidth: 600.5, resized: () => {} };
  globalThis.ResizeObserver = class {
    constructor(callback) {
      this.callback = callback;
    }
    // As in browsers, the callback runs when observing starts.
    observe(observed) {
      observed.resized = this.callback;
      this.callback();
    }
    disconnect() {
      place.resized = () => {};
    }
  };
  t.after(() => delete globalThis.ResizeObserver);
  const widths = [];
  const redraw = new Redraw(place, (width) => widths.push(width));
  const resize = (width) => {
    place.clientWidth = width;
    place.resized();
    t.mock.timers.tick(250);
  };
  return { redraw, resize, widths, tick: () => t.mock.timers.tick(250) };
}

test('many changes become one drawing, and an immediate drawing replaces the scheduled one', (t) => {
  const { redraw, widths, tick } = drawing(t);
  redraw.soon();
  redraw.soon();
  assert.deepEqual(widths, []);
  tick();
  assert.deepEqual(widths, [600]);
  redraw.soon();
  redraw.now();
  tick();
  assert.deepEqual(widths, [600, 600]);
});

test('a change of the width redraws, a change of the height does not', (t) => {
  const { redraw, resize, widths, tick } = drawing(t);
  redraw.connect();
  tick();
  resize(600.9);
  assert.deepEqual(widths, [600]);
  resize(360);
  assert.deepEqual(widths, [600, 360]);
});

test('a place that was hidden or disconnected is drawn again at the same width', (t) => {
  const { redraw, resize, widths, tick } = drawing(t);
  redraw.connect();
  tick();
  resize(0);
  resize(600);
  assert.deepEqual(widths, [600, 0, 600]);
  redraw.soon();
  redraw.disconnect();
  tick();
  assert.deepEqual(widths, [600, 0, 600]);
  redraw.connect();
  tick();
  assert.deepEqual(widths, [600, 0, 600, 600]);
});
