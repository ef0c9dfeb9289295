import assert from 'node:assert/strict';
import test from 'node:test';
import { SCREENS } from '../../learn/path/screens.ts';
import { Attempt, SUSPEND_CHARACTERS } from './attempt.ts';

const NAMES = SCREENS.map(({ id }) => id);
const statusOf = ({ elements }) => elements['cmi.core.lesson_status'];

test('each question counts once, and all of them pass the path', () => {
  const attempt = new Attempt(NAMES);
  assert.equal(statusOf(attempt), 'incomplete');
  for (const [i, name] of NAMES.entries()) {
    assert.ok(attempt.add(name));
    assert.ok(!attempt.add(name));
    assert.equal(attempt.elements['cmi.core.score.raw'], `${Math.round((100 * (i + 1)) / NAMES.length)}`);
    assert.equal(statusOf(attempt), i + 1 === NAMES.length ? 'passed' : 'incomplete');
  }
  assert.ok(!attempt.add('another'));
  assert.ok(attempt.elements['cmi.suspend_data'].length < SUSPEND_CHARACTERS);
});

test('a later launch resumes from the stored text, and ignores what is no question', () => {
  const first = new Attempt(NAMES);
  first.add(NAMES[2]);
  first.add(NAMES[0]);
  const again = new Attempt(NAMES, first.elements['cmi.suspend_data']);
  assert.deepEqual([...again.right], [NAMES[0], NAMES[2]]);
  assert.deepEqual([...new Attempt(NAMES, `other ${NAMES[1]} ${NAMES[1]}`).right], [NAMES[1]]);
});

test('a view without questions is completed, without a score', () => {
  assert.deepEqual(new Attempt([]).elements, { 'cmi.core.lesson_status': 'completed' });
});

test('an attempt that is not done is suspended, and its time is told', () => {
  assert.deepEqual(new Attempt(NAMES).ending(3725.9), { 'cmi.core.exit': 'suspend', 'cmi.core.session_time': '0001:02:05' });
  assert.equal(new Attempt([]).ending(0)['cmi.core.exit'], '');
});
