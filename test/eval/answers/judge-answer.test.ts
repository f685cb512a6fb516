import { expect, it } from 'vitest';
import type { Claim } from '../../../worker/contract/answers/claim.ts';
import type { AnswerCase } from './answer-case.ts';
import { readJudgement } from './judge-answer.ts';

const asked: AnswerCase = {
  id: 'harbour-01',
  repository: 'acme/harbour',
  commit: 'c'.repeat(40),
  question: 'When does the gate open?',
  complexity: 'simple',
  expect: 'answered',
  reference: 'At noon.',
  names: [],
};
const claim = (id: string): Claim => ({
  id,
  text: 'It opens at noon.',
  state: 'verified',
  citations: ['e1'],
  checks: [],
});
const judgmentText = (...ids: readonly string[]) =>
  JSON.stringify({
    claims: ids.map((id) => ({ id, verdict: 'supported', why: 'It says “at noon”.' })),
    overall: 5,
    why: 'As the reference.',
  });

it('reads a judgment that is surrounded by other text', () => {
  const read = readJudgement(`Here it is:\n${judgmentText('c1')}\nDone.`, { asked, claims: [claim('c1')] });
  expect(read).toMatchObject({ overall: 5, claims: [{ id: 'c1', verdict: 'supported' }] });
});

it('ignores verdicts on unknown claims', () => {
  const read = readJudgement(judgmentText('c1', 'c9'), { asked, claims: [claim('c1')] });
  expect(read.claims.map(({ id }) => id)).toEqual(['c1']);
});

it('rejects a judgment that omits a claim or does not match the schema', () => {
  expect(() => readJudgement(judgmentText('c1'), { asked, claims: [claim('c1'), claim('c2')] })).toThrow(
    'c2',
  );
  expect(() => readJudgement('{"claims": [], "overall": 9, "why": ""}', { asked, claims: [] })).toThrow();
});
