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
        'Give `question`, `path` or `symbol`.',
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
  .openapi({ description: 'Issues its pull request closes or its message names, of those that are known.' });

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
    issues: z.array(z.int()).optional().openapi({ description: 'Numbers its message names.' }),
    linkedIssues: linkedIssuesSchema.optional(),
    reason: historyReasonSchema,
    score: z.number(),
    lines: z
      .array(z.object({ path: z.string(), startLine: z.int(), endLine: z.int() }))
      .openapi({ description: 'Of the version asked about, the lines it tells of.' }),
    files: z.int().openapi({ description: 'Files it changed.' }),
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
          author: z.string().openapi({ description: 'Who wrote what says most of what is asked.' }),
          date: z.string(),
          text: z.string().openapi({ description: 'The beginning of it.' }),
          score: z.number(),
        }),
      )
      .openapi({ description: 'Pull requests and issues, the best first; scores are those of the entries.' }),
    asOf: z.string().openapi({ description: 'Commit of the version it is told of.' }),
    complete: z.boolean(),
    notes: z
      .array(z.string())
      .openapi({ description: 'Where the chain ends and why: what of the history is not known.' }),
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
        path: z.string().openapi({ description: 'What the file was called then.' }),
        oldPath: z.string().nullable(),
        added: z.int(),
        deleted: z.int(),
        pullRequest: z.int().nullable(),
        pullRequestTitle: z.string().nullable(),
        url: z.string(),
      }),
    ),
    next: z.string().nullable().openapi({ description: 'Ask with `before` for those before.' }),
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

export type HistoryRequest = z.infer<typeof historyRequestSchema>;
export type HistoryEntry = z.infer<typeof historyEntrySchema>;
export type History = z.infer<typeof historySchema>;
export type Timeline = z.infer<typeof timelineSchema>;
export type CommitView = z.infer<typeof commitSchema>;
