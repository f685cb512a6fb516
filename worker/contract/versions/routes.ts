/** The routes of versions. A version is named by id, branch, tag or commit. */

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
  request: { params: idParameter },
  responses: {
    200: json(versionListSchema, 'The one read by default first, then the newest'),
    404: problem('No such repository'),
  },
});

export const versionRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/versions/{version}',
  request: { params: parameters },
  responses: { 200: json(versionStatisticsSchema, 'The version in numbers'), ...repositoryProblems },
});

export const repairVersionRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/versions/{version}/repair',
  request: { params: parameters },
  responses: {
    200: json(versionRepairSchema, 'What was found, and what is done about it'),
    ...repositoryProblems,
  },
});

export const removeVersionRoute = createRoute({
  method: 'delete',
  path: '/v1/repositories/{id}/versions/{version}',
  request: { params: parameters },
  responses: {
    200: json(
      versionRemovedSchema,
      'Hidden at once and removed in the background; what other versions share stays',
    ),
    404: problem('No such repository or version'),
    409: problem('It is the last one that can be read'),
  },
});

export const compareRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/compare',
  request: {
    params: idParameter,
    query: z.object({
      from: name.openapi({ description: 'The version before.' }),
      to: name.optional().openapi({ description: 'The version after; the one read by default if left out.' }),
      path: z.string().min(1).max(1_000).optional().openapi({ description: 'A file or a folder alone.' }),
      symbol: z
        .string()
        .min(1)
        .max(300)
        .optional()
        .openapi({ description: 'Definitions of this name alone.' }),
    }),
  },
  responses: { 200: json(comparisonSchema, 'What is different between the two'), ...repositoryProblems },
});
