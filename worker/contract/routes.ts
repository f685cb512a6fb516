/**
 * The routes of repositories, their files and search, with their shapes: what the handlers are bound to and the OpenAPI document is
 * made of. Those of answers, the graph and history lie beside, built of the same parts.
 */

import { z } from '@hono/zod-openapi';
import { createRoute } from './create-route.ts';
import { startersSchema } from './conversation.ts';
import { fileSchema, fileTreeSchema, pathMatchesSchema, symbolListSchema } from './file.ts';
import { addSourceSchema } from './source.ts';
import { healthSchema } from './health.ts';
import { problemSchema } from './problem.ts';
import {
  acceptedSchema,
  addQuerySchema,
  coverageSchema,
  repositoryListSchema,
  repositorySchema,
} from './repository.ts';
import {
  grepRequestSchema,
  grepResponseSchema,
  searchRequestSchema,
  searchResponseSchema,
} from './search.ts';

export const idParameter = z.object({ id: z.string().min(1).max(100) });
export const versionQuery = z.object({ version: z.string().min(1).max(200).optional() });
const binary = z.string().openapi({ format: 'binary' });

export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
export const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problemSchema } },
});
export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
});

/** What any route of one repository may answer instead. */
export const repositoryProblems = {
  400: problem('The request is not valid'),
  404: problem('No such repository, version or file'),
  409: problem('Not ready yet'),
};

export const healthRoute = createRoute({
  method: 'get',
  path: '/v1/health',
  responses: { 200: json(healthSchema, 'The server and its parts') },
});

export const addRepositoryRoute = createRoute({
  method: 'post',
  path: '/v1/repositories',
  'x-max-archive-setting': 'MAX_UPLOAD_BYTES',
  request: {
    query: addQuerySchema,
    body: {
      // Bodies are read by the handler: an archive is a stream.
      required: false,
      content: {
        'application/gzip': { schema: binary },
        'application/zip': { schema: binary },
        'application/json': { schema: addSourceSchema },
      },
    },
  },
  responses: {
    200: json(acceptedSchema, 'Of a source: the host has nothing newer'),
    202: json(acceptedSchema, 'Stored; indexing has begun. The same name again adds a snapshot'),
    400: problem('The request is not valid'),
    413: problem('The upload is too large'),
    415: problem('Neither gzip nor zip'),
  },
});

export const listRepositoriesRoute = createRoute({
  method: 'get',
  path: '/v1/repositories',
  responses: { 200: json(repositoryListSchema, 'Repositories, newest first') },
});

export const getRepositoryRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}',
  request: { params: idParameter },
  responses: {
    200: json(repositorySchema, 'The repository as it stands'),
    404: problem('No such repository'),
  },
});

export const watchRepositoryRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/events',
  request: { params: idParameter },
  responses: {
    200: {
      description: 'The repository each time it changes, until it is ready or failed',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    404: problem('No such repository'),
  },
});

export const removeRepositoryRoute = createRoute({
  method: 'delete',
  path: '/v1/repositories/{id}',
  request: { params: idParameter },
  responses: {
    204: { description: 'Hidden at once; everything in it is removed in the background' },
    404: problem('No such repository'),
  },
});

export const coverageRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/coverage',
  request: { params: idParameter, query: versionQuery },
  responses: { 200: json(coverageSchema, 'What was indexed, skipped and masked'), ...repositoryProblems },
});

export const listFilesRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/files',
  request: {
    params: idParameter,
    query: versionQuery.extend({
      path: z
        .string()
        .max(1000)
        .optional()
        .openapi({ description: 'Folder to list; the root when left out.' }),
      match: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .openapi({ description: 'Words or a glob to find paths by, instead.' }),
    }),
  },
  responses: {
    200: json(z.union([fileTreeSchema, pathMatchesSchema]), 'One level of the tree, or paths'),
    ...repositoryProblems,
  },
});

/** Its path holds slashes, encoded or not; the handler is bound by a pattern of its own. */
export const readFileRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/files/{path}',
  request: { params: idParameter.extend({ path: z.string().min(1).max(1000) }), query: versionQuery },
  responses: { 200: json(fileSchema, 'The file'), ...repositoryProblems },
});

export const symbolsRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/symbols',
  request: {
    params: idParameter,
    query: versionQuery.extend({
      name: z.string().min(1).max(300).optional(),
      path: z.string().min(1).max(1000).optional().openapi({
        description: 'Those of one file: its outline. One of `name` and `path` is needed.',
      }),
      kind: z.string().max(50).optional(),
      match: z.enum(['exact', 'prefix']).optional().openapi({
        description:
          '`prefix`: `name` is the beginning of a bare name, or of one after a dot: `Flask.ru`. The whole name comes first.',
      }),
      limit: z.coerce.number().int().min(1).max(100).optional().openapi({
        description: 'Of `match=prefix`: definitions at most, 100 when left out.',
      }),
    }),
  },
  responses: { 200: json(symbolListSchema, 'Definitions of that name'), ...repositoryProblems },
});

export const searchRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/search',
  request: { params: idParameter, body: body(searchRequestSchema) },
  responses: { 200: json(searchResponseSchema, 'Spans, best first'), ...repositoryProblems },
});

export const grepRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/grep',
  request: { params: idParameter, body: body(grepRequestSchema) },
  responses: { 200: json(grepResponseSchema, 'Lines that match'), ...repositoryProblems },
});

export const startersRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/starters',
  request: { params: idParameter, query: versionQuery },
  responses: { 200: json(startersSchema, 'Questions to begin with'), ...repositoryProblems },
});

export const retryRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/retry',
  request: { params: idParameter },
  responses: {
    202: json(acceptedSchema, 'Indexing goes on from where it stopped'),
    404: problem('No such repository'),
    409: problem('There is nothing to take up again'),
  },
});
