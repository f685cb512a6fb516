/** The routes that check whether earlier citations are still current. */

import { conversationIdSchema } from '../answers/schema.ts';
import { citationsDriftSchema, conversationDriftSchema, driftRequestSchema } from './schema.ts';
import { body, createRoute, idParameter, json } from '../create-route.ts';
import { textErrors } from '../document/errors.ts';

export const conversationDriftRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/conversations/{conversation}/drift',
  operationId: 'checkConversation',
  tags: ['Conversations'],
  summary: 'Check the sources of a conversation',
  description:
    'Reports for each source of a conversation whether it is unchanged, moved, edited or deleted in the newest version.',
  'x-action': 'ask',
  'x-errors': ['conversation_not_found', ...textErrors],
  request: { params: idParameter.extend({ conversation: conversationIdSchema }) },
  responses: {
    200: json(conversationDriftSchema, 'The drift of each turn’s sources'),
  },
});

export const driftRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/drift',
  operationId: 'checkCitations',
  tags: ['Conversations'],
  summary: 'Check citations that you store',
  description:
    'Reports for each of your citations whether it is unchanged, moved, edited or deleted. Use it for answers that you stored elsewhere.',
  'x-action': 'read',
  'x-errors': textErrors,
  // The request contains the lines of every citation.
  'x-max-body-bytes': 2_097_152,
  request: { params: idParameter, body: body(driftRequestSchema) },
  responses: { 200: json(citationsDriftSchema, 'The drift of the citations') },
});
