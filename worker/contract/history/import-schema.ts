/**
 * The import of a repository's history: commits in batches, then line origins for a few files at a time, then the end. Every call is
 * idempotent and independent of order. To resume an interrupted import, ask which parts are missing. `clients/cli/history/` is the client.
 */

import { z } from '@hono/zod-openapi';
import { maxFilesOfCommit, maxLineHistory, maxMessageLength } from '../../core/history/history.ts';

/** Commits and files of one call; they keep a body at one or two megabytes. */
const maxCommitsPerCall = 500;
const maxFilesPerCall = 200;
export const maxImportBytes = 4_000_000;

const commitIdSchema = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a whole commit id');
/** The last second of the year 9999. Git stores any number, but later dates have no ISO format. */
export const maxUnixSeconds = 253_402_300_799;
const unixSeconds = z.int().min(0).max(maxUnixSeconds);
const whole = z.int().min(0);
const count = z.int().min(-1);
const path = z.string().min(1).max(4_096);

export const exportedCommitSchema = z
  .strictObject({
    id: commitIdSchema,
    parents: z.array(commitIdSchema).max(64),
    author: z.string().max(500),
    authoredAt: unixSeconds.openapi({ description: 'Seconds since 1970.' }),
    committedAt: unixSeconds.openapi({ description: 'Seconds since 1970.' }),
    message: z.string().max(maxMessageLength),
    isCut: z.boolean().optional().openapi({ description: 'The message was longer.' }),
    files: z
      .array(z.union([z.tuple([path, count, count]), z.tuple([path, count, count, path])]))
      .max(maxFilesOfCommit)
      .openapi({
        description:
          'Path, lines added, lines deleted (-1 of a binary file), and what it was called before. None of a merge.',
      }),
    moreFiles: whole.optional().openapi({ description: 'Files it changed beyond those listed.' }),
  })
  .openapi('ExportedCommit');

export const exportedCommitsSchema = z.strictObject({
  commits: z.array(exportedCommitSchema).max(maxCommitsPerCall),
});

export const exportedOriginsSchema = z
  .strictObject({
    commits: z.array(commitIdSchema.nullable()).max(65_536).openapi({
      description:
        'Commits the nodes below name by their place; null stands for lines not committed, or older than the known history.',
    }),
    files: z
      .array(
        z.strictObject({
          path,
          hash: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .openapi({ description: 'SHA-256 of the bytes of the file told of.' }),
          names: z.array(path).max(1_000).openapi({ description: 'Other names its lines have stood under.' }),
          nodes: z.array(z.tuple([whole, z.int().min(0).max(3), z.int().min(-1), z.int().min(-1)])).openapi({
            description: `What lines went through: place in \`commits\`; 0 added, 1 edited, 2 moved, 3 edited to define another name; the place in \`names\` of the file they stood in then, -1 for this one; the place of the node before it, which comes earlier in this list, -1 for none. At most ${maxLineHistory} one after another.`,
          }),
          runs: z.array(z.tuple([z.int().min(1), whole, z.int().min(1)])).openapi({
            description:
              'In the order of the lines, which they cover: how many lines, the node of their last change, the number of the first in the file as that commit left it.',
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
    .openapi({ description: 'Seconds since 1970: commits before it were left out; null when none were.' }),
  notes: z
    .array(z.string().max(500))
    .max(50)
    .openapi({ description: 'What degrades it, such as a shallow clone.' }),
});

export const historyStateSchema = z
  .object({
    snapshotId: z.string(),
    commits: z.int(),
    origins: z.int().openapi({ description: 'Files whose lines’ origins are known.' }),
    files: z.int(),
    complete: z.boolean(),
    since: z.string().nullable(),
    notes: z.array(z.string()),
  })
  .openapi('HistoryState');

/** The response to one call of many. Only `state` counts files, since counting them on every call would be too slow. */
export const historyReceivedSchema = z
  .object({
    snapshotId: z.string(),
    commits: z.int().openapi({ description: 'Commits of the version so far.' }),
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
