import assert from 'node:assert/strict';
import test from 'node:test';
import { answered, choice, completed, lesson, task } from './statements.ts';

const QUESTION = choice(['path', 'loop'], 'A loop', 'Why?', [{ text: 'No' }, { text: 'Yes', isRight: true }]);

test('an answer has the question with its answers, and the chosen one', () => {
  const { verb, object, result, timestamp } = answered(QUESTION, '0', false);
  assert.deepEqual(verb, { id: 'http://adlnet.gov/expapi/verbs/answered', display: { 'en-US': 'answered' } });
  assert.equal(object.objectType, 'Activity');
  assert.match(object.id, /^\w+:.*\/#learn\/path\/loop$/);
  const { choices, correctResponsesPattern, interactionType } = object.definition;
  assert.equal(interactionType, 'choice');
  assert.equal(choices.find(({ id }) => id === correctResponsesPattern[0]).description['en-US'], 'Yes');
  assert.deepEqual(result, { success: false, response: '0', score: { scaled: 0 } });
  assert.equal(new Date(timestamp).toISOString(), timestamp);
  assert.deepEqual(answered(QUESTION, '1', true).result, { success: true, response: '1', score: { scaled: 1 } });
});

test('what is completed has a full score within its range, and no response', () => {
  const { verb, object, result } = completed(lesson(['path'], 'The path'), 8);
  assert.equal(verb.id, 'http://adlnet.gov/expapi/verbs/completed');
  assert.match(object.id, /\/#learn\/path$/);
  assert.deepEqual(result, { success: true, completion: true, score: { scaled: 1, raw: 8, min: 0, max: 8 } });
  assert.equal(completed(task(['write', 'serial'], 'Serial', 'Write it.')).result.score.max, 1);
});
