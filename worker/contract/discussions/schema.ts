/** Pull requests and issues on the wire. */

import { z } from '@hono/zod-openapi';
import { commentKinds, discussionKinds } from '../../core/history/discussion.ts';

const commentSchema = z.object({
  kind: z.enum(commentKinds),
  author: z.string(),
  date: z.string(),
  body: z.string(),
  cut: z.boolean().openapi({ description: 'Whether the text is truncated.' }),
  path: z
    .string()
    .optional()
    .openapi({ description: 'For a comment on a line, the path of the file at that time.' }),
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
    closedAt: z.string().openapi({ description: 'When the discussion was merged or closed.' }),
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
      description:
        'For a pull request, the issues it closes; for an issue, the pull requests that closed it. Limited to this version.',
    }),
    remarks: z.array(commentSchema),
    moreRemarks: z.int().openapi({ description: 'Number of comments beyond the stored ones.' }),
  })
  .openapi('Discussion');

export const discussionListSchema = z
  .object({
    discussions: z.array(discussionRowSchema.extend({ score: z.number() })),
    counts: z.object({ pullRequests: z.int(), issues: z.int() }).openapi({
      description: 'Number of discussions of each kind that this version may cite.',
    }),
    notes: z.array(z.string()).openapi({ description: 'Gaps in the stored discussions, and the reasons.' }),
  })
  .openapi('DiscussionList');

export type DiscussionView = z.infer<typeof discussionSchema>;
export type DiscussionRowView = z.infer<typeof discussionRowSchema>;
export type DiscussionList = z.infer<typeof discussionListSchema>;
