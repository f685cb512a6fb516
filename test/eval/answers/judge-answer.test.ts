import { expect, it } from 'vitest';
import type { Claim } from '../../../worker/contract/answers/claim.ts';
import type { AnswerCase } from './answer-case.ts';
import { readJudgment } from './judge-answer.ts';

const answerCase: AnswerCase = {
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
  const judgment = readJudgment(`Here it is:\n${judgmentText('c1')}\nDone.`, {
    asked: answerCase,
    claims: [claim('c1')],
  });
  expect(judgment).toMatchObject({ overall: 5, claims: [{ id: 'c1', verdict: 'supported' }] });
});

it('ignores verdicts on unknown claims', () => {
  const judgment = readJudgment(judgmentText('c1', 'c9'), { asked: answerCase, claims: [claim('c1')] });
  expect(judgment.claims.map(({ id }) => id)).toEqual(['c1']);
});

it('rejects a judgment that omits a claim or does not match the schema', () => {
  expect(() =>
    readJudgment(judgmentText('c1'), { asked: answerCase, claims: [claim('c1'), claim('c2')] }),
  ).toThrow('c2');
  expect(() =>
    readJudgment('{"claims": [], "overall": 9, "why": ""}', { asked: answerCase, claims: [] }),
  ).toThrow();
});
