/** Pull requests and issues on the wire. */

import { z } from '@hono/zod-openapi';
import { commentKinds, discussionKinds } from '../../core/history/discussion.ts';

const commentSchema = z.object({
  kind: z.enum(commentKinds),
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

/** A discussion without body and comments. */
const discussionRowSchema = z
  .object({
    kind: z.enum(discussionKinds),
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
    remarks: z.array(commentSchema),
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
