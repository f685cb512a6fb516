/** The routes of feedback: give it, and read it as the owner of the repository. */

import { z } from '@hono/zod-openapi';
import { visitorQuestionFilters } from '../../core/answers/visitor-question.ts';
import { feedbackReasons, ratings } from '../../core/answers/feedback.ts';
import { cursorParameter } from '../pages.ts';
import { body, createRoute, idParameter, json } from '../create-route.ts';
import { feedbackPageSchema, feedbackRequestSchema, visitorQuestionsSchema } from './schema.ts';

export const maxFeedbackPage = 200;

export const giveFeedbackRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/feedback',
  operationId: 'rateAnswer',
  tags: ['Feedback'],
  summary: 'Rate an answer',
  description:
    'Stores your rating of an answer that you got. A second rating of the same answer replaces the first.',
  'x-action': 'ask',
  'x-errors': ['conversation_not_found', 'turn_not_found'],
  request: { params: idParameter, body: body(feedbackRequestSchema) },
  responses: {
    204: {
      description: 'Stored, with the question and the answer. Earlier feedback on the turn is replaced',
    },
  },
});

export const listFeedbackRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/feedback',
  operationId: 'listFeedback',
  tags: ['Feedback'],
  summary: 'List ratings of answers',
  description:
    'Lists the ratings of answers about your repository, newest first, with the question, the answer and its claims. It does not show who asked. `format=jsonl` downloads them for the evaluation.',
  'x-action': 'account',
  'x-errors': ['owner_required'],
  request: {
    params: idParameter,
    query: z.object({
      rating: z.enum(ratings).optional(),
      reason: z.enum(feedbackReasons).optional(),
      since: z.iso.datetime().optional().openapi({ description: 'Only feedback since this time.' }),
      cursor: cursorParameter,
      limit: z.coerce.number().int().min(1).max(maxFeedbackPage).default(50),
      format: z.enum(['json', 'jsonl']).default('json').openapi({
        description:
          '`jsonl`: one line per answer, as a download that the evaluation reads. The header `Link` leads to the following page.',
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
  },
});

export const visitorQuestionsRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/visitor-questions',
  operationId: 'listVisitorQuestions',
  tags: ['Feedback'],
  summary: 'List questions of visitors',
  description:
    'Lists what visitors of your site asked with a publishable key of yours in the last 92 days, newest first. It shows what the documentation lacks, and does not show who asked.',
  'x-action': 'account',
  'x-errors': ['owner_required'],
  request: {
    params: idParameter,
    query: z.object({
      show: z.enum(visitorQuestionFilters).default('all').openapi({
        description: '`declined`: without an answer; `down`: rated as not helpful.',
      }),
      cursor: cursorParameter,
      limit: z.coerce.number().int().min(1).max(maxFeedbackPage).default(50),
    }),
  },
  responses: { 200: json(visitorQuestionsSchema, 'Questions, newest first') },
});
