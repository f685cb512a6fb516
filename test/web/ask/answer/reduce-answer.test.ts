/** `reduceAnswer` turns a stream of parts into the state of the page. Claims keep their order, and an interruption loses nothing that has arrived. */
import { describe, expect, test } from 'vitest';
import type { AnswerStreamPart, Claim, Evidence } from '../../../../web/src/lib/api.ts';
import { commitEvidence } from '../../../support/samples/evidence.ts';
import {
  isDeclined,
  citedIds,
  emptyAnswer,
  reduceAnswer,
} from '../../../../web/src/lib/features/ask/answer/reduce-answer.ts';
import { citationNumber } from '../../../../web/src/lib/features/ask/answer/citation-number.ts';

const claim = (id: string, state: Claim['state'], citations: string[] = []): Claim => ({
  id,
  text: `Claim ${id}`,
  state,
  citations,
  checks: [],
});
const evidence = (id: string): Evidence => ({
  id,
  kind: 'code',
  path: `src/${id}.ts`,
  startLine: 1,
  endLine: 2,
  language: 'typescript',
  commit: 'c',
  hash: 'h',
  spanHash: 's',
  url: '/',
  text: 'a\nb',
  score: 1,
  scores: {},
});
const reduceParts = (parts: readonly AnswerStreamPart[]) => parts.reduce(reduceAnswer, emptyAnswer);
const start: AnswerStreamPart = {
  type: 'start',
  messageId: 'm',
  messageMetadata: { answerId: 'a', conversationId: 'c', turn: 1, snapshotId: 's1', cached: false },
};

describe('reduceAnswer', () => {
  test('reduces a whole stream', () => {
    const state = reduceParts([
      start,
      {
        type: 'data-question',
        data: {
          class: 'how',
          asked: 'how does it',
          text: 'how does it',
          carried: [],
          confidence: 'high',
          refused: false,
        },
      },
      { type: 'data-sources', data: { evidence: [evidence('e1'), evidence('e2')] } },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'One. ' },
      { type: 'text-delta', id: 't', delta: 'Two.' },
      { type: 'data-claim', id: 'c1', data: claim('c1', 'pending', ['e1']) },
      { type: 'data-claim', id: 'c2', data: claim('c2', 'pending') },
      { type: 'data-claim', id: 'c1', data: claim('c1', 'verified', ['e1']) },
      { type: 'text-end', id: 't' },
      { type: 'data-timings', data: { retrieveMs: 1, firstPartMs: 2, totalMs: 3 } },
      {
        type: 'finish',
        messageMetadata: {
          answerId: 'a',
          conversationId: 'c',
          turn: 1,
          snapshotId: 's1',
          cached: false,
          confidence: 'low',
          refused: false,
        },
      },
    ]);
    expect(state.text).toBe('One. Two.');
    expect(state.claims.map(({ id, state: claimState }) => [id, claimState])).toEqual([
      ['c1', 'verified'],
      ['c2', 'pending'],
    ]);
    expect(state).toMatchObject({
      finished: true,
      reading: { class: 'how', text: 'how does it' },
      errorText: null,
    });
    expect(state.metadata).toMatchObject({ answerId: 'a', confidence: 'low' });
  });

  test('keeps commits among the sources, in order of arrival', () => {
    const sources = [evidence('e1'), commitEvidence('e2'), evidence('e3')];
    const state = reduceParts([{ type: 'data-sources', data: { evidence: sources } }]);
    expect(state.evidence).toEqual(sources);
    expect(citationNumber(state.evidence, 'e2')).toBe(2);
  });

  test('keeps the parts before an error', () => {
    const state = reduceParts([
      start,
      { type: 'data-claim', id: 'c1', data: claim('c1', 'verified') },
      { type: 'error', errorText: 'no storage' },
    ]);
    expect(state).toMatchObject({ finished: false, errorText: 'no storage' });
    expect(state.claims).toHaveLength(1);
  });

  test('keeps a refusal and narrower questions after a stop', () => {
    const searchedFacts = {
      files: 3,
      skipped: 1,
      chunks: 9,
      hits: 0,
      missing: ['tide'],
      empty: [],
      leftOut: [],
      skippedByReason: { binary: 1 },
      nearest: [],
    };
    const state = reduceParts([
      start,
      { type: 'data-declined', data: searchedFacts },
      { type: 'data-suggestions', data: { questions: ['Where is it?'] } },
      { type: 'abort', reason: 'Stopped by the user.' },
    ]);
    expect(state).toMatchObject({
      searchedFacts,
      suggestions: ['Where is it?'],
      stopReason: 'Stopped by the user.',
      finished: false,
    });
  });

  test('ignores unknown parts from a newer server', () => {
    const unknown: unknown = { type: 'data-later', data: {} };
    expect(reduceAnswer(emptyAnswer, unknown as AnswerStreamPart)).toBe(emptyAnswer);
  });

  test('does not mutate the previous state', () => {
    const before = reduceParts([{ type: 'data-claim', id: 'c1', data: claim('c1', 'pending') }]);
    const claims = structuredClone(before.claims);
    reduceAnswer(before, { type: 'data-claim', id: 'c1', data: claim('c1', 'verified') });
    expect(before.claims).toEqual(claims);
  });
});

test('returns the number of a cited source, and null for an unknown id', () => {
  const sources = [evidence('e1'), evidence('e7')];
  expect(citationNumber(sources, 'e7')).toBe(2);
  expect(citationNumber(sources, 'e9')).toBeNull();
});

test('collects the cited sources of all claims', () => {
  expect([...citedIds([claim('c1', 'verified', ['e1', 'e2']), claim('c2', 'partial', ['e2'])])]).toEqual([
    'e1',
    'e2',
  ]);
});

test('takes the refusal from the reading until the final metadata arrives', () => {
  const reading = {
    class: 'out-of-scope',
    asked: 'q',
    text: 'q',
    carried: [],
    confidence: 'out-of-scope',
    refused: true,
  } as const;
  expect(isDeclined({ metadata: null, reading })).toBe(true);
  expect(isDeclined({ metadata: null, reading: { ...reading, refused: false } })).toBe(false);
  expect(isDeclined({ metadata: null, reading: null })).toBe(false);
  const metadata = {
    answerId: 'a',
    conversationId: 'c',
    turn: 1,
    snapshotId: 's1',
    cached: false,
    refused: true,
  };
  expect(isDeclined({ metadata, reading: null })).toBe(true);
});
