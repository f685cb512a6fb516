/** Repositories on the wire: source, progress, coverage. */
import { z } from '@hono/zod-openapi';
import { statuses } from '../../core/repositories/repository.ts';
import { sourceKinds } from '../../core/repositories/source.ts';

export const statusSchema = z.enum(statuses);

const stageProgressSchema = z.object({ done: z.int(), total: z.int() });

const failureSchema = z.object({
  code: z.string(),
  message: z.string().openapi({ description: 'What was wrong and what was found.' }),
  fix: z.string(),
  details: z.record(z.string(), z.unknown()),
  retryable: z.boolean().openapi({
    description: 'Whether POST …/retry takes the indexing up from where it stopped, as things stand.',
  }),
  retryableUntil: z
    .string()
    .nullable()
    .openapi({ description: 'When what is finished is thrown away; null when nothing is kept.' }),
});

const sourceSchema = z
  .object({
    kind: z.enum(sourceKinds),
    url: z.string().nullable().openapi({ description: 'Its page; null of an upload.' }),
  })
  .openapi('Source');

export const repositorySchema = z
  .object({
    id: z.string(),
    snapshotId: z.string().openapi({ description: 'The newest snapshot: ready, or on its way.' }),
    name: z.string(),
    ref: z.string().nullable(),
    commit: z
      .string()
      .openapi({ description: 'Commit id where the source tells it, else `tree-<hash>` of its files.' }),
    status: statusSchema,
    stage: z
      .string()
      .openapi({ description: 'The stage at work: fetch, parse, link, rank, embed, index, publish.' }),
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
    timings: z.record(z.string(), z.number()).openapi({ description: 'Milliseconds per finished stage.' }),
    rowsWritten: z.int(),
    percent: z.number().openapi({ description: '0 to 100 over all stages.' }),
    linesPerSecond: z.number().nullable(),
    secondsLeft: z.number().nullable(),
    error: failureSchema.optional(),
    source: sourceSchema,
    lostAt: z.string().nullable().openapi({
      description:
        'Since when its owner may not read it on its host any more: it is hidden until they may again.',
    }),
    waitingUntil: z.string().nullable().openapi({
      description: 'Until when its indexing waits by itself, for its host to take calls again.',
    }),
    waitingFor: z.string().nullable(),
    history: z
      .object({
        state: z.enum(['running', 'waiting', 'done', 'failed']),
        stage: z.string().openapi({ description: 'commits, pull-requests, issues, files, origins.' }),
        progress: z.record(z.string(), stageProgressSchema),
        waitingUntil: z.string().nullable().openapi({
          description: 'When it goes on: its host takes calls again, or what failed is tried again.',
        }),
        waitingFor: z.string().nullable(),
        notes: z
          .array(z.string())
          .openapi({ description: 'What of it is not known, why, and what may be done.' }),
        error: z.string().nullable().openapi({ description: 'Why it failed; a refresh begins it again.' }),
      })
      .optional()
      .openapi({
        description:
          'How far its past is fetched from its host, beside what is served; left out where nothing is. A failure of it leaves the repository ready.',
      }),
    popular: z.boolean().openapi({
      description:
        'Whether this deployment keeps it for everyone: its setting POPULAR names it, and it is public or the deployment’s own.',
    }),
    refreshAllowedAt: z.string().nullable().openapi({
      description: 'When this version may be uploaded again; null where it may be now.',
    }),
    createdAt: z.string(),
    readyAt: z.string().nullable(),
    servedSnapshotId: z
      .string()
      .nullable()
      .openapi({ description: 'The snapshot questions are answered from.' }),
  })
  .openapi('Repository');

export const repositoryListSchema = z
  .object({ repositories: z.array(repositorySchema) })
  .openapi('RepositoryList');

export const acceptedSchema = z
  .object({
    id: z.string(),
    snapshotId: z.string(),
    status: statusSchema,
    unchanged: z
      .literal(true)
      .optional()
      .openapi({ description: 'Set where what is there is what the host has: nothing was done.' }),
  })
  .openapi('Accepted');

/** Keeps control characters out of logs and pages. */
const printable = /^\P{Cc}+$/u;

export const addQuerySchema = z.object({
  name: z
    .string()
    .min(1)
    .max(200)
    .regex(printable, 'must hold no control characters')
    .optional()
    .openapi({ description: 'Of an archive, which needs one.' }),
  ref: z.string().min(1).max(200).regex(printable, 'must hold no control characters').optional(),
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
        'Files that name more than is kept of one: the graph has no edges of what stands further down there.',
    }),
    wrapperFolder: z
      .string()
      .nullable()
      .openapi({ description: 'The single top folder of the archive, left off every path.' }),
  })
  .openapi('Coverage');

export type Status = z.infer<typeof statusSchema>;
export type Repository = z.infer<typeof repositorySchema>;
export type Accepted = z.infer<typeof acceptedSchema>;
export type AddQuery = z.infer<typeof addQuerySchema>;
export type Coverage = z.infer<typeof coverageSchema>;
