/** The answer to a why question starts with the documented reason, and only if there is one. */
import { expect, test } from 'vitest';
import { decideClaim } from '../../../../worker/answering/claims/decide-claim.ts';
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

const compose = (question: string): readonly string[] => [
  ...composeAnswer(
    readQuestion(question),
    [{ use: 'definition', subject: symbol, whole: true, path, startLine: 1, endLine: 6, score: 1, evidence }],
    () => 1,
  ),
];
const reason = '“Deprecated: RingBell is heard on land alone, where nobody steers.”';

test('quotes the documented reason first, as a verified claim', () => {
  const [first = '', second] = compose('Why is `RingBell` deprecated?');
  expect(first).toContain(reason);
  expect(first).toContain('[chunk:e1]');
  expect(second).not.toContain('“Deprecated');
  const reader = createClaimReader();
  const claims = [...reader.add(first), ...reader.end()];
  expect(claims.map((claim) => decideClaim(claim, new Map([['e1', evidence]])).state)).toEqual(['verified']);
});

test.each(['What is `RingBell`?', 'Why is `RingBell` painted red?', 'Why was `RingBell` changed?'])(
  'quotes no reason if none is requested or documented: %s',
  (question) => {
    expect(compose(question)[0]).not.toContain('“');
  },
);

test('does not repeat a sentence that the documentation opens with', () => {
  const sentences = compose('Why are ships in fog warned by `RingBell`?');
  expect(sentences.filter((sentence) => sentence.includes('warn ships in fog'))).toHaveLength(1);
});
