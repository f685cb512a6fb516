/** The routes of answers and conversations: ask (JSON, stream or `useChat`), follow, stop, read, delete. */

import { z } from '@hono/zod-openapi';
import { answerRequestSchema, answerSchema, conversationIdSchema } from './schema.ts';
import {
  chatRequestSchema,
  conversationSchema,
  exampleSchema,
  startersSchema,
  stoppedSchema,
} from './conversation.ts';
import { modelKeyHeaders } from '../models/routes.ts';
import { questionWithFilesBytes } from './attached-files.ts';
import {
  body,
  createRoute,
  idParameter,
  json,
  problem,
  repositoryProblems,
  versionQuery,
} from '../create-route.ts';

const stream = (description: string) => ({
  description,
  content: { 'text/event-stream': { schema: z.string() } },
});
const conversationParameters = idParameter.extend({ conversation: conversationIdSchema });

export const answersRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/answers',
  'x-action': 'ask',
  'x-max-body-bytes': questionWithFilesBytes,
  request: { params: idParameter, headers: modelKeyHeaders, body: body(answerRequestSchema) },
  responses: {
    200: {
      description:
        'The answer: complete with `Accept: application/json`, otherwise as an AI SDK UI message stream',
      content: { 'application/json': { schema: answerSchema }, 'text/event-stream': { schema: z.string() } },
    },
    ...repositoryProblems,
  },
});

export const chatRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/chat',
  'x-action': 'ask',
  // `useChat` sends every message of the conversation with all its parts, including earlier evidence.
  'x-max-body-bytes': 8_388_608,
  request: { params: idParameter, headers: modelKeyHeaders, body: body(chatRequestSchema) },
  responses: { 200: stream('The answer, as an AI SDK UI message stream'), ...repositoryProblems },
});

/** The address where `useChat` resumes a stream. */
export const resumeChatRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/chat/{conversation}/stream',
  'x-action': 'ask',
  request: { params: conversationParameters },
  responses: {
    200: stream('The running answer, from its beginning'),
    204: { description: 'No answer is running' },
    404: problem('No such repository'),
  },
});

export const getConversationRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/conversations/{conversation}',
  'x-action': 'ask',
  request: { params: conversationParameters },
  responses: {
    200: json(conversationSchema, 'The conversation with all its turns'),
    404: problem('No such repository or conversation'),
  },
});

export const removeConversationRoute = createRoute({
  method: 'delete',
  path: '/v1/repositories/{id}/conversations/{conversation}',
  'x-action': 'ask',
  request: { params: conversationParameters },
  responses: {
    204: { description: 'The conversation is deleted; its id can be used again' },
    404: problem('No such repository'),
  },
});

export const followTurnRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/conversations/{conversation}/turns/{turn}/events',
  'x-action': 'ask',
  request: {
    params: conversationParameters.extend({ turn: z.string().min(1).max(100) }),
    query: z.object({
      after: z
        .string()
        .regex(/^\d{1,9}$/, 'must be a whole number')
        .optional()
        .openapi({
          description: 'Number of parts already received. The header `last-event-id` has the same effect.',
        }),
    }),
  },
  responses: {
    200: stream('The parts of the turn after `after`, then new parts as they arrive'),
    404: problem('No such repository, conversation or turn'),
  },
});

export const stopRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/conversations/{conversation}/stop',
  'x-action': 'ask',
  request: { params: conversationParameters },
  responses: {
    200: json(stoppedSchema, 'The turn has stopped, and no work on it continues'),
    404: problem('No such repository'),
  },
});

export const exampleRoute = createRoute({
  method: 'get',
  path: '/v1/example',
  'x-action': 'read',
  responses: {
    200: json(
      exampleSchema,
      'A starter question of a repository with its answer, whose claims were all found in their sources',
    ),
  },
});

export const startersRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/starters',
  'x-action': 'read',
  request: { params: idParameter, query: versionQuery },
  responses: { 200: json(startersSchema, 'Suggested first questions'), ...repositoryProblems },
});
