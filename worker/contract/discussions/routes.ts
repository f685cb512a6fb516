/** The routes of pull requests and issues. */

import { z } from '@hono/zod-openapi';
import { discussionListSchema, discussionSchema } from './schema.ts';
import { createRoute, idParameter, json, versionQuery } from '../create-route.ts';
import { versionErrors } from '../document/errors.ts';

export const discussionRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/discussions/{number}',
  operationId: 'getDiscussion',
  tags: ['History'],
  summary: 'Read a pull request or issue',
  description: 'Returns a merged pull request or closed issue with its description, comments and reviews.',
  'x-action': 'read',
  'x-errors': [...versionErrors, 'discussion_not_found'],
  request: {
    params: idParameter.extend({ number: z.coerce.number().int().min(1).max(2_000_000_000) }),
    query: versionQuery,
  },
  responses: {
    200: json(discussionSchema, 'A merged pull request or closed issue with its full discussion'),
  },
});

export const discussionsRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/discussions',
  operationId: 'listDiscussions',
  tags: ['History'],
  summary: 'Find pull requests and issues',
  description:
    'Finds merged pull requests and closed issues that match a query, best match first. Without a query, the newest come first.',
  'x-action': 'read',
  'x-errors': versionErrors,
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
  },
});
