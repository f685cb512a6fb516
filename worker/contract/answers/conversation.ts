/** Conversations on the wire: the AI SDK's chat request, and stored conversations. */
import { z } from '@hono/zod-openapi';
import { turnStates } from '../../core/answers/conversation.ts';
import { answerRequestSchema, conversationIdSchema } from './schema.ts';
import type { AnswerStreamPart } from './stream.ts';

/** The request of `useChat`'s default transport, with additional fields of this API. Unknown fields are accepted, since the SDK adds its own. */
export const chatRequestSchema = z
  .object({
    id: conversationIdSchema,
    messages: z
      .array(
        z.object({
          id: z.string().optional(),
          role: z.enum(['system', 'user', 'assistant']),
          parts: z.array(z.object({ type: z.string(), text: z.string().optional() })),
        }),
      )
      .min(1)
      .max(1000)
      .openapi({
        description:
          'The last message is the question. The server reads earlier messages only if it has not stored the conversation.',
      }),
    trigger: z.enum(['submit-message', 'regenerate-message']).optional(),
    messageId: z
      .string()
      .nullish()
      .openapi({ description: 'Id of the message to answer again, or of the edited message.' }),
    version: answerRequestSchema.shape.version,
    options: answerRequestSchema.shape.options,
    model: answerRequestSchema.shape.model,
    files: answerRequestSchema.shape.files,
  })
  .openapi('ChatRequest');

const turnSchema = z.object({
  id: z.string(),
  number: z.int(),
  question: z.string().openapi({ description: 'The question as the user wrote it.' }),
  state: z.enum(turnStates),
  askedAt: z.string(),
  parts: z.array(z.custom<AnswerStreamPart>().openapi({ type: 'object' })).openapi({
    description:
      'The parts of the turn’s stream so far. For a running turn, continue with `…/turns/{turn}/events?after=<number of parts>`.',
  }),
});

export const conversationSchema = z
  .object({
    id: z.string(),
    repositoryId: z.string(),
    createdAt: z.string(),
    expiresAt: z
      .string()
      .openapi({ description: 'When the conversation is deleted. Each new question extends it.' }),
    turns: z.array(turnSchema),
  })
  .openapi('Conversation');

export const stoppedSchema = z
  .object({
    turn: z.string().nullable().openapi({ description: 'The turn that was running; null if none was.' }),
    endedMs: z
      .number()
      .openapi({ description: 'Milliseconds from the request until all work on the turn ended.' }),
  })
  .openapi('Stopped');

export const startersSchema = z
  .object({
    questions: z.array(
      z.object({
        question: z.string(),
        about: z
          .string()
          .openapi({ description: 'The part of the repository that the question is about, in a few words.' }),
      }),
    ),
  })
  .openapi('Starters');

export const exampleSchema = z
  .object({
    example: z
      .object({
        repositoryId: z.string(),
        repositoryName: z.string(),
        question: z.string(),
        otherQuestions: z.array(z.string()).openapi({ description: 'More questions that can be asked.' }),
        parts: turnSchema.shape.parts.openapi({ description: 'The answer, as the parts of a stream.' }),
      })
      .nullable()
      .openapi({
        description:
          'Null while no repository is ready, or if no starter question has an answer with high confidence.',
      }),
  })
  .openapi('ExampleAnswer');

export type ExampleAnswer = z.infer<typeof exampleSchema>;
export type ChatRequest = z.infer<typeof chatRequestSchema>;
export type ConversationTurn = z.infer<typeof turnSchema>;
export type Conversation = z.infer<typeof conversationSchema>;
export type Stopped = z.infer<typeof stoppedSchema>;
export type Starters = z.infer<typeof startersSchema>;
