/** The routes of live questions: an answer or a search over a repository's current state on GitHub. */

import { z } from '@hono/zod-openapi';
import {
  liveAnswerRequestSchema,
  liveAnswerSchema,
  liveSearchRequestSchema,
  liveSearchResponseSchema,
} from './schema.ts';
import { modelKeyHeaders } from '../models/routes.ts';
import { questionWithFilesBytes } from '../answers/attached-files.ts';
import { body, createRoute, json } from '../create-route.ts';
import { answerErrors, hostErrors, textErrors } from '../document/errors.ts';

export const liveAnswersRoute = createRoute({
  method: 'post',
  path: '/v1/live/answers',
  operationId: 'askLive',
  tags: ['Live questions'],
  summary: 'Ask about a repository on GitHub',
  description:
    'Answers a question from files that are fetched from GitHub for it, without indexing the repository. It is slower than an indexed answer and sees fewer files. The stream reports each step.',
  'x-action': 'index',
  'x-errors': ['source_invalid', 'not_allowed', 'repository_not_found', ...answerErrors, ...hostErrors],
  'x-cost': 'question',
  'x-max-body-bytes': questionWithFilesBytes,
  request: { headers: modelKeyHeaders, body: body(liveAnswerRequestSchema) },
  responses: {
    200: {
      description:
        'The answer, from files fetched for the question: complete with `Accept: application/json`, otherwise as an AI SDK UI message stream',
      content: {
        'application/json': { schema: liveAnswerSchema },
        'text/event-stream': { schema: z.string() },
      },
    },
  },
});

export const liveSearchRoute = createRoute({
  method: 'post',
  path: '/v1/live/search',
  operationId: 'searchLive',
  tags: ['Live questions'],
  summary: 'Search a repository on GitHub',
  description:
    'Finds passages in files that are fetched from GitHub for the query, without indexing the repository.',
  'x-action': 'index',
  'x-errors': ['source_invalid', 'not_allowed', 'repository_not_found', ...textErrors, ...hostErrors],
  request: { body: body(liveSearchRequestSchema) },
  responses: { 200: json(liveSearchResponseSchema, 'Spans, best first') },
});
