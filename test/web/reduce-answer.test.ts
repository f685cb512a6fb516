/** A stream of parts becomes the state of the page: in order, claims in place, nothing lost when it breaks off. */
import { describe, expect, test } from 'vitest';
import type { AnswerStreamPart, Claim, Evidence } from '../../web/src/lib/api.ts';
import { commitEvidence } from '../support/commit-evidence.ts';
import { summariseStates } from '../../web/src/lib/features/ask/claim-states.ts';
import { isDeclined } from '../../web/src/lib/features/ask/is-declined.ts';
import {
  citationNumber,
  citedIds,
  emptyAnswer,
  reduceAnswer,
} from '../../web/src/lib/features/ask/reduce-answer.ts';

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
const play = (parts: readonly AnswerStreamPart[]) => parts.reduce(reduceAnswer, emptyAnswer);
const start: AnswerStreamPart = {
  type: 'start',
  messageId: 'm',
  messageMetadata: { answerId: 'a', conversationId: 'c', turn: 1, snapshotId: 's1', cached: false },
};

describe('reduceAnswer', () => {
  test('a whole stream', () => {
    const state = play([
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
    expect(state.claims.map(({ id, state: mark }) => [id, mark])).toEqual([
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

  test('commits are sources as lines are, in the order in which they came', () => {
    const sources = [evidence('e1'), commitEvidence('e2'), evidence('e3')];
    const state = play([{ type: 'data-sources', data: { evidence: sources } }]);
    expect(state.evidence).toEqual(sources);
    expect(citationNumber(state.evidence, 'e2')).toBe(2);
  });

  test('what came before an error stays', () => {
    const state = play([
      start,
      { type: 'data-claim', id: 'c1', data: claim('c1', 'verified') },
      { type: 'error', errorText: 'no storage' },
    ]);
    expect(state).toMatchObject({ finished: false, errorText: 'no storage' });
    expect(state.claims).toHaveLength(1);
  });

  test('a refusal, narrower questions and a stop are kept with what came before', () => {
    const searched = {
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
    const state = play([
      start,
      { type: 'data-declined', data: searched },
      { type: 'data-suggestions', data: { questions: ['Where is it?'] } },
      { type: 'abort', reason: 'Stopped by its reader.' },
    ]);
    expect(state).toMatchObject({
      searched,
      suggestions: ['Where is it?'],
      stopReason: 'Stopped by its reader.',
      finished: false,
    });
  });

  test('parts of a newer server change nothing', () => {
    const unknown: unknown = { type: 'data-later', data: {} };
    expect(reduceAnswer(emptyAnswer, unknown as AnswerStreamPart)).toBe(emptyAnswer);
  });

  test('the state before is never changed', () => {
    const before = play([{ type: 'data-claim', id: 'c1', data: claim('c1', 'pending') }]);
    const claims = structuredClone(before.claims);
    reduceAnswer(before, { type: 'data-claim', id: 'c1', data: claim('c1', 'verified') });
    expect(before.claims).toEqual(claims);
  });
});

test('a citation has the number of its source, an unknown one none', () => {
  const sources = [evidence('e1'), evidence('e7')];
  expect(citationNumber(sources, 'e7')).toBe(2);
  expect(citationNumber(sources, 'e9')).toBeNull();
});

test('the sources cited are those of any claim', () => {
  expect([...citedIds([claim('c1', 'verified', ['e1', 'e2']), claim('c2', 'partial', ['e2'])])]).toEqual([
    'e1',
    'e2',
  ]);
});

test('declining is known by the reading before the end, and by the verdict in the end', () => {
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
  const verdict = {
    answerId: 'a',
    conversationId: 'c',
    turn: 1,
    snapshotId: 's1',
    cached: false,
    refused: true,
  };
  expect(isDeclined({ metadata: verdict, reading: null })).toBe(true);
});

test('the states of an answer in words', () => {
  expect(summariseStates([])).toBe('No claims');
  expect(summariseStates(['verified', 'partial', 'verified'])).toBe(
    '3 claims: 2 verified, 1 partly supported',
  );
});
