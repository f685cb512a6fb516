/** Evidence on the wire: what an answer cites, whether lines of a file, a commit, a discussion or lines of an attached file. */

import { z } from '@hono/zod-openapi';
import { originReasons } from '../../core/answers/evidence.ts';
import { discussionKinds } from '../../core/history/discussion.ts';
import { positionSchema } from '../search/schema.ts';

const instructsSchema = z.string().optional().openapi({
  description:
    'Text in this evidence that addresses a model instead of a human reader. The evidence is shown as usual, but cannot verify a claim on its own.',
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
    hash: z.string().openapi({ description: 'SHA-256 of the whole file, as returned by `files/{path}`.' }),
    spanHash: z.string().openapi({ description: 'SHA-256 of the span’s lines as UTF-8, before masking.' }),
    url: z.string().openapi({ description: 'Opens these lines of this snapshot in the app.' }),
    text: z.string(),
    instructs: instructsSchema,
    score: z.number().openapi({
      description: '1 for a span that the question names; otherwise a fraction of the best span’s score.',
    }),
    rank: z
      .int()
      .optional()
      .openapi({ description: 'Position in the ranking; omitted for a span that was looked up directly.' }),
    scores: z.record(z.string(), z.number()).openapi({
      description:
        'Each signal’s component of the ranking score. `chosen` marks a definition that the model chose from a list of the best ranked ones.',
    }),
    copies: z.array(positionSchema).optional().openapi({
      description: 'Copies and translations of the same text, best ranked first.',
    }),
  })
  .openapi('SpanEvidence');

const commitEvidenceSchema = z
  .object({
    id: evidenceId,
    kind: z.literal('commit'),
    commit: z.string().openapi({ description: 'The cited commit.' }),
    hash: z.string().openapi({ description: 'SHA-256 of `text` as UTF-8.' }),
    text: z.string().openapi({ description: 'The commit’s record: id, author, date and message.' }),
    instructs: instructsSchema,
    subject: z.string(),
    author: z.string(),
    date: z.string(),
    pullRequest: z.object({ number: z.int(), title: z.string().nullable() }).optional(),
    issues: z.array(z.int()),
    origins: z
      .array(positionSchema.extend({ reason: z.enum(originReasons) }))
      .openapi({ description: 'Lines that the commit introduced or changed, in the requested version.' }),
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
    author: z.string().openapi({ description: 'Author of the quoted text.' }),
    date: z.string().openapi({ description: 'When the quoted text was written.' }),
    closedAt: z.string().openapi({ description: 'When the discussion was merged or closed.' }),
    hash: z.string().openapi({ description: 'SHA-256 of `text` as UTF-8.' }),
    instructs: instructsSchema,
    text: z
      .string()
      .openapi({ description: 'The quoted record: title, author, date, and the body or one comment.' }),
    commits: z.array(z.string()).openapi({
      description: 'Commits that the pull request merged, limited to those relevant to the question.',
    }),
    closes: z.array(z.int()).openapi({
      description:
        'For a pull request, the issues it closes; for an issue, the pull requests that closed it.',
    }),
    url: z.string().openapi({ description: 'Opens the discussion on its host.' }),
    score: z.number(),
  })
  .openapi('DiscussionEvidence');

const attachmentEvidenceSchema = z
  .object({
    id: z.string(),
    kind: z.literal('attachment'),
    path: z.string().openapi({ description: 'Name of the file, as given in the request.' }),
    startLine: z.int(),
    endLine: z.int(),
    hash: z.string().openapi({ description: 'SHA-256 of the whole file as UTF-8.' }),
    spanHash: z.string().openapi({ description: 'SHA-256 of the cited lines as UTF-8.' }),
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
