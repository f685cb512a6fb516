/** The route of exhaustive lists. */

import { z } from '@hono/zod-openapi';
import { createRoute, idParameter } from '../create-route.ts';
import { graphErrors } from '../document/errors.ts';
import { listAnswerSchema, listNameSchema, listParametersSchema } from './schema.ts';

export const listRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/lists/{list}',
  operationId: 'listAll',
  tags: ['Graph'],
  summary: 'List everything of one kind',
  description:
    'Lists everything of one kind in a version, such as all definitions or all tests, with exact counts. `notes` states why a list may be incomplete.',
  'x-action': 'read',
  'x-errors': graphErrors,
  request: { params: idParameter.extend({ list: listNameSchema }), query: listParametersSchema },
  responses: {
    200: {
      description: 'Everything of one kind, with exact counts and the reasons why it may not be complete',
      content: { 'application/json': { schema: listAnswerSchema }, 'text/csv': { schema: z.string() } },
    },
  },
});
