/** Features of the text of a candidate and of the other candidates in its file. */
import { expect, it } from 'vitest';
import type { Candidate } from '../../../../worker/retrieval/ranking/candidate.ts';
import { createTextFeatures } from '../../../../worker/retrieval/ranking/text-features.ts';
import { findLeadingTerms } from '../../../../worker/retrieval/ranking/leading-terms.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const question = readQuestion('Reject the session early. Tokens stayed.');
const weights = new Map([
  ['reject', 1],
  ['session', 2],
  ['early', 1],
  ['tokens', 3],
  ['stayed', 1],
]);
const candidate = (key: number, path: string, raw: string): Candidate => ({
  chunk: chunkRow(path, { key, raw }),
  bm25: 1,
  defines: 0,
});
const featuresFor = (...candidates: readonly Candidate[]) => {
  const textFeatures = createTextFeatures(question, candidates, {
    weights,
    lead: findLeadingTerms(question),
  });
  return candidates.map(({ chunk }) => textFeatures(chunk));
};

it('weighs words by rarity and matches any form, also inside names', () => {
  const [one] = featuresFor(candidate(1, 'a.py', 'def rejectToken(): pass'));
  expect(one?.text).toBe(4 / 8);
  expect(one?.leadText).toBe(1 / 4);
});

it('combines the words of all candidates of a file', () => {
  const [one, two, other] = featuresFor(
    candidate(1, 'a.py', 'session'),
    candidate(2, 'a.py', 'tokens, early'),
    candidate(3, 'b.py', 'nothing'),
  );
  expect([one?.text, two?.text]).toEqual([2 / 8, 4 / 8]);
  expect([one?.fileText, two?.fileText, other?.fileText]).toEqual([6 / 8, 6 / 8, 0]);
  expect([one?.leadFileText, other?.leadFileText]).toEqual([3 / 4, 0]);
});

it('reads only the beginning of a long text', () => {
  const [one] = featuresFor(candidate(1, 'a.py', `${'x'.repeat(6_000)} session`));
  expect(one?.text).toBe(0);
});
