/** The routes of the viewer: who they are, preferences, conversations and the account. */

import { z } from '@hono/zod-openapi';
import { conversationIdSchema } from '../answers/schema.ts';
import { cursorParameter } from '../pages.ts';
import { body, createRoute, idParameter, json } from '../create-route.ts';
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

export const meRoute = createRoute({
  method: 'get',
  path: '/v1/me',
  operationId: 'getViewer',
  tags: ['Account'],
  summary: 'Read who you are',
  description:
    'Returns who sends the request: a user, a key or a visitor. A browser without a session receives the cookie of a visitor, which owns its conversations.',
  'x-action': 'open',
  'x-errors': [],
  responses: { 200: json(meSchema, 'Who sends the request') },
});

export const readPreferencesRoute = createRoute({
  method: 'get',
  path: '/v1/preferences',
  operationId: 'getPreferences',
  tags: ['Account'],
  summary: 'Read your preferences',
  description: 'Returns your saved preferences, or the defaults.',
  'x-action': 'account',
  'x-errors': [],
  responses: { 200: json(preferencesSchema, 'The saved preferences, or the defaults') },
});

export const savePreferencesRoute = createRoute({
  method: 'put',
  path: '/v1/preferences',
  operationId: 'savePreferences',
  tags: ['Account'],
  summary: 'Save your preferences',
  description: 'Replaces your preferences. They apply on every device where you are signed in.',
  'x-action': 'account',
  'x-errors': [],
  request: { body: body(preferencesSchema) },
  responses: { 200: json(preferencesSchema, 'The preferences are saved') },
});

export const listConversationsRoute = createRoute({
  method: 'get',
  path: '/v1/conversations',
  operationId: 'listConversations',
  tags: ['Conversations'],
  summary: 'List your conversations',
  description:
    'Lists your conversations in all repositories, the last asked first. Pass `next` of one page as `cursor` of the next.',
  'x-action': 'account',
  'x-errors': [],
  request: {
    query: z.object({
      cursor: cursorParameter,
      limit: z.coerce.number().int().min(1).max(200).default(50),
    }),
  },
  responses: {
    200: json(conversationListSchema, 'The viewer’s conversations, the last asked first'),
  },
});

export const changeConversationRoute = createRoute({
  method: 'patch',
  path: '/v1/repositories/{id}/conversations/{conversation}',
  operationId: 'changeConversation',
  tags: ['Conversations'],
  summary: 'Rename or bookmark a conversation',
  description:
    'Changes the title or the bookmark of one of your conversations. Omitted fields stay unchanged.',
  'x-action': 'account',
  'x-errors': ['conversation_not_found'],
  request: {
    params: idParameter.extend({ conversation: conversationIdSchema }),
    body: body(conversationChangeSchema),
  },
  responses: {
    204: { description: 'The conversation is renamed or bookmarked' },
  },
});

export const adoptConversationsRoute = createRoute({
  method: 'post',
  path: '/v1/conversations/adopt',
  operationId: 'adoptConversations',
  tags: ['Conversations'],
  summary: 'Take over conversations of a visitor',
  description:
    'Moves the conversations that this browser began before signing in to the account. The visitor’s cookie identifies them.',
  'x-action': 'account',
  'x-idempotency': 'replay',
  'x-errors': [],
  responses: {
    200: json(adoptedSchema, 'Conversations that this browser began as a visitor belong to the account now'),
  },
});

export const accountRoute = createRoute({
  method: 'get',
  path: '/v1/account',
  operationId: 'getAccount',
  'x-session-only': true,
  tags: ['Account'],
  summary: 'Read your account',
  description:
    'Returns the account, and counts what belongs to it: the repositories, conversations, keys and links that deleting it would delete.',
  'x-action': 'account',
  'x-errors': ['accounts_disabled', 'not_allowed'],
  responses: {
    200: json(accountSchema, 'The account, and how much belongs to it'),
  },
});

export const deleteAccountRoute = createRoute({
  method: 'delete',
  path: '/v1/account',
  operationId: 'deleteAccount',
  'x-session-only': true,
  tags: ['Account'],
  summary: 'Delete your account',
  description:
    'Deletes the account and everything that belongs to it, without a way back. `confirm` must be the e-mail address of the account.',
  'x-action': 'account',
  'x-errors': ['accounts_disabled', 'not_allowed'],
  request: { body: body(deleteAccountSchema) },
  responses: {
    200: json(deletedAccountSchema, 'The account and everything of it are deleted'),
  },
});
