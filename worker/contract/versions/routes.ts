/** The routes of versions. An id, branch, tag or commit identifies a version. */

import { z } from '@hono/zod-openapi';
import {
  comparisonSchema,
  versionListSchema,
  versionRemovedSchema,
  versionRepairSchema,
  versionStatisticsSchema,
} from './schema.ts';
import { createRoute, idParameter, json } from '../create-route.ts';
import { pageQuery } from '../pages.ts';
import { versionErrors } from '../document/errors.ts';

const name = z.string().min(1).max(200);
const parameters = idParameter.extend({
  version: name.openapi({ description: 'Id, branch, tag or commit; slashes are written %2F.' }),
});

export const listVersionsRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/versions',
  operationId: 'listVersions',
  tags: ['Versions'],
  summary: 'List versions',
  description:
    'Lists the default version, then the others, newest first. Pass an id, branch, tag or commit from it as `version` to other operations.',
  'x-action': 'read',
  'x-errors': [],
  request: { params: idParameter, query: pageQuery },
  responses: {
    200: json(versionListSchema, 'The default version, then the others, newest first'),
  },
});

export const versionRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/versions/{version}',
  operationId: 'getVersion',
  tags: ['Versions'],
  summary: 'Read a version',
  description: 'Returns the status of a version with its numbers of files, chunks, vectors and bytes.',
  'x-action': 'read',
  'x-errors': versionErrors,
  request: { params: parameters },
  responses: { 200: json(versionStatisticsSchema, 'Statistics of the version') },
});

export const repairVersionRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/versions/{version}/repair',
  operationId: 'repairVersion',
  tags: ['Versions'],
  summary: 'Repair a version',
  description:
    'Checks the stored index of a version, and repairs what can be repaired. Use it after an error `content_damaged`.',
  'x-action': 'index',
  'x-errors': [...versionErrors, 'version_busy'],
  request: { params: parameters },
  responses: {
    200: json(versionRepairSchema, 'The problems found and the repair actions'),
  },
});

export const removeVersionRoute = createRoute({
  method: 'delete',
  path: '/v1/repositories/{id}/versions/{version}',
  operationId: 'deleteVersion',
  tags: ['Versions'],
  summary: 'Delete a version',
  description:
    'Deletes a version. It is hidden at once, and a background task deletes the data that no other version uses. The last readable version cannot be deleted.',
  'x-action': 'index',
  'x-errors': ['version_not_found', 'last_version'],
  request: { params: parameters },
  responses: {
    200: json(
      versionRemovedSchema,
      'Hidden at once and removed in the background; data shared with other versions stays',
    ),
  },
});

export const compareRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/compare',
  operationId: 'compareVersions',
  tags: ['Versions'],
  summary: 'Compare two versions',
  description:
    'Lists the files, definitions and commits that differ between two indexed versions. Limit it to a path or to definitions with one name.',
  'x-action': 'read',
  'x-errors': versionErrors,
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
  responses: { 200: json(comparisonSchema, 'Differences between the two versions') },
});
