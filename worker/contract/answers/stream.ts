/** The stream of an answer, in the AI SDK's UI message format. Text parts contain the Markdown, `data-…` parts everything else. */

import type { Evidence } from './evidence.ts';
import type { QuestionReading, SearchedFacts } from '../../core/answers/answer.ts';
import type { Answer, CoverageLine } from './schema.ts';
import type { Card } from './card.ts';
import type { AnswerTimings, Claim } from './claim.ts';
import type { Generation } from '../models/schema.ts';
import type { Receipt } from '../receipts/schema.ts';

export type { QuestionReading, SearchedFacts } from '../../core/answers/answer.ts';

/** Sent with `start` (ids only) and again with `finish` (complete). */
export interface AnswerMetadata {
  readonly answerId: string;
  readonly conversationId: string;
  /** The answer's number in its conversation, from 1. */
  readonly turn: number;
  readonly snapshotId: string;
  readonly cached: boolean;
  /** The version in the request, if any. */
  readonly version?: string;
  readonly class?: Answer['class'];
  readonly confidence?: Answer['confidence'];
  readonly refused?: boolean;
  readonly answerer?: string;
  /** Why an answerer other than the requested one wrote the answer or the end of it. */
  readonly degraded?: string;
}

/**
 * The stream's parts, as JSON in server-sent events; the last event is `[DONE]`. The event's `id` is the part's number in its turn, from
 * 1; a client sends it as `after` to continue from there. The last part is `finish`, `error` or `abort`.
 */
export type AnswerStreamPart =
  | { type: 'start'; messageId: string; messageMetadata: AnswerMetadata }
  | { type: 'data-question'; data: QuestionReading }
  | { type: 'data-sources'; data: { evidence: Evidence[] } }
  | { type: 'text-start'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'text-end'; id: string }
  | { type: 'data-claim'; id: string; data: Claim }
  | { type: 'data-card'; id: string; data: Card }
  | { type: 'data-declined'; data: SearchedFacts }
  | { type: 'data-suggestions'; data: { questions: string[] } }
  | { type: 'data-coverage'; data: CoverageLine }
  | { type: 'data-generation'; data: Generation }
  | { type: 'data-receipt'; data: Receipt }
  | { type: 'data-timings'; data: AnswerTimings }
  | { type: 'error'; errorText: string }
  | { type: 'abort'; reason: string }
  | { type: 'finish'; messageMetadata: AnswerMetadata };
