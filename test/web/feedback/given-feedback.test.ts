/** The feedback given in this browser survives a reload, and damaged storage. */
import { expect, it } from 'vitest';
import {
  addGivenFeedback,
  formatGivenFeedback,
  maxGivenFeedback,
  parseGivenFeedback,
  type GivenFeedback,
} from '../../../web/src/lib/features/feedback/given-feedback.ts';

const down: GivenFeedback = { rating: 'down', reason: 'wrong', text: 'No.' };
const up: GivenFeedback = { rating: 'up', reason: undefined, text: '' };

it('reads what it wrote', () => {
  const all = addGivenFeedback(addGivenFeedback(new Map(), 'a', down), 'b', up);
  expect(parseGivenFeedback(formatGivenFeedback(all))).toEqual(all);
});

it('replaces earlier feedback on the same turn', () => {
  const all = addGivenFeedback(addGivenFeedback(new Map(), 'a', down), 'a', up);
  expect([...all]).toEqual([['a', up]]);
});

it('forgets the oldest', () => {
  let all: ReadonlyMap<string, GivenFeedback> = new Map();
  for (let turn = 0; turn <= maxGivenFeedback; turn += 1) all = addGivenFeedback(all, `turn-${turn}`, up);
  expect(all.size).toBe(maxGivenFeedback);
  expect(all.has('turn-0')).toBe(false);
});

it.each([
  [null],
  ['{'],
  ['{"a":1}'],
  ['[null, ["a"], ["a", null], [1, {"rating":"up"}], ["a", {"rating":"best"}]]'],
])('ignores what is not feedback: %s', (stored) => {
  expect(parseGivenFeedback(stored).size).toBe(0);
});

it('ignores an unknown reason and a text of another type', () => {
  expect(parseGivenFeedback('[["a", {"rating":"down","reason":"bad","text":4}]]').get('a')).toEqual({
    rating: 'down',
    reason: undefined,
    text: '',
  });
});
