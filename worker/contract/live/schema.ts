/** Live questions on the wire. They are about a repository that is not indexed, and are answered from files fetched for the question. */
import { z } from '@hono/zod-openapi';
import { answerRequestSchema, answerSchema } from '../answers/schema.ts';
import type { AnswerStreamPart } from '../answers/stream.ts';
import { searchRequestSchema, searchResponseSchema } from '../search/schema.ts';
import { addSourceSchema } from '../sources/schema.ts';

const { source, ref, subdirectory } = addSourceSchema.shape;
const sourceFields = {
  source: source.openapi({
    description: '`owner/name`, optionally with `@ref`, or any github.com address.',
  }),
  ref,
  subdirectory,
};

export const liveAnswerRequestSchema = z
  .strictObject({
    ...sourceFields,
    question: answerRequestSchema.shape.question,
    conversationId: answerRequestSchema.shape.conversationId,
    retry: answerRequestSchema.shape.retry,
    options: answerRequestSchema.shape.options,
    model: answerRequestSchema.shape.model,
    files: answerRequestSchema.shape.files,
  })
  .openapi('LiveAnswerRequest');

export const liveSearchRequestSchema = z
  .strictObject({
    ...sourceFields,
    query: searchRequestSchema.shape.query,
    topK: searchRequestSchema.shape.topK,
  })
  .openapi('LiveSearchRequest');

const liveStepSchema = z
  .object({
    id: z.enum(['tree', 'search', 'fetch', 'index', 'judge', 'further', 'index-further']),
    state: z.enum(['running', 'done', 'skipped']),
    detail: z.string().openapi({ description: 'What the step is doing, or its result.' }),
    paths: z.array(z.string()).openapi({ description: 'Files that were fetched; empty for other steps.' }),
  })
  .openapi('LiveStep');

const livePlanSchema = z
  .object({
    steps: z.array(z.object({ id: liveStepSchema.shape.id, title: z.string() })),
  })
  .openapi('LivePlan');

const liveFactsSchema = z
  .object({
    repositoryId: z.string().openapi({
      description:
        'Id under which files and the conversation are stored, until one hour after their last use.',
    }),
    snapshotId: z.string(),
    name: z.string().openapi({ description: 'Name as GitHub spells it.' }),
    ref: z.string(),
    commit: z.string(),
    files: z.int().openapi({ description: 'Number of files examined.' }),
    ofFiles: z.int().nullable().openapi({
      description: 'Number of files in the repository; null if GitHub does not list all of them.',
    }),
    notes: z.array(z.string()).openapi({ description: 'Steps that could not be performed.' }),
    command: z.string().openapi({ description: 'Command that indexes the complete repository.' }),
  })
  .openapi('LiveFacts');

const liveFactsWithStepsSchema = liveFactsSchema.extend({
  steps: z.array(liveStepSchema).openapi({ description: 'Completed steps, in order.' }),
});

export const liveAnswerSchema = answerSchema.extend({ live: liveFactsWithStepsSchema }).openapi('LiveAnswer');
export const liveSearchResponseSchema = searchResponseSchema
  .extend({ live: liveFactsWithStepsSchema })
  .openapi('LiveSearchResponse');

/** The stream contains the plan, each step as it begins and ends, the fetched state, and then the parts of the answer. */
export type LiveStreamPart =
  | { type: 'data-plan'; data: LivePlan }
  | { type: 'data-step'; id: LiveStep['id']; data: LiveStep }
  | { type: 'data-live'; data: LiveFacts }
  | AnswerStreamPart;

export type LiveAnswerRequest = z.infer<typeof liveAnswerRequestSchema>;
export type LiveSearchRequest = z.infer<typeof liveSearchRequestSchema>;
export type LiveAnswer = z.infer<typeof liveAnswerSchema>;
export type LiveSearchResponse = z.infer<typeof liveSearchResponseSchema>;
export type LiveStep = z.infer<typeof liveStepSchema>;
export type LivePlan = z.infer<typeof livePlanSchema>;
export type LiveFacts = z.infer<typeof liveFactsSchema>;
