/** The routes that tell whether old citations still hold. */

import { createRoute } from './create-route.ts';
import { conversationIdSchema } from './answer.ts';
import { citationsDriftSchema, conversationDriftSchema, driftRequestSchema } from './drift.ts';
import { body, idParameter, json, repositoryProblems } from './routes.ts';

export const conversationDriftRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/conversations/{conversation}/drift',
  request: { params: idParameter.extend({ conversation: conversationIdSchema }) },
  responses: {
    200: json(conversationDriftSchema, 'What has become of the sources of every turn'),
    ...repositoryProblems,
  },
});

export const driftRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/drift',
  // The request has the lines of every citation.
  'x-max-body-bytes': 2_097_152,
  request: { params: idParameter, body: body(driftRequestSchema) },
  responses: { 200: json(citationsDriftSchema, 'What has become of the citations'), ...repositoryProblems },
});
