/** The routes of links to conversations: share, list, revoke and read. */

import { z } from '@hono/zod-openapi';
import { conversationIdSchema } from '../answers/schema.ts';
import { body, createRoute, idParameter, json } from '../create-route.ts';
import { pageQuery } from '../pages.ts';
import {
  createdShareSchema,
  sharedConversationSchema,
  shareListSchema,
  shareRequestSchema,
} from './schema.ts';

export const createShareRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/conversations/{conversation}/shares',
  operationId: 'createShare',
  tags: ['Sharing'],
  summary: 'Share a conversation',
  description:
    'Creates a link to a conversation. Users who have the link and may read the repository can read the conversation, including later questions. The response is the only one that contains the link.',
  'x-action': 'account',
  'x-idempotency': 'secret',
  'x-errors': ['conversation_not_found'],
  request: {
    params: idParameter.extend({ conversation: conversationIdSchema }),
    body: body(shareRequestSchema),
  },
  responses: {
    201: json(
      createdShareSchema,
      'The link. Users who have it and may read the repository can read the conversation',
    ),
  },
});

export const listSharesRoute = createRoute({
  method: 'get',
  path: '/v1/shares',
  operationId: 'listShares',
  tags: ['Sharing'],
  summary: 'List your links',
  description: 'Lists the links that you created and did not revoke, newest first, without their tokens.',
  'x-action': 'account',
  'x-errors': [],
  request: { query: pageQuery },
  responses: { 200: json(shareListSchema, 'The viewer’s links, newest first') },
});

export const revokeShareRoute = createRoute({
  method: 'delete',
  path: '/v1/shares/{share}',
  operationId: 'revokeShare',
  tags: ['Sharing'],
  summary: 'Revoke a link',
  description: 'Revokes a link. It does not work from the next request on.',
  'x-action': 'account',
  'x-errors': ['share_not_found'],
  request: { params: z.object({ share: z.string().min(1).max(100) }) },
  responses: {
    204: { description: 'The link no longer works' },
  },
});

export const readSharedRoute = createRoute({
  method: 'get',
  path: '/v1/shared/{token}',
  operationId: 'getSharedConversation',
  tags: ['Sharing'],
  summary: 'Read a shared conversation',
  description:
    'Returns the conversation that a link leads to. A link that does not work gets 404, whatever the reason. The token is the credential, and you must be able to read the repository.',
  // The token is the credential, and the repository must be readable for the viewer.
  'x-action': 'open',
  'x-errors': ['share_not_found'],
  request: { params: z.object({ token: z.string().min(1).max(100) }) },
  responses: {
    200: json(sharedConversationSchema, 'The conversation, to read only'),
  },
});
