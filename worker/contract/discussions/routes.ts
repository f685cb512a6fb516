/** The routes of pull requests and issues. */

import { z } from '@hono/zod-openapi';
import { discussionListSchema, discussionSchema } from './schema.ts';
import {
  createRoute,
  idParameter,
  json,
  problem,
  repositoryProblems,
  versionQuery,
} from '../create-route.ts';

export const discussionRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/discussions/{number}',
  'x-action': 'read',
  request: {
    params: idParameter.extend({ number: z.coerce.number().int().min(1).max(2_000_000_000) }),
    query: versionQuery,
  },
  responses: {
    200: json(discussionSchema, 'A merged pull request or closed issue with its full discussion'),
    ...repositoryProblems,
    404: problem('No such repository, or no discussion with this number in this version'),
  },
});

export const discussionsRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/discussions',
  'x-action': 'read',
  request: {
    params: idParameter,
    query: versionQuery.extend({
      query: z.string().trim().max(1_000).optional().openapi({ description: 'Search terms.' }),
      limit: z.coerce.number().int().min(1).max(100).optional().openapi({ description: 'Default: 20.' }),
    }),
  },
  responses: {
    200: json(
      discussionListSchema,
      'Merged pull requests and closed issues that match the query, best match first',
    ),
    ...repositoryProblems,
  },
});
