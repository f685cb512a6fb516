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
import { body, createRoute, json, problem } from '../create-route.ts';

/** Problems that can occur before the stream begins. */
const liveProblems = {
  400: problem('The request is not valid, or the source is not a repository on GitHub'),
  401: problem('GitHub refused the token'),
  403: problem('GitHub denies access'),
  404: problem('No such repository or ref on GitHub'),
  409: problem('The fetched files cannot be read, or the conversation is busy'),
  503: problem('GitHub’s rate limit is exceeded until `retryAt`, or GitHub does not respond'),
};

export const liveAnswersRoute = createRoute({
  method: 'post',
  path: '/v1/live/answers',
  'x-action': 'index',
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
    ...liveProblems,
  },
});

export const liveSearchRoute = createRoute({
  method: 'post',
  path: '/v1/live/search',
  'x-action': 'index',
  request: { body: body(liveSearchRequestSchema) },
  responses: { 200: json(liveSearchResponseSchema, 'Spans, best first'), ...liveProblems },
});
