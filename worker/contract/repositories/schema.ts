/** Repositories on the wire: source, progress, coverage. */
import { z } from '@hono/zod-openapi';
import { nextCursor } from '../pages.ts';
import { statuses } from '../../core/repositories/repository.ts';
import { sourceKinds } from '../../core/repositories/source.ts';

export const statusSchema = z.enum(statuses);

const stageProgressSchema = z.object({ done: z.int(), total: z.int() });

const failureSchema = z.object({
  code: z.string(),
  message: z.string().openapi({ description: 'What happened, with the value that caused it.' }),
  fix: z.string(),
  details: z.record(z.string(), z.unknown()),
  retryable: z.boolean().openapi({
    description: 'Whether POST …/retry can currently continue indexing from where it stopped.',
  }),
  retryableUntil: z
    .string()
    .nullable()
    .openapi({ description: 'When completed work is deleted; null if none is stored.' }),
});

const sourceSchema = z
  .object({
    kind: z.enum(sourceKinds),
    url: z.string().nullable().openapi({ description: 'Address of its page; null for an upload.' }),
  })
  .openapi('Source');

export const repositorySchema = z
  .object({
    id: z.string(),
    snapshotId: z.string().openapi({ description: 'The newest snapshot, ready or in progress.' }),
    name: z.string(),
    ref: z.string().nullable(),
    commit: z.string().openapi({
      description: 'Commit id if the source provides one, otherwise `tree-<hash>` of its files.',
    }),
    status: statusSchema,
    stage: z
      .string()
      .openapi({ description: 'The current stage: fetch, parse, link, rank, embed, index, publish.' }),
    progress: z.record(z.string(), stageProgressSchema),
    counts: z.object({
      files: z.int(),
      lines: z.int(),
      chunks: z.int(),
      symbols: z.int(),
      edges: z.int(),
      commits: z.int(),
      skipped: z.int(),
    }),
    timings: z
      .record(z.string(), z.number())
      .openapi({ description: 'Milliseconds for each completed stage.' }),
    rowsWritten: z.int(),
    percent: z.number().openapi({ description: '0 to 100 over all stages.' }),
    linesPerSecond: z.number().nullable(),
    secondsLeft: z.number().nullable(),
    error: failureSchema.optional(),
    source: sourceSchema,
    lostAt: z.string().nullable().openapi({
      description:
        'When its owner lost access on the host. The repository is hidden until access is restored.',
    }),
    waitingUntil: z.string().nullable().openapi({
      description:
        'When its host accepts calls again and indexing continues; null if indexing does not wait.',
    }),
    waitingFor: z.string().nullable(),
    history: z
      .object({
        state: z.enum(['running', 'waiting', 'done', 'failed']),
        stage: z.string().openapi({ description: 'commits, pull-requests, issues, files, origins.' }),
        progress: z.record(z.string(), stageProgressSchema),
        waitingUntil: z.string().nullable().openapi({
          description: 'When it continues: the host accepts calls again, or a failed step is retried.',
        }),
        waitingFor: z.string().nullable(),
        notes: z
          .array(z.string())
          .openapi({ description: 'Gaps in the history, their reasons, and what to do about them.' }),
        error: z.string().nullable().openapi({ description: 'Why it failed; a refresh starts it again.' }),
      })
      .optional()
      .openapi({
        description:
          'Progress of fetching the history from the host while the repository is already served. Omitted if no history is being fetched. If it fails, the repository stays ready.',
      }),
    visibility: z.enum(['private', 'public']).openapi({
      description: '`public`: everyone may read it and ask about it; `private`: only its owner.',
    }),
    isOwn: z.boolean().openapi({ description: 'Whether it belongs to the viewer, who may change it.' }),
    popular: z.boolean().openapi({
      description:
        'Whether this deployment shares it with everyone: the POPULAR setting lists it, and it is public or belongs to the deployment.',
    }),
    refreshAllowedAt: z.string().nullable().openapi({
      description: 'When this version may be uploaded again; null if it may be now.',
    }),
    createdAt: z.string(),
    readyAt: z.string().nullable(),
    servedSnapshotId: z
      .string()
      .nullable()
      .openapi({ description: 'The snapshot that answers are based on.' }),
  })
  .openapi('Repository');

export const repositoryChangeSchema = z
  .strictObject({ visibility: z.enum(['private', 'public']) })
  .openapi('RepositoryChange');

export const repositoryListSchema = z
  .object({ repositories: z.array(repositorySchema), next: nextCursor })
  .openapi('RepositoryList');

export const acceptedSchema = z
  .object({
    id: z.string(),
    snapshotId: z.string(),
    status: statusSchema,
    unchanged: z
      .literal(true)
      .optional()
      .openapi({ description: 'Present if the stored state already matches the host, so nothing was done.' }),
  })
  .openapi('Accepted');

/** Keeps control characters out of logs and pages. */
const printable = /^\P{Cc}+$/u;

export const addQuerySchema = z.object({
  name: z
    .string()
    .min(1)
    .max(200)
    .regex(printable, 'must not contain control characters')
    .optional()
    .openapi({ description: 'Name of the repository. Required for an archive.' }),
  ref: z.string().min(1).max(200).regex(printable, 'must not contain control characters').optional(),
  commit: z
    .string()
    .regex(/^(?:[0-9a-f]{7,64}|tree-[0-9a-f]{7,64})$/, 'must be a commit id in hexadecimal')
    .optional(),
  subdirectory: z.string().min(1).max(500).optional(),
});

export const coverageSchema = z
  .object({
    commit: z.string(),
    indexed: z.int(),
    skipped: z.array(z.object({ path: z.string(), reason: z.string(), detail: z.string() })),
    skippedByReason: z.record(z.string(), z.int()),
    masked: z.array(z.object({ path: z.string(), line: z.int(), rule: z.string() })),
    cut: z.array(z.string()).openapi({
      description:
        'Files with more names than the index stores for one file. The graph has no edges from the rest of such a file.',
    }),
    wrapperFolder: z
      .string()
      .nullable()
      .openapi({ description: 'The single top-level folder of the archive, removed from every path.' }),
  })
  .openapi('Coverage');

export type Status = z.infer<typeof statusSchema>;
export type RepositoryList = z.infer<typeof repositoryListSchema>;
export type Repository = z.infer<typeof repositorySchema>;
export type Accepted = z.infer<typeof acceptedSchema>;
export type AddQuery = z.infer<typeof addQuerySchema>;
export type Coverage = z.infer<typeof coverageSchema>;
