/** The route of exhaustive lists. */

import { z } from '@hono/zod-openapi';
import { createRoute, idParameter, repositoryProblems } from '../create-route.ts';
import { listAnswerSchema, listNameSchema, listParametersSchema } from './schema.ts';

export const listRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/lists/{list}',
  'x-action': 'read',
  request: { params: idParameter.extend({ list: listNameSchema }), query: listParametersSchema },
  responses: {
    200: {
      description: 'Everything of one kind, with exact counts and the reasons why it may not be complete',
      content: { 'application/json': { schema: listAnswerSchema }, 'text/csv': { schema: z.string() } },
    },
    ...repositoryProblems,
  },
});
