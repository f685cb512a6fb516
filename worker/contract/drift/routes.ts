/** The routes that check whether earlier citations are still current. */

import { conversationIdSchema } from '../answers/schema.ts';
import { citationsDriftSchema, conversationDriftSchema, driftRequestSchema } from './schema.ts';
import { body, createRoute, idParameter, json, repositoryProblems } from '../create-route.ts';

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
  // The request contains the lines of every citation.
  'x-max-body-bytes': 2_097_152,
  request: { params: idParameter, body: body(driftRequestSchema) },
  responses: { 200: json(citationsDriftSchema, 'What has become of the citations'), ...repositoryProblems },
});
