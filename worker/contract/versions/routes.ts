/** The routes of versions. An id, branch, tag or commit identifies a version. */

import { z } from '@hono/zod-openapi';
import {
  comparisonSchema,
  versionListSchema,
  versionRemovedSchema,
  versionRepairSchema,
  versionStatisticsSchema,
} from './schema.ts';
import { createRoute, idParameter, json, problem, repositoryProblems } from '../create-route.ts';

const name = z.string().min(1).max(200);
const parameters = idParameter.extend({
  version: name.openapi({ description: 'Id, branch, tag or commit; slashes are written %2F.' }),
});

export const listVersionsRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/versions',
  'x-action': 'read',
  request: { params: idParameter },
  responses: {
    200: json(versionListSchema, 'The default version, then the others, newest first'),
    404: problem('No such repository'),
  },
});

export const versionRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/versions/{version}',
  'x-action': 'read',
  request: { params: parameters },
  responses: { 200: json(versionStatisticsSchema, 'Statistics of the version'), ...repositoryProblems },
});

export const repairVersionRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/versions/{version}/repair',
  'x-action': 'index',
  request: { params: parameters },
  responses: {
    200: json(versionRepairSchema, 'The problems found and the repair actions'),
    ...repositoryProblems,
  },
});

export const removeVersionRoute = createRoute({
  method: 'delete',
  path: '/v1/repositories/{id}/versions/{version}',
  'x-action': 'index',
  request: { params: parameters },
  responses: {
    200: json(
      versionRemovedSchema,
      'Hidden at once and removed in the background; data shared with other versions stays',
    ),
    404: problem('No such repository or version'),
    409: problem('The version is the last readable one'),
  },
});

export const compareRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/compare',
  'x-action': 'read',
  request: {
    params: idParameter,
    query: z.object({
      from: name.openapi({ description: 'The earlier version.' }),
      to: name
        .optional()
        .openapi({ description: 'The later version. Default: the repository’s default version.' }),
      path: z.string().min(1).max(1_000).optional().openapi({ description: 'Only this file or folder.' }),
      symbol: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .openapi({ description: 'Only definitions with this name.' }),
    }),
  },
  responses: { 200: json(comparisonSchema, 'Differences between the two versions'), ...repositoryProblems },
});
