/** The route of a repository's overview. */

import { z } from '@hono/zod-openapi';
import { createRoute, idParameter, versionQuery } from '../create-route.ts';
import { textErrors } from '../document/errors.ts';
import { overviewSchema } from './schema.ts';

export const overviewRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/overview',
  operationId: 'getOverview',
  tags: ['Files'],
  summary: 'Read the overview of a repository',
  description:
    'Describes what the repository is: its purpose, layout, entry points, most-referenced code, dependencies and recent changes. It is made from the index without a model; each statement has its lines or commit.',
  'x-action': 'read',
  'x-errors': textErrors,
  request: {
    params: idParameter,
    query: versionQuery.extend({ format: z.enum(['json', 'markdown']).optional() }),
  },
  responses: {
    200: {
      description:
        'What the repository is, its layout, entry points, most-referenced code, dependencies, recent changes and questions to start with. Made from the index without a model; each statement has its lines or commit.',
      content: { 'application/json': { schema: overviewSchema }, 'text/markdown': { schema: z.string() } },
    },
  },
});
