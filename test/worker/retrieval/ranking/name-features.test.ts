/** Features that compare a candidate's names with the whole question and with its leading terms. */
import { expect, it } from 'vitest';
import type { ChunkRow } from '../../../../worker/ports/chunk-store.ts';
import type { Candidate } from '../../../../worker/retrieval/ranking/candidate.ts';
import { createNameFeatures } from '../../../../worker/retrieval/ranking/name-features.ts';
import { findLeadingTerms } from '../../../../worker/retrieval/ranking/leading-terms.ts';
import { createWordCoverage } from '../../../../worker/retrieval/ranking/word-coverage.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { chunkRow } from '../../../support/samples/questions.ts';

const question = readQuestion('Reject the session early. Tokens stayed.');
const weights = new Map(question.terms.map(({ word }) => [word, 1]));
const coverage = {
  all: createWordCoverage(question, weights),
  lead: createWordCoverage({ terms: findLeadingTerms(question) }, weights),
};
const candidate = (path: string, overrides: Partial<ChunkRow> = {}): Candidate => ({
  chunk: chunkRow(path, overrides),
  bm25: 1,
  defines: 0,
});
const featuresFor = (...candidates: readonly Candidate[]) => {
  const nameFeatures = createNameFeatures(candidates, coverage);
  return candidates.map(({ chunk }) => nameFeatures(chunk));
};

it('measures the leading terms separately from the whole question', () => {
  const [one] = featuresFor(candidate('auth/session_tokens.py'));
  expect(one).toMatchObject({ stem: 2 / 5, leadStem: 1 / 3, folders: 0, leadFolders: 0 });
});

it('measures names, documentation and path separately, and all of them combined', () => {
  const metadata = { defines: ['rejectToken'], documentation: 'Early.' };
  const [one] = featuresFor(candidate('src/session.py', { metadata }));
  expect(one).toMatchObject({
    names: 2 / 5,
    leadNames: 1 / 3,
    documentation: 1 / 5,
    leadDocumentation: 1 / 3,
  });
  expect(one).toMatchObject({ described: 4 / 5, leadDescribed: 1 });
});

it('includes names that other chunks of the same file define', () => {
  const [one, , other] = featuresFor(
    candidate('src/a.py', { key: 1 }),
    candidate('src/a.py', { key: 2, metadata: { defines: ['Session.reject'] } }),
    candidate('src/b.py', { key: 3 }),
  );
  expect([one?.leadFileNames, one?.leadNames, other?.leadFileNames]).toEqual([2 / 3, 0, 0]);
});
