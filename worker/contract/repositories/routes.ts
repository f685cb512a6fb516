/** The routes of repositories: add, list, read, watch, retry and remove. */

import { z } from '@hono/zod-openapi';
import { body, createRoute, idParameter, json, problem } from '../create-route.ts';
import { addSourceSchema } from '../sources/schema.ts';
import {
  acceptedSchema,
  addQuerySchema,
  repositoryChangeSchema,
  repositoryListSchema,
  repositorySchema,
} from './schema.ts';

const binary = z.string().openapi({ format: 'binary' });

export const addRepositoryRoute = createRoute({
  method: 'post',
  path: '/v1/repositories',
  'x-action': 'index',
  'x-max-archive-setting': 'MAX_UPLOAD_BYTES',
  request: {
    query: addQuerySchema,
    body: {
      // The handler reads the body itself, because an archive is a stream.
      required: false,
      content: {
        'application/gzip': { schema: binary },
        'application/zip': { schema: binary },
        'application/json': { schema: addSourceSchema },
      },
    },
  },
  responses: {
    200: json(acceptedSchema, 'For a hosted source: the host has nothing newer'),
    202: json(acceptedSchema, 'Accepted, and indexing has started. An existing name gets a new snapshot'),
    400: problem('The request is not valid'),
    413: problem('The upload is too large'),
    415: problem('The archive is neither gzip nor zip'),
  },
});

export const listRepositoriesRoute = createRoute({
  method: 'get',
  path: '/v1/repositories',
  'x-action': 'read',
  responses: { 200: json(repositoryListSchema, 'Repositories, newest first') },
});

export const getRepositoryRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}',
  'x-action': 'read',
  request: { params: idParameter },
  responses: {
    200: json(repositorySchema, 'The repository’s current state'),
    404: problem('No such repository'),
  },
});

export const watchRepositoryRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/events',
  'x-action': 'read',
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
  'x-action': 'index',
  request: { params: idParameter },
  responses: {
    204: { description: 'Hidden at once; its data is removed in the background' },
    404: problem('No such repository'),
  },
});

export const changeRepositoryRoute = createRoute({
  method: 'patch',
  path: '/v1/repositories/{id}',
  'x-action': 'index',
  request: { params: idParameter, body: body(repositoryChangeSchema) },
  responses: {
    204: { description: 'The visibility is changed' },
    403: problem('The repository belongs to somebody else, or is not public on its host'),
    404: problem('No such repository'),
    503: problem('The host does not respond'),
  },
});

export const retryRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/retry',
  'x-action': 'index',
  request: { params: idParameter },
  responses: {
    202: json(acceptedSchema, 'Indexing continues from where it stopped'),
    404: problem('No such repository'),
    409: problem('There is no failed indexing to retry'),
  },
});
