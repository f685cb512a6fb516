/** Evidence on the wire: what an answer cites, whether lines of a file, a commit, a discussion or lines of an attached file. */

import { z } from '@hono/zod-openapi';
import { originReasons } from '../../core/answers/evidence.ts';
import { discussionKinds } from '../../core/history/discussion.ts';
import { positionSchema } from '../search/schema.ts';

const instructsSchema = z.string().optional().openapi({
  description:
    'Words in it that are addressed to a model instead of to a reader. It is shown like any other; no claim is verified by it alone.',
});

const evidenceId = z.string().openapi({ description: 'Issued for this question: `e1`, `e2`, …' });

const spanEvidenceSchema = z
  .object({
    id: evidenceId,
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
    instructs: instructsSchema,
    score: z
      .number()
      .openapi({ description: '1 for what was asked for by name, else as a share of the best span’s.' }),
    rank: z
      .int()
      .optional()
      .openapi({ description: 'Its place in the ranking; left out for what was looked up.' }),
    scores: z
      .record(z.string(), z.number())
      .openapi({ description: 'Each signal’s share of its score in the ranking.' }),
    copies: z.array(positionSchema).optional().openapi({
      description: 'Copies and translations of the same text that were found too, the best ranked first.',
    }),
  })
  .openapi('SpanEvidence');

const commitEvidenceSchema = z
  .object({
    id: evidenceId,
    kind: z.literal('commit'),
    commit: z.string().openapi({ description: 'The commit that is cited.' }),
    hash: z.string().openapi({ description: 'SHA-256 of the UTF-8 of `text`.' }),
    text: z.string().openapi({ description: 'Its record: id, author, date, message.' }),
    instructs: instructsSchema,
    subject: z.string(),
    author: z.string(),
    date: z.string(),
    pullRequest: z.object({ number: z.int(), title: z.string().nullable() }).optional(),
    issues: z.array(z.int()),
    origins: z
      .array(positionSchema.extend({ reason: z.enum(originReasons) }))
      .openapi({ description: 'What it did to lines of the version asked about.' }),
    url: z.string().openapi({ description: 'Opens the commit in the app.' }),
    score: z.number(),
  })
  .openapi('CommitEvidence');

const discussionEvidenceSchema = z
  .object({
    id: z.string().openapi({ description: 'Issued for this question: `e1`, `e2`, …' }),
    kind: z.enum(discussionKinds),
    number: z.int(),
    title: z.string(),
    author: z.string().openapi({ description: 'Who wrote what is quoted.' }),
    date: z.string().openapi({ description: 'When it was written.' }),
    closedAt: z.string().openapi({ description: 'When it was merged or closed.' }),
    hash: z.string().openapi({ description: 'SHA-256 of the UTF-8 of `text`.' }),
    instructs: instructsSchema,
    text: z
      .string()
      .openapi({ description: 'The record quoted: title, author, day, and the body or the one remark.' }),
    commits: z.array(z.string()).openapi({ description: 'Commits it brought, of those asked about.' }),
    closes: z.array(z.int()).openapi({
      description: 'Of a pull request the issues it closes, of an issue the pull requests that closed it.',
    }),
    url: z.string().openapi({ description: 'Opens it at its host.' }),
    score: z.number(),
  })
  .openapi('DiscussionEvidence');

const attachmentEvidenceSchema = z
  .object({
    id: z.string(),
    kind: z.literal('attachment'),
    path: z.string().openapi({ description: 'The file’s name as it was given.' }),
    startLine: z.int(),
    endLine: z.int(),
    hash: z.string().openapi({ description: 'SHA-256 of the whole file’s UTF-8.' }),
    spanHash: z.string().openapi({ description: 'SHA-256 of the UTF-8 of the cited lines.' }),
    text: z.string(),
    instructs: instructsSchema,
    score: z.number(),
  })
  .openapi('AttachmentEvidence');

export const evidenceSchema = z
  .discriminatedUnion('kind', [
    spanEvidenceSchema,
    commitEvidenceSchema,
    discussionEvidenceSchema,
    attachmentEvidenceSchema,
  ])
  .openapi('Evidence');

export type Evidence = z.infer<typeof evidenceSchema>;
export type SpanEvidence = z.infer<typeof spanEvidenceSchema>;
export type CommitEvidence = z.infer<typeof commitEvidenceSchema>;
export type AttachmentEvidence = z.infer<typeof attachmentEvidenceSchema>;
export type DiscussionEvidence = z.infer<typeof discussionEvidenceSchema>;
