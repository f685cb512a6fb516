/**
 * Answers on the wire. As JSON: `Answer`. As a stream: the AI SDK's UI message stream, whose text parts carry the
 * Markdown and whose `data-…` parts, typed below, carry the claims, their states and what they rest on.
 */
import { z } from '@hono/zod-openapi';
import { confidenceSchema, questionClassSchema } from './search.ts';

export const answerRequestSchema = z
  .strictObject({
    question: z.string().trim().min(1).max(4000),
    conversationId: z.string().max(100).optional(),
    version: z.string().optional(),
    mode: z.literal('chat').optional(),
    strategy: z.enum(['auto', 'linear']).optional().openapi({ description: 'Both are one pass for now.' }),
    options: z
      .strictObject({
        topK: z.int().min(1).max(50).optional(),
        reranker: z.literal('none').optional(),
        expandGraph: z.literal(false).optional(),
      })
      .optional(),
    files: z.array(z.unknown()).max(0).optional(),
  })
  .openapi('AnswerRequest');

export const claimStateSchema = z.enum([
  'pending',
  'verified',
  'repaired',
  'partial',
  'unsupported',
  'uncited',
]);

export const claimSchema = z
  .object({
    id: z.string(),
    text: z.string(),
    state: claimStateSchema,
    citations: z.array(z.string()).openapi({ description: 'Evidence ids.' }),
    checks: z
      .array(z.object({ check: z.string(), passed: z.boolean(), detail: z.string() }))
      .openapi({ description: 'What was checked, for a reader who asks why a claim is marked as it is.' }),
  })
  .openapi('Claim');

export const evidenceSchema = z
  .object({
    id: z.string().openapi({ description: 'Issued for this question: `e1`, `e2`, …' }),
    kind: z.enum(['code', 'docs']),
    path: z.string(),
    startLine: z.int(),
    endLine: z.int(),
    language: z.string(),
    symbol: z.string().optional(),
    commit: z.string(),
    hash: z
      .string()
      .openapi({ description: 'SHA-256 of the whole file’s bytes, as `files/{path}` reports it.' }),
    spanHash: z.string().openapi({ description: 'SHA-256 of the UTF-8 of the span’s lines, unmasked.' }),
    url: z.string().openapi({ description: 'Opens these lines of this snapshot in the app.' }),
    text: z.string(),
    score: z
      .number()
      .openapi({ description: '1 for what was asked for by name, else as a share of the best span’s.' }),
  })
  .openapi('Evidence');

export const coverageLineSchema = z.object({
  commit: z.string(),
  files: z.int(),
  skipped: z.int(),
  behind: z
    .int()
    .nullable()
    .openapi({ description: 'Commits behind the source; null where it cannot be asked.' }),
  indexedAt: z.string(),
});

export const answerTimingsSchema = z.object({
  retrieveMs: z.number(),
  firstPartMs: z.number(),
  totalMs: z.number(),
});

export const answerSchema = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    class: questionClassSchema,
    confidence: confidenceSchema,
    refused: z.boolean().openapi({ description: 'True when the repository does not hold the answer.' }),
    answer: z.string().openapi({ description: 'Markdown; citations are `[chunk:id]`.' }),
    claims: z.array(claimSchema),
    evidence: z.array(evidenceSchema),
    coverage: coverageLineSchema,
    answerer: z.string().openapi({ description: '`embedded`: composed from the index, no model.' }),
    cached: z.boolean(),
    timings: answerTimingsSchema,
  })
  .openapi('Answer');

export type AnswerRequest = z.infer<typeof answerRequestSchema>;
export type Claim = z.infer<typeof claimSchema>;
export type ClaimState = z.infer<typeof claimStateSchema>;
export type Evidence = z.infer<typeof evidenceSchema>;
export type CoverageLine = z.infer<typeof coverageLineSchema>;
export type AnswerTimings = z.infer<typeof answerTimingsSchema>;
export type Answer = z.infer<typeof answerSchema>;

/** Sent with the stream's `start` (ids) and again with its `finish` (everything). */
export interface AnswerMetadata {
  readonly answerId: string;
  readonly conversationId: string;
  readonly class?: Answer['class'];
  readonly confidence?: Answer['confidence'];
  readonly refused?: boolean;
  readonly answerer?: string;
  readonly cached?: boolean;
}

/** The stream's parts, as JSON after `data: ` of each server-sent event; the last event is `[DONE]`. */
export type AnswerStreamPart =
  | { type: 'start'; messageId: string; messageMetadata: AnswerMetadata }
  | { type: 'data-question'; data: { class: Answer['class']; text: string } }
  | { type: 'data-sources'; data: { evidence: Evidence[] } }
  | { type: 'text-start'; id: string }
  | { type: 'text-delta'; id: string; delta: string }
  | { type: 'text-end'; id: string }
  | { type: 'data-claim'; id: string; data: Claim }
  | { type: 'data-coverage'; data: CoverageLine }
  | { type: 'data-timings'; data: AnswerTimings }
  | { type: 'error'; errorText: string }
  | { type: 'finish'; messageMetadata: AnswerMetadata };
