/** Weighs lines by the question words they contain. */
import { expect, it } from 'vitest';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { weighLines } from '../../../../worker/retrieval/history/weigh-lines.ts';

const { terms } = readQuestion('Why is the timeout of a retry short?');
const equalWeight = () => 1;
const rarityWeight = (word: string) => (word.startsWith('retr') ? 1 : 0.1);

it('weighs lines by their words: little without question words, least without letters', () => {
  const [both = 0, one = 0, none = 0, closing = 0] = weighLines(
    'retry(timeout)\ntimeout = 3\nreturn x\n}\n',
    terms,
    equalWeight,
  );
  expect(both).toBeGreaterThan(one);
  expect(one).toBeGreaterThan(none);
  expect(none).toBeGreaterThan(closing);
  expect(closing).toBeGreaterThan(0);
});

it('weighs rare words more', () => {
  const [first = 0, second = 0] = weighLines('timeout\nretry\n', terms, rarityWeight);
  expect(second).toBeGreaterThan(first);
});

it('weighs all lines the same without terms', () => {
  expect(weighLines('a = 1\nb = 2\n', [], equalWeight)).toEqual([1, 1]);
});
