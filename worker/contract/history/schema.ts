/** History on the wire: the commits relevant to lines, a symbol, a file or a question, each with its reason. */

import { z } from '@hono/zod-openapi';
import { originReasons } from '../../core/answers/evidence.ts';
import { discussionKinds } from '../../core/history/discussion.ts';

/** `mentions`: the commit's message matches the question; the other reasons say what it did to the lines. */
const historyReasonSchema = z.enum([...originReasons, 'mentions']);

export const historyRequestSchema = z
  .union([
    z.strictObject({
      question: z.string().trim().min(1).max(4_000),
      version: z.string().max(200).optional(),
      limit: z.int().min(1).max(100).optional(),
    }),
    z.strictObject({
      commit: z
        .string()
        .regex(/^[0-9a-f]{7,64}$/i, 'must be a commit id, or seven digits and more of its beginning')
        .openapi({
          description:
            'Returns this commit with the lines that it added or changed last and that still stand in the version.',
        }),
      version: z.string().max(200).optional(),
      limit: z.int().min(1).max(100).optional(),
    }),
    z
      .strictObject({
        path: z.string().min(1).max(4_096).optional(),
        startLine: z.int().min(1).optional(),
        endLine: z.int().min(1).optional(),
        symbol: z.string().min(1).max(500).optional(),
        version: z.string().max(200).optional(),
        limit: z.int().min(1).max(100).optional(),
      })
      .refine(
        ({ path, symbol }) => path !== undefined || symbol !== undefined,
        'Send `question`, `path` or `symbol`.',
      )
      .refine(
        ({ startLine, endLine, path }) =>
          (startLine === undefined && endLine === undefined) || path !== undefined,
        'Lines need the `path` of their file.',
      )
      .refine(
        ({ startLine = 1, endLine = startLine }) => startLine <= endLine,
        '`endLine` must not be before `startLine`.',
      ),
  ])
  .openapi('HistoryRequest');

const linkedIssuesSchema = z
  .array(z.object({ number: z.int(), title: z.string(), url: z.string() }))
  .openapi({ description: 'Known issues that the commit’s pull request closes or its message mentions.' });

const historyEntrySchema = z
  .object({
    commit: z.string(),
    subject: z.string(),
    body: z.string(),
    author: z.string(),
    date: z.string(),
    pullRequest: z
      .object({ number: z.int(), title: z.string().nullable(), url: z.string().optional() })
      .optional(),
    issues: z
      .array(z.int())
      .optional()
      .openapi({ description: 'Numbers of issues that the commit’s message mentions.' }),
    linkedIssues: linkedIssuesSchema.optional(),
    reason: historyReasonSchema,
    score: z.number(),
    lines: z.array(z.object({ path: z.string(), startLine: z.int(), endLine: z.int() })).openapi({
      description:
        'The lines of the requested version that the entry explains. For a request by commit, every line that it added or changed last.',
    }),
    files: z.int().openapi({ description: 'Number of files that the commit changed.' }),
    url: z.string(),
  })
  .openapi('HistoryEntry');

export const historySchema = z
  .object({
    entries: z.array(historyEntrySchema),
    discussions: z
      .array(
        z.object({
          kind: z.enum(discussionKinds),
          number: z.int(),
          title: z.string(),
          url: z.string(),
          author: z.string().openapi({ description: 'Author of the passage that matches best.' }),
          date: z.string(),
          text: z.string().openapi({ description: 'Beginning of the text.' }),
          score: z.number(),
        }),
      )
      .openapi({
        description:
          'Pull requests and issues, best match first; scores use the same scale as those of entries.',
      }),
    asOf: z.string().openapi({ description: 'Commit of the version that the history belongs to.' }),
    complete: z.boolean(),
    notes: z
      .array(z.string())
      .openapi({ description: 'Where the known history ends, what is missing and why.' }),
  })
  .openapi('History');

export const timelineSchema = z
  .object({
    path: z.string(),
    entries: z.array(
      z.object({
        commit: z.string(),
        subject: z.string(),
        author: z.string(),
        date: z.string(),
        path: z.string().openapi({ description: 'Path of the file at that time.' }),
        oldPath: z.string().nullable(),
        added: z.int(),
        deleted: z.int(),
        pullRequest: z.int().nullable(),
        pullRequestTitle: z.string().nullable(),
        url: z.string(),
      }),
    ),
    next: z
      .string()
      .nullable()
      .openapi({ description: 'The cursor of the next page, with older commits; null on the last one.' }),
    notes: z.array(z.string()),
  })
  .openapi('Timeline');

export const commitSchema = z
  .object({
    commit: z.string(),
    parents: z.array(z.string()),
    subject: z.string(),
    message: z.string(),
    author: z.string(),
    date: z.string(),
    pullRequest: z
      .object({ number: z.int(), title: z.string().nullable(), url: z.string().optional() })
      .optional(),
    issues: z.array(z.int()),
    linkedIssues: linkedIssuesSchema.optional(),
    files: z.array(
      z.object({ path: z.string(), added: z.int(), deleted: z.int(), oldPath: z.string().nullable() }),
    ),
    moreFiles: z.int(),
  })
  .openapi('Commit');

/** Maximum files of one page of a diff. */
export const maxDiffFiles = 200;

export const commitDiffSchema = z
  .object({
    commit: z.string(),
    state: z.enum(['known', 'not-imported', 'merge']).openapi({
      description:
        '`not-imported`: the history was imported without the changed lines; import it again to add them. `merge`: a merge has no changes of its own.',
    }),
    files: z.array(
      z.object({
        path: z.string(),
        oldPath: z.string().nullable(),
        added: z.int().openapi({ description: 'Number of lines; -1 for a binary file.' }),
        deleted: z.int(),
        hunks: z.array(
          z.object({
            oldStart: z
              .int()
              .openapi({ description: 'Number of the first line before the commit; 0 for a new file.' }),
            newStart: z
              .int()
              .openapi({ description: 'Number of the first line after the commit; 0 for a deleted file.' }),
            heading: z
              .string()
              .openapi({ description: 'The line of code above the hunk that git considers its heading.' }),
            lines: z.array(z.string()).openapi({
              description: 'Each starts with a space (unchanged), `+` (added) or `-` (removed).',
            }),
          }),
        ),
        cut: z.boolean().openapi({
          description: 'Whether changed lines are missing, because the file or commit is too long.',
        }),
      }),
    ),
    requested: z.array(z.object({ path: z.string(), startLine: z.int(), endLine: z.int() })).openapi({
      description:
        'Where the requested lines are after the commit, as far as it is the last commit that changed them.',
    }),
    total: z.int().openapi({ description: 'Number of changed files on all pages.' }),
    moreFiles: z.int().openapi({ description: 'Number of further changed files, which are not stored.' }),
    next: z.string().nullable().openapi({ description: 'Pass it as `after` to get the next page.' }),
  })
  .openapi('CommitDiff');

export type CommitDiffView = z.infer<typeof commitDiffSchema>;
export type HistoryRequest = z.infer<typeof historyRequestSchema>;
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
export type History = z.infer<typeof historySchema>;
export type Timeline = z.infer<typeof timelineSchema>;
export type CommitView = z.infer<typeof commitSchema>;
