/** The code graph on the wire: nodes, and edges with their tier and the line that proves them. */
import { z } from '@hono/zod-openapi';
import { edgeKinds, edgeTiers } from '../../core/code/edge.ts';

const edgeKindSchema = z.enum(edgeKinds);
const edgeTierSchema = z.enum(edgeTiers);

const graphNodeSchema = z
  .object({
    id: z.string().openapi({
      description:
        '`12` is a file, `12.3` a definition in it (the id from `/symbols`), `package:react` an external package.',
    }),
    kind: z.string().openapi({ description: '`file`, `package`, or the kind of definition.' }),
    name: z.string(),
    symbol: z.string().optional().openapi({ description: 'Qualified name; omitted for files.' }),
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
    distance: z.int().optional().openapi({ description: 'Number of steps from the focus.' }),
  })
  .openapi('GraphNode');

export const graphEdgeSchema = z
  .object({
    from: z.string(),
    to: z.string(),
    kind: edgeKindSchema,
    tier: edgeTierSchema,
    path: z.string().openapi({ description: 'The file with the line that proves the edge.' }),
    line: z.int(),
    text: z.string().optional().openapi({ description: 'The line itself, if requested with `text=true`.' }),
  })
  .openapi('GraphEdge');

/** A use of a name that several definitions share. Answers never state it as a fact. */
const namedPlaceSchema = z.object({
  from: z.string(),
  name: z.string(),
  kind: edgeKindSchema,
  path: z.string(),
  line: z.int(),
  candidates: z.int().openapi({ description: 'Number of definitions with this name.' }),
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
    description: 'Name or qualified name; for `importers`, also a package outside the repository.',
  }),
  path: z.string().min(1).max(1000).optional().openapi({
    description: 'File to query; together with `symbol`, the file that defines the symbol.',
  }),
  id: z.string().max(400).optional().openapi({
    description:
      'Id of a node, instead of `symbol` or `path`. `neighbours` accepts several, separated by commas.',
  }),
  to: z.string().min(1).max(400).optional().openapi({ description: 'The symbol at which a `chain` ends.' }),
  toPath: z.string().min(1).max(1000).optional(),
  depth: z.coerce.number().int().min(1).max(10).optional().openapi({
    description: 'Steps from the focus. Default: 1. For a `chain`, its maximum length. Default: 8.',
  }),
  tiers: z
    .string()
    .optional()
    .openapi({ description: 'Comma-separated edge tiers. Default: `resolved,import-scoped`.' }),
  kinds: z
    .string()
    .optional()
    .openapi({ description: 'Comma-separated edge kinds; each query supports its own.' }),
  limit: z.coerce.number().int().min(1).max(20_000).optional().openapi({
    description: 'Default: 1,000, or 20,000 for CSV, which is everything a walk can reach.',
  }),
  text: z
    .enum(['true', 'false'])
    .optional()
    .openapi({ description: 'Whether to include the line of each edge.' }),
  format: z.enum(['json', 'csv']).optional(),
  version: z.string().min(1).max(200).optional(),
});

export const graphAnswerSchema = z
  .object({
    query: graphQuerySchema,
    focus: graphNodeSchema.openapi({ description: 'The node that was queried.' }),
    within: z.array(graphNodeSchema).openapi({
      description:
        'Definitions that belong to the focus: its overloads, and its members for `dependents` and `dependencies`.',
    }),
    others: z
      .array(graphNodeSchema)
      .openapi({ description: 'Other definitions with this name; select one with `path` or `id`.' }),
    nodes: z.array(graphNodeSchema).openapi({ description: 'The results, without the focus.' }),
    edges: z.array(graphEdgeSchema),
    unsure: z.array(namedPlaceSchema).openapi({
      description: 'For tier `name-match`, lines whose name may refer to the focus or to another definition.',
    }),
    total: z.int().openapi({ description: 'Number of nodes found; all that exist unless `truncated`.' }),
    truncated: z.boolean(),
    truncatedBy: z.enum(['limit', 'nodes', 'time', 'depth']).optional(),
    hidden: z.array(z.string()).openapi({
      description:
        'Reasons why results could be missing: places that match by name alone, files that were parsed with errors, and, if nothing was found, every other reason.',
    }),
    repeat: z.string().openapi({ description: 'Path and query string that repeat this query.' }),
    totalMs: z.number(),
  })
  .openapi('GraphAnswer');

export const definitionsSchema = z
  .object({
    definitions: z.array(graphNodeSchema.extend({ tier: edgeTierSchema })).openapi({
      description:
        'Definitions that the name at this position refers to, most certain first; empty if it cannot be resolved.',
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
  .openapi('GraphExport', { description: 'The complete graph in graphology’s format.' });

export const repositoryMapSchema = z
  .object({
    files: z.array(graphNodeSchema).openapi({ description: 'By rank, highest first.' }),
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
