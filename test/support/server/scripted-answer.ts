/** Creates the stream parts of a handmade answer, except the first part. Each claim is checked right after it appears. */

import type { Evidence } from '../../../worker/contract/answers/evidence.ts';
import type { Claim } from '../../../worker/contract/answers/claim.ts';
import type { AnswerStreamPart, QuestionReading } from '../../../worker/contract/answers/stream.ts';

interface AnswerScript {
  readonly claims: number;
  readonly reading?: Partial<QuestionReading>;
  readonly suggestions?: readonly string[];
}

export function createScriptedAnswer({
  claims,
  reading = {},
  suggestions = [],
}: AnswerScript): AnswerStreamPart[] {
  const evidence = Array.from({ length: 4 }, (_, index) => createEvidence(index + 1));
  const questionReading: QuestionReading = {
    class: suggestions.length > 0 ? 'too-broad' : 'how',
    asked: 'How?',
    text: 'How?',
    carried: [],
    confidence: 'high',
    refused: false,
    ...reading,
  };
  return [
    { type: 'text-start', id: 'answer' },
    { type: 'data-question', data: questionReading },
    { type: 'data-sources', data: { evidence } },
    ...Array.from({ length: claims }, (_, index) => claimParts(index + 1)).flat(),
    ...(suggestions.length > 0
      ? [{ type: 'data-suggestions' as const, data: { questions: [...suggestions] } }]
      : []),
    {
      type: 'data-coverage',
      data: {
        commit: 'c0ffee1234',
        files: 9,
        skipped: 1,
        behind: null,
        behindReason: 'upload',
        checkedAt: null,
        ref: null,
        indexedAt: '2026-01-01T00:00:00.000Z',
      },
    },
    { type: 'text-end', id: 'answer' },
    { type: 'data-timings', data: { retrieveMs: 12, firstPartMs: 20, totalMs: 90 } },
    {
      type: 'finish',
      messageMetadata: {
        answerId: '',
        conversationId: '',
        turn: 0,
        snapshotId: '',
        cached: false,
        class: questionReading.class,
        confidence: questionReading.confidence,
        refused: questionReading.refused,
        answerer: 'embedded',
      },
    },
  ];
}

function claimParts(number: number): AnswerStreamPart[] {
  const id = `c${number}`;
  const citedId = `e${((number - 1) % 4) + 1}`;
  const text = `Claim ${number}: \`join_chunks\` joins the chunks of a file back into its text, in order [chunk:${citedId}].`;
  const claim: Claim = { id, text, state: 'pending', citations: [citedId], checks: [] };
  const checks = [{ check: 'citation', passed: true, detail: `${citedId} issued for this question.` }];
  return [
    { type: 'text-delta', id: 'answer', delta: `${text}\n\n` },
    { type: 'data-claim', id, data: claim },
    { type: 'data-claim', id, data: { ...claim, state: 'verified', checks } },
  ];
}

function createEvidence(number: number): Evidence {
  return {
    id: `e${number}`,
    kind: 'code',
    path: 'src/parcel/chunks.py',
    startLine: 10 + number,
    endLine: 14 + number,
    language: 'python',
    symbol: 'ChunkStore',
    commit: 'c0ffee1234',
    hash: 'h',
    spanHash: 's',
    url: `/r/x/files/src/parcel/chunks.py#L${10 + number}-L${14 + number}`,
    text: 'class ChunkStore:\n    def join_chunks(self, path):\n        rows = self.database.chunks_of(path)\n',
    score: 1 / number,
    rank: number,
    scores: { bm25: 1 / number, definition: 0.4, path: 0.1, role: 1, decay: 0.9 },
  };
}
