/** Versions on the wire: the indexed branches and tags of a repository, their statistics, repair and comparison. */
import { z } from '@hono/zod-openapi';
import { nextCursor } from '../pages.ts';
import { statusSchema } from '../repositories/schema.ts';

const failureSchema = z.object({ code: z.string(), message: z.string(), fix: z.string() });
const countsSchema = z.object({
  files: z.int(),
  lines: z.int(),
  chunks: z.int(),
  symbols: z.int(),
  edges: z.int(),
  skipped: z.int(),
});

const versionSchema = z
  .object({
    ref: z.string().nullable().openapi({ description: 'Branch or tag; null for an upload without one.' }),
    snapshotId: z.string(),
    commit: z.string(),
    status: statusSchema,
    stage: z.string().openapi({ description: 'The current or last stage.' }),
    counts: countsSchema,
    createdAt: z.string(),
    readyAt: z.string().nullable(),
    isDefault: z
      .boolean()
      .openapi({ description: 'Whether it is used if a request does not set a version.' }),
    supersedes: z
      .string()
      .nullable()
      .openapi({ description: 'The previous snapshot, if it is retained for clients that pinned it.' }),
    history: z.object({ commits: z.int(), complete: z.boolean() }),
    next: z
      .object({ snapshotId: z.string(), status: statusSchema, error: failureSchema.nullable() })
      .nullable()
      .openapi({
        description:
          'A newer upload, in progress or failed. Questions are answered from this snapshot until the newer one is ready.',
      }),
    error: failureSchema.nullable(),
  })
  .openapi('Version');

export const versionListSchema = z
  .object({ versions: z.array(versionSchema), next: nextCursor })
  .openapi('VersionList');

const sharedSchema = z.object({
  stored: z.int().openapi({ description: 'Number stored; an item that occurs several times counts once.' }),
  shared: z.int().openapi({ description: 'Number that other versions also use.' }),
  own: z.int().openapi({ description: 'Number that only this version uses.' }),
});

export const versionStatisticsSchema = versionSchema
  .extend({
    chunks: sharedSchema,
    embeddings: sharedSchema,
    bytes: sharedSchema.openapi({ description: 'Bytes of files, after filters.' }),
  })
  .openapi('VersionStatistics');

export const versionRemovedSchema = z
  .object({ removed: z.array(z.string()).openapi({ description: 'Ids of its snapshots.' }) })
  .openapi('VersionRemoved');

export const versionRepairSchema = z
  .object({
    snapshotId: z.string(),
    found: z.object({
      filesWithoutContent: z
        .array(z.string())
        .openapi({ description: 'Files whose text or definitions are incomplete; at most 100 paths.' }),
      chunksNotIndexed: z.int().openapi({ description: 'Number of chunks missing from the keyword index.' }),
      keywordIndexBroken: z.boolean(),
      vectorsMissing: z.int(),
      edgesMissing: z.int(),
    }),
    rebuilding: z.boolean().openapi({
      description: 'Whether the index is being rebuilt. Questions use the existing index until then.',
    }),
    done: z.array(z.string()).openapi({ description: 'Repair actions, in sentences.' }),
  })
  .openapi('VersionRepair');

const sideSchema = z.object({ snapshotId: z.string(), ref: z.string().nullable(), commit: z.string() });

const placeSchema = z.object({
  path: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  signature: z.string(),
  commit: z.string(),
  url: z.string().openapi({ description: 'Opens these lines of this version in the app.' }),
});

const definitionChangeSchema = z.object({
  name: z.string(),
  kind: z.string(),
  change: z.enum(['added', 'removed', 'signature', 'body', 'moved']),
  before: placeSchema.nullable(),
  after: placeSchema.nullable(),
});

export const comparisonSchema = z
  .object({
    from: sideSchema,
    to: sideSchema,
    files: z.object({
      added: z.int(),
      removed: z.int(),
      changed: z.int(),
      renamed: z.int(),
      same: z.int(),
      list: z.array(
        z.object({
          change: z.enum(['added', 'removed', 'changed', 'renamed']),
          path: z.string(),
          oldPath: z.string().nullable().openapi({ description: 'Previous path of a renamed file.' }),
        }),
      ),
      truncated: z.boolean(),
    }),
    definitions: z.object({
      added: z.int(),
      removed: z.int(),
      changed: z.int(),
      list: z.array(definitionChangeSchema),
      truncated: z
        .boolean()
        .openapi({ description: 'Whether more files changed than were compared, or the list is truncated.' }),
    }),
    commits: z.object({
      total: z.int(),
      list: z.array(
        z.object({
          commit: z.string(),
          subject: z.string(),
          author: z.string(),
          date: z.string(),
          pullRequest: z.int().nullable(),
          url: z.string(),
        }),
      ),
      notes: z.array(z.string()).openapi({ description: 'Gaps in the history between the two versions.' }),
    }),
  })
  .openapi('Comparison');

export type Version = z.infer<typeof versionSchema>;
export type VersionStatistics = z.infer<typeof versionStatisticsSchema>;
export type VersionRepair = z.infer<typeof versionRepairSchema>;
export type Comparison = z.infer<typeof comparisonSchema>;
