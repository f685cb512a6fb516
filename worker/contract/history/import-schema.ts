/**
 * The import of a repository's history: commits in batches, then line origins for a few files at a time, then the end. Every call is
 * idempotent and independent of order. To resume an interrupted import, ask which parts are missing. `clients/cli/history/` is the client.
 */

import { z } from '@hono/zod-openapi';
import { maxCommitPatchLength, maxFilePatchLength } from '../../core/history/commit-patch.ts';
import {
  maxChangedWordsLength,
  maxFilesPerCommit,
  maxLineHistory,
  maxMessageLength,
} from '../../core/history/history.ts';

/** Maximum commits and files of one call; with them a body has one or two megabytes. */
const maxCommitsPerCall = 500;
const maxFilesPerCall = 200;
export const maxImportBytes = 4_000_000;

const commitIdSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a whole commit id');
/** The last second of the year 9999. Git stores any number, but later dates have no ISO format. */
export const maxUnixSeconds = 253_402_300_799;
const unixSeconds = z.int().min(0).max(maxUnixSeconds);
const wholeNumber = z.int().min(0);
/** -1 for a binary file. */
const lineCount = z.int().min(-1);
const path = z.string().min(1).max(4_096);

const changedWords = z.string().max(maxChangedWordsLength);

export const exportedCommitSchema = z
  .strictObject({
    id: commitIdSchema,
    parents: z.array(commitIdSchema).max(64),
    author: z.string().max(500),
    authoredAt: unixSeconds.openapi({ description: 'Seconds since 1970.' }),
    committedAt: unixSeconds.openapi({ description: 'Seconds since 1970.' }),
    message: z.string().max(maxMessageLength),
    isCut: z.boolean().optional().openapi({ description: 'Whether the message is truncated.' }),
    files: z
      .array(z.union([z.tuple([path, lineCount, lineCount]), z.tuple([path, lineCount, lineCount, path])]))
      .max(maxFilesPerCommit)
      .openapi({
        description:
          'Path, lines added, lines deleted (-1 for a binary file) and previous path. Empty for a merge.',
      }),
    moreFiles: wholeNumber
      .optional()
      .openapi({ description: 'Number of changed files beyond those listed.' }),
    words: z
      .strictObject({
        added: changedWords,
        removed: changedWords,
        tests: changedWords,
        documents: changedWords,
      })
      .optional()
      .openapi({
        description:
          'Distinct words of the changed lines, separated by spaces: of added and removed lines of code, and of lines added to tests and to documents. With them, a question finds a change whose message uses other words. They are searched, but never shown.',
      }),
    patch: z
      .array(
        z.strictObject({
          path,
          hunks: z.string().min(1).max(maxFilePatchLength),
          isCut: z.boolean().optional().openapi({ description: 'Whether further lines are omitted.' }),
        }),
      )
      .max(maxFilesPerCommit)
      .refine(
        (files) => files.reduce((sum, { hunks }) => sum + hunks.length, 0) <= maxCommitPatchLength,
        `has more than ${maxCommitPatchLength} characters of hunks`,
      )
      .optional()
      .openapi({
        description:
          'The changed lines by file, as hunks of a unified diff without file headers. Binary files, and files beyond the limits, are omitted.',
      }),
  })
  .openapi('ExportedCommit');

export const exportedCommitsSchema = z.strictObject({
  commits: z.array(exportedCommitSchema).max(maxCommitsPerCall),
});

export const exportedOriginsSchema = z
  .strictObject({
    commits: z.array(commitIdSchema.nullable()).max(65_536).openapi({
      description:
        'Commits that the nodes below refer to by index. Null represents lines that are not committed or are older than the known history.',
    }),
    files: z
      .array(
        z.strictObject({
          path,
          hash: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .openapi({ description: 'SHA-256 of the file’s bytes.' }),
          names: z
            .array(path)
            .max(1_000)
            .openapi({ description: 'Other paths that the file’s lines have had.' }),
          nodes: z
            .array(z.tuple([wholeNumber, z.int().min(0).max(3), z.int().min(-1), z.int().min(-1)]))
            .openapi({
              description: `Changes of lines: index in \`commits\`; 0 added, 1 edited, 2 moved, 3 edited to define another name; index in \`names\` of the file that contained the lines then, -1 for this file; index of the previous node, which comes earlier in this list, -1 for none. A chain has at most ${maxLineHistory} nodes.`,
            }),
          runs: z.array(z.tuple([z.int().min(1), wholeNumber, z.int().min(1)])).openapi({
            description:
              'Runs that cover all lines in order: number of lines, node of their last change, and number of the first line in the file as of that commit.',
          }),
        }),
      )
      .max(maxFilesPerCall),
  })
  .openapi('ExportedOrigins');

export const historyEndSchema = z.strictObject({
  tip: commitIdSchema,
  since: unixSeconds
    .nullable()
    .openapi({ description: 'Seconds since 1970: earlier commits were omitted. Null if all were included.' }),
  tags: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(250),
        commit: commitIdSchema,
        committedAt: unixSeconds.openapi({ description: 'Seconds since 1970.' }),
      }),
    )
    .max(10_000)
    .optional()
    .openapi({
      description:
        'Tags of the repository, which questions about versions refer to. They replace the tags of an earlier import; without this field, those remain.',
    }),
  notes: z
    .array(z.string().max(500))
    .max(50)
    .openapi({ description: 'Limits of the imported history, such as a shallow clone.' }),
});

export const historyStateSchema = z
  .object({
    snapshotId: z.string(),
    commits: z.int(),
    origins: z.int().openapi({ description: 'Number of files whose line history is known.' }),
    files: z.int(),
    complete: z.boolean(),
    since: z.string().nullable(),
    notes: z.array(z.string()),
  })
  .openapi('HistoryState');

/** The response to one call of an import. Only `state` counts files, since counting them on every call would be too slow. */
export const historyReceivedSchema = z
  .object({
    snapshotId: z.string(),
    commits: z.int().openapi({ description: 'Number of commits that the version has so far.' }),
  })
  .openapi('HistoryReceived');

/** Asks which of these commits and files the server does not have. */
export const missingHistoryRequestSchema = z.strictObject({
  commits: z.array(commitIdSchema).max(5_000).optional(),
  files: z
    .array(z.strictObject({ path, hash: z.string().regex(/^[0-9a-f]{64}$/) }))
    .max(2_000)
    .optional(),
});
export const missingHistorySchema = z
  .object({ commits: z.array(z.string()), files: z.array(z.string()) })
  .openapi('HistoryWanted');

export type ExportedCommit = z.infer<typeof exportedCommitSchema>;
export type ExportedOrigins = z.infer<typeof exportedOriginsSchema>;
export type HistoryStateView = z.infer<typeof historyStateSchema>;
