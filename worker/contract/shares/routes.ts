/** The routes of links to conversations: share, list, revoke and read. */

import { z } from '@hono/zod-openapi';
import { conversationIdSchema } from '../answers/schema.ts';
import { body, createRoute, idParameter, json, problem } from '../create-route.ts';
import {
  createdShareSchema,
  sharedConversationSchema,
  shareListSchema,
  shareRequestSchema,
} from './schema.ts';

export const createShareRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/conversations/{conversation}/shares',
  'x-action': 'account',
  request: {
    params: idParameter.extend({ conversation: conversationIdSchema }),
    body: body(shareRequestSchema),
  },
  responses: {
    201: json(
      createdShareSchema,
      'The link. Users who have it and may read the repository can read the conversation',
    ),
    404: problem('No such repository or conversation'),
  },
});

export const listSharesRoute = createRoute({
  method: 'get',
  path: '/v1/shares',
  'x-action': 'account',
  responses: { 200: json(shareListSchema, 'The viewer’s links, newest first') },
});

export const revokeShareRoute = createRoute({
  method: 'delete',
  path: '/v1/shares/{share}',
  'x-action': 'account',
  request: { params: z.object({ share: z.string().min(1).max(100) }) },
  responses: {
    204: { description: 'The link no longer works' },
    404: problem('The viewer has no such link'),
  },
});

export const readSharedRoute = createRoute({
  method: 'get',
  path: '/v1/shared/{token}',
  // The token is the credential, and the repository must be readable for the viewer.
  'x-action': 'open',
  request: { params: z.object({ token: z.string().min(1).max(100) }) },
  responses: {
    200: json(sharedConversationSchema, 'The conversation, to read only'),
    404: problem('No such link, or the viewer may not read the repository'),
  },
});
