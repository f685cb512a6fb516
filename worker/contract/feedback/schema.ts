/** Feedback on answers on the wire. */

import { z } from '@hono/zod-openapi';
import { questionClasses } from '../../core/answers/question.ts';
import { nextCursor } from '../pages.ts';
import { claimStates } from '../../core/answers/claim.ts';
import { feedbackReasons, maxFeedbackLength, ratings } from '../../core/answers/feedback.ts';
import { conversationIdSchema } from '../answers/schema.ts';

export const feedbackRequestSchema = z
  .strictObject({
    conversation: conversationIdSchema,
    turn: z.string().min(1).max(100),
    rating: z.enum(ratings).openapi({ description: '`up`: the answer helped; `down`: it did not.' }),
    reason: z.enum(feedbackReasons).optional(),
    text: z.string().max(maxFeedbackLength).optional(),
  })
  .openapi('FeedbackRequest');

const spanSchema = z.object({ path: z.string(), startLine: z.int(), endLine: z.int() });

export const feedbackSchema = z
  .object({
    id: z.string(),
    rating: z.enum(ratings),
    reason: z.enum(feedbackReasons).nullable(),
    text: z.string(),
    createdAt: z.string(),
    question: z.string(),
    answer: z.string().openapi({ description: 'The text of the answer, in Markdown.' }),
    claims: z.array(z.object({ text: z.string(), state: z.enum(claimStates) })),
    cited: z.array(spanSchema).openapi({ description: 'The spans that the answer cites.' }),
    shown: z.array(spanSchema).openapi({ description: 'All spans that were shown, best first.' }),
    commit: z.string().nullable(),
    confidence: z.string().nullable(),
    answerer: z.string().nullable(),
    timings: z.object({ retrieveMs: z.number(), firstPartMs: z.number(), totalMs: z.number() }).nullable(),
  })
  .openapi('Feedback');

export const feedbackPageSchema = z
  .object({
    counts: z.object({ up: z.int(), down: z.int() }).openapi({ description: 'Over all feedback.' }),
    feedback: z.array(feedbackSchema),
    next: nextCursor,
  })
  .openapi('FeedbackPage');

export const visitorQuestionsSchema = z
  .object({
    counts: z.object({ all: z.int(), declined: z.int(), down: z.int() }),
    questions: z.array(
      z.object({
        id: z.string(),
        question: z.string(),
        class: z.enum(questionClasses),
        declined: z.boolean().openapi({ description: 'The repository does not contain the answer.' }),
        rating: z.enum(ratings).nullable().openapi({ description: 'null: the visitor did not rate it.' }),
        askedAt: z.string(),
      }),
    ),
    next: z
      .string()
      .nullable()
      .openapi({ description: 'The cursor of the next page; null on the last one.' }),
  })
  .openapi('VisitorQuestions');

export type VisitorQuestions = z.infer<typeof visitorQuestionsSchema>;
export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>;
export type FeedbackView = z.infer<typeof feedbackSchema>;
export type FeedbackPage = z.infer<typeof feedbackPageSchema>;
