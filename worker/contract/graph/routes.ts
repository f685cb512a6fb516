/** The routes of the code graph. */

import { z } from '@hono/zod-openapi';
import {
  definitionsSchema,
  graphAnswerSchema,
  graphExportSchema,
  graphParametersSchema,
  graphQuerySchema,
  repositoryMapSchema,
} from './schema.ts';
import { createRoute, idParameter, json, versionQuery } from '../create-route.ts';
import { graphErrors, versionErrors } from '../document/errors.ts';

export const graphRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/graph/{query}',
  operationId: 'queryGraph',
  tags: ['Graph'],
  summary: 'Query the code graph',
  description:
    'Returns the callers, callees, imports, subclasses or another relation of a definition or file, or the shortest chain between two. Each edge has a tier, which states how the reference was resolved.',
  'x-action': 'read',
  'x-errors': graphErrors,
  request: { params: idParameter.extend({ query: graphQuerySchema }), query: graphParametersSchema },
  responses: {
    200: {
      description: 'Nodes and edges, complete unless `truncated`; with `format=csv`, one row per edge',
      content: { 'application/json': { schema: graphAnswerSchema }, 'text/csv': { schema: z.string() } },
    },
  },
});

export const exportGraphRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/graph',
  operationId: 'exportGraph',
  tags: ['Graph'],
  summary: 'Export the code graph',
  description:
    'Downloads all definitions, files and edges of a version, as graphology JSON or GraphML, for tools that analyze graphs.',
  'x-action': 'read',
  'x-errors': [...versionErrors, 'graph_missing'],
  request: {
    params: idParameter,
    query: versionQuery.extend({
      format: z.enum(['json', 'graphml']).optional(),
      tiers: z.string().optional().openapi({ description: 'Comma-separated edge tiers. Default: all.' }),
    }),
  },
  responses: {
    200: {
      description: 'The complete graph, as graphology JSON or GraphML',
      content: {
        'application/json': { schema: graphExportSchema },
        'application/xml': { schema: z.string() },
      },
    },
  },
});

export const repositoryMapRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/map',
  operationId: 'getRepositoryMap',
  tags: ['Graph'],
  summary: 'List the most-referenced code',
  description:
    'Lists the files and definitions that other code refers to most. Use it for a first look at an unknown repository.',
  'x-action': 'read',
  'x-errors': [...versionErrors, 'graph_missing'],
  request: {
    params: idParameter,
    query: versionQuery.extend({ limit: z.coerce.number().int().min(1).max(500).optional() }),
  },
  responses: {
    200: json(repositoryMapSchema, 'Most-referenced files and definitions'),
  },
});

export const definitionRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/definition',
  operationId: 'goToDefinition',
  tags: ['Graph'],
  summary: 'Go to a definition',
  description:
    'Returns the definitions that a name on a line of a file refers to, like “go to definition” in an editor.',
  'x-action': 'read',
  'x-errors': graphErrors,
  request: {
    params: idParameter,
    query: versionQuery.extend({
      path: z.string().min(1).max(1000),
      line: z.coerce.number().int().min(1),
      name: z.string().min(1).max(300).openapi({ description: 'The word on that line.' }),
    }),
  },
  responses: { 200: json(definitionsSchema, 'Definitions that the name refers to') },
});
