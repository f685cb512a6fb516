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
import { createRoute, idParameter, json, repositoryProblems, versionQuery } from '../create-route.ts';

export const graphRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/graph/{query}',
  'x-action': 'read',
  request: { params: idParameter.extend({ query: graphQuerySchema }), query: graphParametersSchema },
  responses: {
    200: {
      description: 'Nodes and edges, complete unless `truncated`; with `format=csv`, one row per edge',
      content: { 'application/json': { schema: graphAnswerSchema }, 'text/csv': { schema: z.string() } },
    },
    ...repositoryProblems,
  },
});

export const exportGraphRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/graph',
  'x-action': 'read',
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
    ...repositoryProblems,
  },
});

export const repositoryMapRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/map',
  'x-action': 'read',
  request: {
    params: idParameter,
    query: versionQuery.extend({ limit: z.coerce.number().int().min(1).max(500).optional() }),
  },
  responses: {
    200: json(repositoryMapSchema, 'Most-referenced files and definitions'),
    ...repositoryProblems,
  },
});

export const definitionRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/definition',
  'x-action': 'read',
  request: {
    params: idParameter,
    query: versionQuery.extend({
      path: z.string().min(1).max(1000),
      line: z.coerce.number().int().min(1),
      name: z.string().min(1).max(300).openapi({ description: 'The word on that line.' }),
    }),
  },
  responses: { 200: json(definitionsSchema, 'Definitions that the name refers to'), ...repositoryProblems },
});
