/** Pull requests and issues on the wire: as they are cited, listed and read. */

import { z } from '@hono/zod-openapi';
import { instructsSchema } from './instructs.ts';

export const discussionKindSchema = z.enum(['pull-request', 'issue']);

export const discussionEvidenceSchema = z
  .object({
    id: z.string().openapi({ description: 'Issued for this question: `e1`, `e2`, …' }),
    kind: discussionKindSchema,
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

const remarkSchema = z.object({
  kind: z.enum(['comment', 'review', 'review-comment']),
  author: z.string(),
  date: z.string(),
  body: z.string(),
  cut: z.boolean().openapi({ description: 'Whether the rest of it was left out.' }),
  path: z
    .string()
    .optional()
    .openapi({ description: 'Of a remark on a line: the file, as it was called then.' }),
  line: z.int().optional(),
  url: z.string(),
});

/** Without what was said. */
const discussionRowSchema = z
  .object({
    kind: discussionKindSchema,
    number: z.int(),
    title: z.string(),
    author: z.string(),
    openedAt: z.string(),
    closedAt: z.string().openapi({ description: 'When it was merged or closed.' }),
    labels: z.array(z.string()),
    url: z.string(),
  })
  .openapi('DiscussionRow');

export const discussionSchema = discussionRowSchema
  .extend({
    body: z.string(),
    cut: z.boolean(),
    mergeCommit: z.string().nullable(),
    linked: z.array(discussionRowSchema).openapi({
      description: 'Issues a pull request closes, pull requests that closed an issue; those of this version.',
    }),
    remarks: z.array(remarkSchema),
    moreRemarks: z.int().openapi({ description: 'Remarks there are beyond those kept.' }),
  })
  .openapi('Discussion');

export const discussionListSchema = z
  .object({
    discussions: z.array(discussionRowSchema.extend({ score: z.number() })),
    counts: z.object({ pullRequests: z.int(), issues: z.int() }).openapi({
      description: 'How many of each this version may speak of.',
    }),
    notes: z.array(z.string()).openapi({ description: 'What is not known of them, and why.' }),
  })
  .openapi('DiscussionList');

export type DiscussionView = z.infer<typeof discussionSchema>;
export type DiscussionRowView = z.infer<typeof discussionRowSchema>;
export type DiscussionList = z.infer<typeof discussionListSchema>;
export type DiscussionEvidence = z.infer<typeof discussionEvidenceSchema>;
