/** The routes of repositories: add, list, read, watch, retry and remove. */

import { z } from '@hono/zod-openapi';
import { body, createRoute, idParameter, json } from '../create-route.ts';
import { hostErrors } from '../document/errors.ts';
import { pageQuery } from '../pages.ts';
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
  operationId: 'addRepository',
  tags: ['Repositories'],
  summary: 'Add a repository',
  description:
    'Adds a repository from an archive, from GitHub or from a documentation site, and starts to index it. Send an archive as the body with `name` in the query, or an address as JSON. The same name or address again adds a snapshot, and the earlier one stays readable until the new one is ready.',
  'x-action': 'index',
  'x-idempotency': 'replay',
  'x-errors': [
    'source_invalid',
    'not_allowed',
    'address_refused',
    'refresh_too_soon',
    'archive_invalid',
    ...hostErrors,
  ],
  'x-cost': 'repository',
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
  },
});

export const listRepositoriesRoute = createRoute({
  method: 'get',
  path: '/v1/repositories',
  operationId: 'listRepositories',
  tags: ['Repositories'],
  summary: 'List repositories',
  description:
    'Lists the repositories that you may read, newest first, with their status and counts. Use it to find the id that other operations need. Without `limit` the list is complete.',
  'x-action': 'read',
  'x-errors': [],
  request: { query: pageQuery },
  responses: { 200: json(repositoryListSchema, 'Repositories, newest first') },
});

export const getRepositoryRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}',
  operationId: 'getRepository',
  tags: ['Repositories'],
  summary: 'Read a repository',
  description:
    'Returns the current state of a repository: its version, its indexing progress and, if indexing failed, the reason.',
  'x-action': 'read',
  'x-errors': [],
  request: { params: idParameter },
  responses: {
    200: json(repositorySchema, 'The repository’s current state'),
  },
});

export const watchRepositoryRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/events',
  operationId: 'watchRepository',
  tags: ['Repositories'],
  summary: 'Follow the indexing of a repository',
  description:
    'Streams the repository as server-sent events, each time it changes, until it is ready or has failed. Each event has the same fields as “Read a repository”.',
  'x-action': 'read',
  'x-errors': [],
  request: { params: idParameter },
  responses: {
    200: {
      description: 'The repository each time it changes, until it is ready or failed',
      content: { 'text/event-stream': { schema: z.string() } },
    },
  },
});

export const removeRepositoryRoute = createRoute({
  method: 'delete',
  path: '/v1/repositories/{id}',
  operationId: 'deleteRepository',
  tags: ['Repositories'],
  summary: 'Delete a repository',
  description:
    'Deletes a repository with its versions, history and conversations. It is hidden at once; a background task deletes the data.',
  'x-action': 'index',
  'x-errors': [],
  request: { params: idParameter },
  responses: {
    204: { description: 'Hidden at once; its data is removed in the background' },
  },
});

export const changeRepositoryRoute = createRoute({
  method: 'patch',
  path: '/v1/repositories/{id}',
  operationId: 'changeVisibility',
  tags: ['Repositories'],
  summary: 'Change who may read a repository',
  description:
    'Makes a repository readable for everyone, or for its owner alone. A repository becomes public only if it is public on its host.',
  'x-action': 'index',
  'x-errors': hostErrors,
  request: { params: idParameter, body: body(repositoryChangeSchema) },
  responses: {
    204: { description: 'The visibility is changed' },
  },
});

export const retryRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/retry',
  operationId: 'retryIndexing',
  tags: ['Repositories'],
  summary: 'Continue a failed indexing',
  description:
    'Continues an indexing that failed, from where it stopped. Completed work is retained for a limited time; `retryableUntil` of the repository’s error states it.',
  'x-action': 'index',
  'x-idempotency': 'replay',
  'x-errors': ['nothing_to_retry'],
  'x-cost': 'lines',
  request: { params: idParameter },
  responses: {
    202: json(acceptedSchema, 'Indexing continues from where it stopped'),
  },
});
