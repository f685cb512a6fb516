/** The routes of receipts: a turn's receipt as a download, and the public keys. */

import { z } from '@hono/zod-openapi';
import { conversationIdSchema } from '../answers/schema.ts';
import { publicKeysSchema, receiptSchema } from './schema.ts';
import { createRoute, idParameter, json } from '../create-route.ts';

export const receiptKeysRoute = createRoute({
  method: 'get',
  path: '/v1/receipt-keys',
  operationId: 'listReceiptKeys',
  tags: ['Conversations'],
  summary: 'List receipt keys',
  description:
    'Returns the public keys of receipts as a JSON Web Key Set (RFC 7517): the current key, then earlier ones.',
  'x-action': 'open',
  'x-errors': [],
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
  operationId: 'getReceipt',
  tags: ['Conversations'],
  summary: 'Download the receipt of an answer',
  description:
    'Downloads the signed receipt of an answer, with which others can verify its text and evidence. Check the signature with a key from “List receipt keys”.',
  'x-action': 'ask',
  'x-errors': ['conversation_not_found', 'turn_not_found', 'receipt_not_found'],
  request: {
    params: idParameter.extend({ conversation: conversationIdSchema, turn: z.string().min(1).max(100) }),
  },
  responses: {
    200: json(receiptSchema, 'The receipt of the turn’s answer, as a download'),
  },
});
