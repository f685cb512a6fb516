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
import { body, createRoute, idParameter, json, versionQuery } from '../create-route.ts';
import { answerErrors, hostErrors, textErrors } from '../document/errors.ts';

const stream = (description: string) => ({
  description,
  content: { 'text/event-stream': { schema: z.string() } },
});
const conversationParameters = idParameter.extend({ conversation: conversationIdSchema });

export const answersRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/answers',
  operationId: 'ask',
  tags: ['Answers'],
  summary: 'Ask a question',
  description:
    'Answers a question about a repository. Each claim cites the lines or commits that support it, and has the state of its check. Send `Accept: application/json` for one object; otherwise the answer is an AI SDK UI message stream. With `options.live`, it needs the scope `index` too.',
  'x-action': 'ask',
  'x-idempotency': 'json',
  'x-errors': ['source_invalid', 'sign_in_required', 'not_allowed', ...answerErrors, ...hostErrors],
  'x-cost': 'question',
  'x-max-body-bytes': questionWithFilesBytes,
  request: { params: idParameter, headers: modelKeyHeaders, body: body(answerRequestSchema) },
  responses: {
    200: {
      description:
        'The answer: complete with `Accept: application/json`, otherwise as an AI SDK UI message stream',
      content: { 'application/json': { schema: answerSchema }, 'text/event-stream': { schema: z.string() } },
    },
  },
});

export const chatRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/chat',
  operationId: 'chat',
  tags: ['Answers'],
  summary: 'Ask with the AI SDK’s useChat',
  description:
    'Answers the last message that the AI SDK’s `useChat` sends, as a UI message stream. Set the address as `api` of its default transport; nothing else has to be configured.',
  'x-action': 'ask',
  'x-idempotency': 'none',
  'x-errors': answerErrors,
  'x-cost': 'question',
  // `useChat` sends every message of the conversation with all its parts, including earlier evidence.
  'x-max-body-bytes': 8_388_608,
  request: { params: idParameter, headers: modelKeyHeaders, body: body(chatRequestSchema) },
  responses: { 200: stream('The answer, as an AI SDK UI message stream') },
});

/** The address where `useChat` resumes a stream. */
export const resumeChatRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/chat/{conversation}/stream',
  operationId: 'resumeChat',
  tags: ['Answers'],
  summary: 'Resume a stream with useChat',
  description:
    'Streams the running answer of a conversation from its beginning. `useChat` calls it with `resume: true`. It returns 204 if no answer is running.',
  'x-action': 'ask',
  'x-errors': ['conversation_not_found', 'turn_not_found', 'answer_interrupted'],
  request: { params: conversationParameters },
  responses: {
    200: stream('The running answer, from its beginning'),
    204: { description: 'No answer is running' },
  },
});

export const getConversationRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/conversations/{conversation}',
  operationId: 'getConversation',
  tags: ['Conversations'],
  summary: 'Read a conversation',
  description: 'Returns a conversation with all its turns. Each turn has the same parts that its stream had.',
  'x-action': 'ask',
  'x-errors': ['conversation_not_found'],
  request: { params: conversationParameters },
  responses: {
    200: json(conversationSchema, 'The conversation with all its turns'),
  },
});

export const removeConversationRoute = createRoute({
  method: 'delete',
  path: '/v1/repositories/{id}/conversations/{conversation}',
  operationId: 'deleteConversation',
  tags: ['Conversations'],
  summary: 'Delete a conversation',
  description:
    'Deletes a conversation and stops its running answer. Its id can be used again. Deleting a conversation that does not exist also succeeds.',
  'x-action': 'ask',
  'x-errors': [],
  request: { params: conversationParameters },
  responses: {
    204: { description: 'The conversation is deleted; its id can be used again' },
  },
});

export const followTurnRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/conversations/{conversation}/turns/{turn}/events',
  operationId: 'followTurn',
  tags: ['Conversations'],
  summary: 'Follow a turn',
  description:
    'Streams the parts of a turn, then new parts as they arrive. Use it to continue an interrupted stream after the last part that you received.',
  'x-action': 'ask',
  'x-errors': ['conversation_not_found', 'turn_not_found', 'answer_interrupted'],
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
  },
});

export const stopRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/conversations/{conversation}/stop',
  operationId: 'stopAnswer',
  tags: ['Conversations'],
  summary: 'Stop a running answer',
  description:
    'Stops the running answer of a conversation on the server, not only its stream. The response is sent when no work on it continues. `turn` is null if none was running.',
  'x-action': 'ask',
  'x-errors': ['conversation_not_found'],
  request: { params: conversationParameters },
  responses: {
    200: json(stoppedSchema, 'The turn has stopped, and no work on it continues'),
  },
});

export const exampleRoute = createRoute({
  method: 'get',
  path: '/v1/example',
  operationId: 'getExample',
  tags: ['Answers'],
  summary: 'Read an example answer',
  description:
    'Returns a starter question of a repository that you may read, with an answer whose claims were all found in their sources. `example` is null if there is none.',
  'x-action': 'read',
  'x-errors': [],
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
  operationId: 'listStarters',
  tags: ['Answers'],
  summary: 'Suggest first questions',
  description:
    'Returns questions that the index of the repository can answer, to show to a user who has not asked yet.',
  'x-action': 'read',
  'x-errors': textErrors,
  request: { params: idParameter, query: versionQuery },
  responses: { 200: json(startersSchema, 'Suggested first questions') },
});
