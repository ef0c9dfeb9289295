import assert from 'node:assert/strict';
import test from 'node:test';
import { Launch, findApi } from './lms.ts';

/** A window; the outermost one is its own parent. */
function place({ parent = null, opener = null, API }) {
  const made = { opener, API };
  made.parent = parent ?? made;
  return made;
}

test('the nearest API is found: of parents first, then of openers and their parents', () => {
  const [near, far] = [{}, {}];
  const top = place({ API: far });
  assert.equal(findApi(place({ parent: place({ parent: top, API: near }) })), near);
  assert.equal(findApi(place({ parent: top })), far);
  assert.equal(findApi(place({ opener: place({ parent: top }) })), far);
  // A frame in a window that another window has opened.
  assert.equal(findApi(place({ parent: place({ opener: top }) })), far);
  assert.equal(findApi(place({ parent: place({ opener: place({ API: far }), API: near }), opener: top })), near);
});

test('a window of another origin, and windows that opened each other, end no search', () => {
  const foreign = place({});
  Object.defineProperty(foreign, 'API', {
    get() {
      throw new DOMException('Blocked', 'SecurityError');
    },
  });
  const api = {};
  assert.equal(findApi(place({ parent: foreign, opener: place({ API: api }) })), api);
  const [left, right] = [place({}), place({})];
  left.opener = right;
  right.opener = left;
  assert.equal(findApi(left), null);
});

/** An LMS that records calls. It answers with `accepts`, or refuses the call that begins with `refused`. */
function lms(refused = '', accepts = 'true') {
  const calls = [];
  const answer =
    (name) =>
    (...values) => {
      calls.push([name, ...values].join(' ').trim());
      return refused && calls.at(-1).startsWith(refused) ? 'false' : accepts;
    };
  const names = ['LMSInitialize', 'LMSSetValue', 'LMSCommit', 'LMSFinish'];
  const api = Object.fromEntries(names.map((name) => [name, answer(name)]));
  return { calls, api: { ...api, LMSGetValue: () => null, LMSGetLastError: () => '405', LMSGetErrorString: () => 'Incorrect data type' } };
}

test('elements are committed, and a launch ends once', () => {
  for (const accepts of ['true', true]) {
    const { calls, api } = lms('', accepts);
    const launch = new Launch(api);
    assert.equal(launch.read('cmi.suspend_data'), '');
    launch.store({ 'cmi.core.lesson_status': 'incomplete' });
    launch.finish({ 'cmi.core.exit': 'suspend' });
    launch.finish({ 'cmi.core.exit': 'suspend' });
    assert.deepEqual(calls, [
      'LMSInitialize',
      'LMSSetValue cmi.core.lesson_status incomplete',
      'LMSCommit',
      'LMSSetValue cmi.core.exit suspend',
      'LMSCommit',
      'LMSFinish',
    ]);
  }
});

test('a refusal has the error of the LMS, and the launch still ends', () => {
  const message = /^cmi\.core\.exit must be accepted by the LMS, found error 405: Incorrect data type$/;
  const { calls, api } = lms('LMSSetValue cmi.core.exit');
  const launch = new Launch(api);
  assert.throws(() => launch.finish({ 'cmi.core.exit': 'suspend' }), { message });
  assert.equal(calls.at(-1), 'LMSFinish');
  assert.throws(() => new Launch(lms('LMSInitialize').api), /LMSInitialize must be accepted/);
});
