/** Cards of an answer on the wire: graphs, chains, tables and timelines. */
import { z } from '@hono/zod-openapi';
import { originReasons } from '../../core/answers/evidence.ts';
import { graphEdgeSchema } from '../graph/schema.ts';

const cardNodeSchema = z.object({
  id: z.string(),
  kind: z.string(),
  name: z.string(),
  symbol: z.string().optional(),
  path: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  role: z.string(),
  complexity: z.int(),
});
const cardBase = {
  id: z.string(),
  title: z.string(),
  query: z
    .string()
    .openapi({ description: 'Path and query string of the API call that returns the complete result.' }),
  total: z.int(),
  truncated: z.boolean(),
};

export const cardSchema = z
  .discriminatedUnion('type', [
    z.object({
      ...cardBase,
      type: z.literal('graph'),
      focus: cardNodeSchema,
      nodes: z.array(cardNodeSchema),
      edges: z.array(graphEdgeSchema),
    }),
    z.object({
      ...cardBase,
      type: z.literal('chain'),
      nodes: z.array(cardNodeSchema).openapi({ description: 'From the first node to the last.' }),
      edges: z.array(graphEdgeSchema),
    }),
    z.object({
      ...cardBase,
      type: z.literal('table'),
      columns: z.array(z.string()),
      rows: z.array(z.object({ cells: z.array(z.string()), evidence: z.string().optional() })),
      csv: z.string().openapi({ description: 'Path and query string that return the same list as CSV.' }),
    }),
    z.object({
      ...cardBase,
      type: z.literal('timeline'),
      entries: z.array(
        z.object({
          commit: z.string(),
          subject: z.string(),
          author: z.string(),
          date: z.string(),
          reason: z.enum([...originReasons, 'mentions']),
          pullRequest: z.int().optional(),
          evidence: z.string().optional(),
        }),
      ),
    }),
  ])
  .openapi('Card');

export type Card = z.infer<typeof cardSchema>;
