/** The summaries of an answer agree, and count the sentences of an interrupted model separately from composed ones. */
import { expect, test } from 'vitest';
import type { AnswerMetadata, ClaimState } from '../../../../web/src/lib/api.ts';
import {
  announceAnswer,
  answerWarning,
  isModelWritten,
  summarizeAnswer,
  tallyInterrupted,
  writerClaims,
} from '../../../../web/src/lib/features/ask/answer/summarize-answer.ts';
import type { AnswerState } from '../../../../web/src/lib/features/ask/answer/reduce-answer.ts';
import { answerState, writtenClaim } from '../../../support/samples/answer-state.ts';
import { wireGeneration } from '../../../support/samples/wire-claims.ts';

const metadata = { answerId: 'a', conversationId: 'c', turn: 1, snapshotId: 's', cached: false };

function write(
  states: readonly ClaimState[],
  overrides: Partial<Omit<AnswerState, 'metadata'>> & { metadata?: Partial<AnswerMetadata> } = {},
  headingBefore?: number,
): AnswerState {
  const texts = states.map((_state, index) => `Sentence ${index}.`);
  const text = texts
    .map((sentence, index) =>
      index === headingBefore ? `### Composed from the index\n\n${sentence}` : sentence,
    )
    .join('\n\n');
  const claims = states.map((state, index) => writtenClaim(`c${index}`, texts[index] ?? '', { state }));
  return {
    ...answerState(text, claims),
    generation: wireGeneration,
    ...overrides,
    metadata: { ...metadata, answerer: 'compatible/demo', ...overrides.metadata },
  };
}
const interrupted = { generation: { ...wireGeneration, isCutOff: true } };

test('counts the sentences of a model by what was found', () => {
  const answer = write(['verified', 'verified', 'partial', 'gap', 'cited']);
  const summary = '5 sentences: 2 found in source, 1 cited, 1 not all found, 1 the source does not show';
  expect(summarizeAnswer(answer)).toBe(summary);
  expect(announceAnswer(answer)).toBe(`Answer complete. ${summary}`);
});

test('separates what was found from whether it answers', () => {
  const uncertain = write(['verified'], {
    generation: null,
    metadata: { answerer: 'embedded', confidence: 'low' },
  });
  expect(summarizeAnswer(uncertain)).toBe('1 sentence found in source · may not answer the question');
});

test('counts the sentences of an interrupted model separately from composed ones', () => {
  const answer = write(['verified', 'uncited', 'verified', 'verified'], interrupted, 2);
  expect(summarizeAnswer(answer)).toBe(
    'Interrupted after 2 sentences: 1 found in source, 1 without citation',
  );
  expect(tallyInterrupted(answer)).toEqual([
    { author: 'The model’s sentences', counts: '1 found in source, 1 without citation' },
    { author: 'Composed from the index', counts: '2 sentences found in source' },
  ]);
  expect(announceAnswer(answer)).toBe(
    'Answer interrupted. The model’s sentences: 1 found in source, 1 without citation. Composed from the index: 2 sentences found in source.',
  );
  expect(writerClaims(answer).map(({ id }) => id)).toEqual(['c0', 'c1']);
});

test('summarizes an interruption before the first sentence, and without composed ones', () => {
  const composedOnly = write(['verified'], interrupted, 0);
  expect(summarizeAnswer(composedOnly)).toBe('Interrupted before the first sentence');
  expect(announceAnswer(composedOnly)).toBe(
    'Answer interrupted. Composed from the index: 1 sentence found in source.',
  );
  expect(tallyInterrupted(write(['verified'], interrupted)).map(({ author }) => author)).toEqual([
    'The model’s sentences',
  ]);
});

test('does not count sentences as composed if the model finished, even with that heading', () => {
  expect(writerClaims(write(['verified', 'partial'], {}, 1))).toHaveLength(2);
});

test('knows who wrote an answer that is not finished', () => {
  expect(isModelWritten({ metadata: null, generation: wireGeneration })).toBe(true);
  expect(isModelWritten({ metadata: null, generation: null })).toBe(false);
  expect(
    isModelWritten({ metadata: { ...metadata, answerer: 'embedded' }, generation: wireGeneration }),
  ).toBe(false);
});

test('warns only if nothing was found', () => {
  expect(answerWarning(write(['unsupported', 'repaired', 'uncited']))).toBeUndefined();
  expect(answerWarning(write(['unsupported', 'gap']))).toMatch(/^None of the sentences/);
  expect(answerWarning(write(['gap', 'gap']))).toBeUndefined();
  expect(answerWarning(write(['cited', 'uncited']))).toBeUndefined();
  expect(answerWarning(write([]))).toBeUndefined();
  expect(answerWarning(write(['unsupported', 'partial', 'uncited']))).toBe(
    'None of the sentences in this answer was found in the repository.',
  );
  expect(answerWarning(write(['unsupported'], { metadata: { class: 'too-broad' } }))).toBeUndefined();
});

test('warns about the sentences after a refusal, and about those of an interrupted model', () => {
  const refusal = write(['uncited']);
  expect(answerWarning({ ...refusal, positions: { ...refusal.positions, refusalEnd: 9 } })).toBe(
    'None of the further sentences was found in the repository.',
  );
  expect(answerWarning(write(['unsupported', 'verified'], interrupted, 1))).toBe(
    'None of the sentences that demo wrote before it was interrupted was found in the repository.',
  );
});
