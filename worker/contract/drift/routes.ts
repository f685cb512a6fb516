/** The routes that check whether earlier citations are still current. */

import { conversationIdSchema } from '../answers/schema.ts';
import { citationsDriftSchema, conversationDriftSchema, driftRequestSchema } from './schema.ts';
import { body, createRoute, idParameter, json, repositoryProblems } from '../create-route.ts';

export const conversationDriftRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/conversations/{conversation}/drift',
  'x-action': 'ask',
  request: { params: idParameter.extend({ conversation: conversationIdSchema }) },
  responses: {
    200: json(conversationDriftSchema, 'The drift of each turn’s sources'),
    ...repositoryProblems,
  },
});

export const driftRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/drift',
  'x-action': 'read',
  // The request contains the lines of every citation.
  'x-max-body-bytes': 2_097_152,
  request: { params: idParameter, body: body(driftRequestSchema) },
  responses: { 200: json(citationsDriftSchema, 'The drift of the citations'), ...repositoryProblems },
});
