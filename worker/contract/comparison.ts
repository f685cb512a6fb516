/** What is different between two versions, on the wire. Lists are cut, counts are not. */
import { z } from '@hono/zod-openapi';

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
          oldPath: z
            .string()
            .nullable()
            .openapi({ description: 'Of one renamed: what it was called before.' }),
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
        .openapi({ description: 'More files were changed than were looked into, or more is listed.' }),
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
      notes: z.array(z.string()).openapi({ description: 'What is not known of the history between them.' }),
    }),
  })
  .openapi('Comparison');

export type Comparison = z.infer<typeof comparisonSchema>;
