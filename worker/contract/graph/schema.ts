/** The code graph on the wire: nodes, and edges with their tier and the line that proves them. */
import { z } from '@hono/zod-openapi';
import { edgeKinds, edgeTiers } from '../../core/code/edge.ts';

const edgeKindSchema = z.enum(edgeKinds);
const edgeTierSchema = z.enum(edgeTiers);

const graphNodeSchema = z
  .object({
    id: z.string().openapi({
      description:
        '`12` a file, `12.3` a definition in it (the id `/symbols` gives), `package:react` a package outside.',
    }),
    kind: z.string().openapi({ description: '`file`, `package`, or the kind of the definition.' }),
    name: z.string(),
    symbol: z.string().optional().openapi({ description: 'Qualified name; left out for files.' }),
    path: z.string(),
    language: z.string(),
    role: z.string(),
    startLine: z.int(),
    endLine: z.int(),
    nameLine: z.int(),
    signature: z.string(),
    documentation: z.string(),
    exported: z.boolean(),
    complexity: z.int(),
    rank: z.number().openapi({ description: 'PageRank; 1 is the mean of the snapshot.' }),
    distance: z.int().optional().openapi({ description: 'Steps from the focus.' }),
  })
  .openapi('GraphNode');

export const graphEdgeSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    kind: edgeKindSchema,
    tier: edgeTierSchema,
    path: z.string().openapi({ description: 'The file whose line proves it.' }),
    line: z.int(),
    text: z.string().optional().openapi({ description: 'That line, when `text=true` asks for it.' }),
  })
  .openapi('GraphEdge');

/** Uses of a name that several definitions have; never stated as facts. */
const namedPlaceSchema = z.object({
  from: z.string(),
  name: z.string(),
  kind: edgeKindSchema,
  path: z.string(),
  line: z.int(),
  candidates: z.int().openapi({ description: 'How many definitions bear the name.' }),
});

export const graphQuerySchema = z.enum([
  'callers',
  'callees',
  'importers',
  'imports',
  'dependents',
  'dependencies',
  'subclasses',
  'chain',
  'neighbours',
  'references',
]);

export const graphParametersSchema = z.object({
  symbol: z.string().min(1).max(400).optional().openapi({
    description: 'Name or qualified name; for `importers` also a package outside the repository.',
  }),
  path: z.string().min(1).max(1000).optional().openapi({
    description: 'A file to ask about; beside `symbol`, the file that defines it.',
  }),
  id: z.string().max(400).optional().openapi({
    description: 'A node’s id, instead; of `neighbours` several, with commas.',
  }),
  to: z.string().min(1).max(400).optional().openapi({ description: 'Where a `chain` ends: a symbol.' }),
  toPath: z.string().min(1).max(1000).optional(),
  depth: z.coerce.number().int().min(1).max(10).optional().openapi({
    description: 'Steps from the focus: 1 when left out; of a `chain` the most it may have, 8.',
  }),
  tiers: z
    .string()
    .optional()
    .openapi({ description: 'With commas. `resolved,import-scoped` when left out.' }),
  kinds: z.string().optional().openapi({ description: 'Edge kinds, with commas; each query has its own.' }),
  limit: z.coerce.number().int().min(1).max(20_000).optional().openapi({
    description: '1,000 when left out; of CSV all that a walk may reach, 20,000.',
  }),
  text: z.enum(['true', 'false']).optional().openapi({ description: 'Whether edges carry their line.' }),
  format: z.enum(['json', 'csv']).optional(),
  version: z.string().min(1).max(200).optional(),
});

export const graphAnswerSchema = z
  .object({
    query: graphQuerySchema,
    focus: graphNodeSchema.openapi({ description: 'What was asked about.' }),
    within: z.array(graphNodeSchema).openapi({
      description:
        'Definitions that count as the focus: its overloads, and for `dependents` and `dependencies` what lies in it.',
    }),
    others: z
      .array(graphNodeSchema)
      .openapi({ description: 'Other definitions of that name; ask for one with `path` or `id`.' }),
    nodes: z.array(graphNodeSchema).openapi({ description: 'The results alone.' }),
    edges: z.array(graphEdgeSchema),
    unsure: z.array(namedPlaceSchema).openapi({
      description: 'With tier `name-match`: places whose name could mean the focus or something else.',
    }),
    total: z.int().openapi({ description: 'Nodes found; all there are unless `truncated`.' }),
    truncated: z.boolean(),
    truncatedBy: z.enum(['limit', 'nodes', 'time', 'depth']).optional(),
    hidden: z
      .array(z.string())
      .openapi({ description: 'Where nothing was found: what could hide something.' }),
    repeat: z.string().openapi({ description: 'Path and query that give this again.' }),
    totalMs: z.number(),
  })
  .openapi('GraphAnswer');

export const definitionsSchema = z
  .object({
    definitions: z.array(graphNodeSchema.extend({ tier: edgeTierSchema })).openapi({
      description: 'What the name at that place refers to, the surest first; empty where nothing tells.',
    }),
  })
  .openapi('Definitions');

export const graphExportSchema = z
  .object({
    attributes: z.record(z.string(), z.unknown()),
    options: z.object({ type: z.literal('directed'), multi: z.literal(true), allowSelfLoops: z.boolean() }),
    nodes: z.array(z.object({ key: z.string(), attributes: z.record(z.string(), z.unknown()) })),
    edges: z.array(
      z.object({
        key: z.string(),
        source: z.string(),
        target: z.string(),
        attributes: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .openapi('GraphExport', { description: 'The whole graph, as graphology reads it.' });

export const repositoryMapSchema = z
  .object({
    files: z.array(graphNodeSchema).openapi({ description: 'By rank, best first.' }),
    symbols: z.array(graphNodeSchema),
  })
  .openapi('RepositoryMap');

export type GraphQuery = z.infer<typeof graphQuerySchema>;
export type GraphParameters = z.infer<typeof graphParametersSchema>;
export type GraphNode = z.infer<typeof graphNodeSchema>;
export type GraphEdge = z.infer<typeof graphEdgeSchema>;
export type NamedPlace = z.infer<typeof namedPlaceSchema>;
export type GraphAnswer = z.infer<typeof graphAnswerSchema>;
export type GraphExport = z.infer<typeof graphExportSchema>;
export type Definitions = z.infer<typeof definitionsSchema>;
export type RepositoryMap = z.infer<typeof repositoryMapSchema>;
