/** The routes of receipts: a turn's receipt as a download, and the public keys. */

import { z } from '@hono/zod-openapi';
import { conversationIdSchema } from '../answers/schema.ts';
import { publicKeysSchema, receiptSchema } from './schema.ts';
import { createRoute, idParameter, json, problem } from '../create-route.ts';

export const receiptKeysRoute = createRoute({
  method: 'get',
  path: '/v1/receipt-keys',
  'x-action': 'open',
  responses: {
    200: json(
      publicKeysSchema,
      'A JSON Web Key Set (RFC 7517): the current signing key, followed by earlier keys',
    ),
  },
});

export const receiptRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/conversations/{conversation}/turns/{turn}/receipt',
  'x-action': 'ask',
  request: {
    params: idParameter.extend({ conversation: conversationIdSchema, turn: z.string().min(1).max(100) }),
  },
  responses: {
    200: json(receiptSchema, 'The receipt of the turn’s answer, as a download'),
    404: problem('No such repository, conversation or turn, or the turn has no receipt'),
  },
});
