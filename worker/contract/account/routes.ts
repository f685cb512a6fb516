/** The routes of the viewer: who they are, preferences, conversations and the account. */

import { z } from '@hono/zod-openapi';
import { conversationIdSchema } from '../answers/schema.ts';
import { body, createRoute, idParameter, json, problem } from '../create-route.ts';
import {
  accountSchema,
  adoptedSchema,
  conversationChangeSchema,
  conversationListSchema,
  deleteAccountSchema,
  deletedAccountSchema,
  meSchema,
  preferencesSchema,
} from './schema.ts';

const accountProblems = {
  401: problem('The request has neither a session nor a valid key'),
  403: problem('The key does not have the scope `admin`'),
};

export const meRoute = createRoute({
  method: 'get',
  path: '/v1/me',
  'x-action': 'open',
  responses: { 200: json(meSchema, 'Who sends the request') },
});

export const readPreferencesRoute = createRoute({
  method: 'get',
  path: '/v1/preferences',
  'x-action': 'account',
  responses: { 200: json(preferencesSchema, 'The saved preferences, or the defaults'), ...accountProblems },
});

export const savePreferencesRoute = createRoute({
  method: 'put',
  path: '/v1/preferences',
  'x-action': 'account',
  request: { body: body(preferencesSchema) },
  responses: { 200: json(preferencesSchema, 'The preferences are saved'), ...accountProblems },
});

export const listConversationsRoute = createRoute({
  method: 'get',
  path: '/v1/conversations',
  'x-action': 'account',
  request: {
    query: z.object({
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
  },
  responses: {
    200: json(conversationListSchema, 'The viewer’s conversations, the last asked first'),
    ...accountProblems,
  },
});

export const changeConversationRoute = createRoute({
  method: 'patch',
  path: '/v1/repositories/{id}/conversations/{conversation}',
  'x-action': 'account',
  request: {
    params: idParameter.extend({ conversation: conversationIdSchema }),
    body: body(conversationChangeSchema),
  },
  responses: {
    204: { description: 'The conversation is renamed or bookmarked' },
    404: problem('No such repository or conversation'),
    ...accountProblems,
  },
});

export const adoptConversationsRoute = createRoute({
  method: 'post',
  path: '/v1/conversations/adopt',
  'x-action': 'account',
  responses: {
    200: json(adoptedSchema, 'Conversations that this browser began as a visitor belong to the account now'),
    ...accountProblems,
  },
});

export const accountRoute = createRoute({
  method: 'get',
  path: '/v1/account',
  'x-action': 'account',
  responses: {
    200: json(accountSchema, 'The account, and how much belongs to it'),
    404: problem('This deployment has no accounts'),
    ...accountProblems,
  },
});

export const deleteAccountRoute = createRoute({
  method: 'delete',
  path: '/v1/account',
  'x-action': 'account',
  request: { body: body(deleteAccountSchema) },
  responses: {
    200: json(deletedAccountSchema, 'The account and everything of it are deleted'),
    400: problem('The confirmation is not the e-mail address of the account'),
    404: problem('This deployment has no accounts'),
    ...accountProblems,
  },
});
