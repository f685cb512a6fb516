/** The routes of feedback: give it, and read it as the owner of the repository. */

import { z } from '@hono/zod-openapi';
import { visitorQuestionFilters } from '../../core/answers/visitor-question.ts';
import { feedbackReasons, ratings } from '../../core/answers/feedback.ts';
import { body, createRoute, idParameter, json, problem } from '../create-route.ts';
import { feedbackPageSchema, feedbackRequestSchema, visitorQuestionsSchema } from './schema.ts';

export const maxFeedbackPage = 200;

export const giveFeedbackRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/feedback',
  'x-action': 'ask',
  request: { params: idParameter, body: body(feedbackRequestSchema) },
  responses: {
    204: {
      description: 'Stored, with the question and the answer. Earlier feedback on the turn is replaced',
    },
    404: problem('No such repository, conversation or turn'),
  },
});

export const listFeedbackRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/feedback',
  'x-action': 'account',
  request: {
    params: idParameter,
    query: z.object({
      rating: z.enum(ratings).optional(),
      reason: z.enum(feedbackReasons).optional(),
      since: z.iso.datetime().optional().openapi({ description: 'Only feedback since this time.' }),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(maxFeedbackPage).default(50),
      format: z.enum(['json', 'jsonl']).default('json').openapi({
        description: '`jsonl`: one line per answer, as a download that the evaluation reads.',
      }),
    }),
  },
  responses: {
    200: {
      description: 'Feedback, newest first',
      content: {
        'application/json': { schema: feedbackPageSchema },
        'text/plain': { schema: z.string() },
      },
    },
    403: problem('Only the owner of the repository may read its feedback'),
    404: problem('No such repository'),
  },
});

export const visitorQuestionsRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/visitor-questions',
  'x-action': 'account',
  request: {
    params: idParameter,
    query: z.object({
      show: z.enum(visitorQuestionFilters).default('all').openapi({
        description: '`declined`: without an answer; `down`: rated as not helpful.',
      }),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(maxFeedbackPage).default(50),
    }),
  },
  responses: {
    200: json(
      visitorQuestionsSchema,
      'Questions of the last 92 days that visitors asked with a publishable key of the owner, newest first',
    ),
    403: problem('Only the owner of the repository may read them'),
    404: problem('No such repository'),
  },
});
