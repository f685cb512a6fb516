/** The stream of an answer: the AI SDK's UI message stream, whose text parts carry the Markdown and whose `data-…` parts, typed below, the claims. */

import type { Evidence } from './evidence.ts';
import type { Answer, CoverageLine, ReadVersion } from './schema.ts';
import type { Card } from './card.ts';
import type { AnswerTimings, Claim } from './claim.ts';
import type { Generation } from '../models/schema.ts';
import type { Receipt } from '../receipts/schema.ts';

/** Sent with the stream's `start` (ids) and again with its `finish` (everything). */
export interface AnswerMetadata {
  readonly answerId: string;
  readonly conversationId: string;
  /** The answer's place in its conversation, from 1. */
  readonly turn: number;
  readonly snapshotId: string;
  readonly cached: boolean;
  /** The version the request named; absent where it named none. */
  readonly version?: string;
  readonly class?: Answer['class'];
  readonly confidence?: Answer['confidence'];
  readonly refused?: boolean;
  readonly answerer?: string;
  /** Why another answerer than the one asked for wrote it, or the end of it. */
  readonly degraded?: string;
}

/** How the question was read; comes before anything of its answer. */
export interface QuestionReading {
  readonly class: Answer['class'];
  readonly asked: string;
  /** What was answered; differs from `asked` when a follow-up was put on its own, or a misspelt word read as one of the repository's. */
  readonly text: string;
  /** Names, paths and words taken from earlier turns. */
  readonly carried: readonly string[];
  /** The questions it was taken apart to where it asks several things. */
  readonly subQueries?: readonly string[];
  /** What could not be done as the deployment has it, and what was done instead. */
  readonly notes?: readonly string[];
  /** The version the question names, or those before it named, and is answered from. */
  readonly version?: ReadVersion;
  readonly confidence: Answer['confidence'];
  readonly refused: boolean;
}

/** What stands behind a refusal. */
export interface SearchedFacts {
  /** A version asked about that is not indexed: nothing was searched, and the text says what there is. */
  readonly version?: string;
  /** Where only some files were looked at: the repository, how many it has, and what indexes all of it. */
  readonly live?: { readonly name: string; readonly ofFiles?: number; readonly command: string };
  readonly files: number;
  readonly skipped: number;
  readonly chunks: number;
  /** Spans that matched some word of the question. */
  readonly hits: number;
  /** Words or names of the question found nowhere. */
  readonly missing: readonly string[];
  /** Files asked about that hold nothing. */
  readonly empty: readonly string[];
  /** Files asked about that were left out of the index. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string; readonly detail: string }[];
  readonly skippedByReason: Readonly<Record<string, number>>;
  readonly nearest: readonly { readonly name: string; readonly path: string }[];
}

/**
 * The stream's parts, as JSON after `data: ` of each server-sent event; the last event is `[DONE]`. The event's `id` is the
 * part's number in its turn, from 1: what a reader gives as `after` to go on from there. Ends in `finish`, `error` or `abort`.
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
