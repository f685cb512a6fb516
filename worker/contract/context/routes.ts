/** The route of context. */

import { body, createRoute, idParameter, json } from '../create-route.ts';
import { textErrors } from '../document/errors.ts';
import { contextRequestSchema, contextResponseSchema } from './schema.ts';

export const contextRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/context',
  operationId: 'getContext',
  tags: ['Search'],
  summary: 'Get the context of a question',
  'x-action': 'search',
  'x-errors': textErrors,
  'x-cost': 'model',
  description:
    'Returns the code and documentation that a model needs to answer a question, within a token budget. The answer of a model here is written from the same spans. Paste `markdown` into any assistant.',
  request: { params: idParameter, body: body(contextRequestSchema) },
  responses: {
    200: json(contextResponseSchema, 'Spans, best first, and the same as Markdown'),
  },
});
