/** A reason that stands in the documentation of what is asked about is told first; what it does not say is not. */
import { expect, test } from 'vitest';
import { scoreClaim } from '../../../../worker/answering/claims/score-claim.ts';
import { composeAnswer } from '../../../../worker/answering/compose/compose-answer.ts';
import { createClaimReader } from '../../../../worker/answering/claim-text/read-claims.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';
import { createEvidence } from '../../../support/samples/evidence.ts';
import { symbolRow } from '../../../support/samples/questions.ts';

const path = 'harbour/bell.go';
const lines = [
  '// RingBell is a way to warn ships in fog.',
  '//',
  '// Deprecated: RingBell is heard on land alone, where nobody',
  '// steers. Use a horn instead.',
  'func RingBell(times int) {',
  '}',
];
const documentation = lines
  .slice(0, 4)
  .map((line) => line.slice(3))
  .join('\n');
const evidence = createEvidence({ file: `${lines.join('\n')}\n`, path, symbol: 'RingBell' });
const symbol = symbolRow(path, 'RingBell', 5, { kind: 'function', endLine: 6, documentation });

const told = (asked: string): readonly string[] => [
  ...composeAnswer(
    readQuestion(asked),
    [{ use: 'definition', of: symbol, whole: true, path, startLine: 1, endLine: 6, score: 1, evidence }],
    () => 1,
  ),
];
const reason =
  'The documentation of `RingBell` says: “Deprecated: RingBell is heard on land alone, where nobody steers.” [chunk:e1].';

test('the sentence that holds what is asked comes first, and is borne out', () => {
  const [first = '', second] = told('Why is `RingBell` deprecated?');
  expect(first.trim()).toBe(reason);
  expect(second).toMatch(/^`RingBell` is a function/);
  const reader = createClaimReader();
  const claims = [...reader.add(first), ...reader.end()];
  expect(claims.map((claim) => scoreClaim(claim, new Map([['e1', evidence]])).state)).toEqual(['verified']);
});

test.each(['What is `RingBell`?', 'Why is `RingBell` painted red?', 'Why was `RingBell` changed?'])(
  'nothing of it where it is not asked for or not said: %s',
  (asked) => {
    expect(told(asked)[0]).toMatch(/^`RingBell` is a function/);
  },
);

test('what the opening says already is said once', () => {
  const sentences = told('Why are ships in fog warned by `RingBell`?');
  expect(sentences.filter((one) => one.includes('warn ships in fog'))).toHaveLength(1);
});
