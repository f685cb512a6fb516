/** Context on the wire: the code and documentation that a model needs to answer a question, within a token budget. */
import { z } from '@hono/zod-openapi';
import { contextLimits } from '../../core/answers/context.ts';
import { definitionChoosers } from '../../core/settings.ts';
import { coverageLineSchema } from '../answers/schema.ts';
import { confidenceSchema, questionClassSchema } from '../search/schema.ts';

export const contextRequestSchema = z
  .strictObject({
    question: z.string().trim().min(1).max(4000),
    version: z.string().min(1).max(200).optional(),
    maxTokens: z.int().min(contextLimits.minTokens).max(contextLimits.maxTokens).optional().openapi({
      description:
        'Maximum number of tokens of `markdown`, including its headings and code fences. Default: the CONTEXT_TOKENS setting.',
    }),
    definitionChoice: z.enum(definitionChoosers).optional().openapi({
      description:
        'Whether a language model chooses the definitions that come first from a list of the best ranked ones (`model`), if this deployment has one. Default: the DEFINITION_CHOICE setting.',
    }),
    maxSpans: z.int().min(1).max(contextLimits.maxSpans).optional().openapi({
      description: 'Maximum number of spans. Default: the CONTEXT_SPANS setting.',
    }),
  })
  .openapi('ContextRequest');

const contextSpanSchema = z.object({
  path: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  language: z.string(),
  symbol: z.string().optional().openapi({
    description: 'Qualified name of the definition, or the headings above a section.',
  }),
  kind: z.string().openapi({
    description:
      '`function`, `method`, `class` and other kinds of definition; `section` for documentation; `text` for lines outside any definition.',
  }),
  score: z.number().openapi({ description: 'From 0 to 1, relative to the best span.' }),
  text: z.string().openapi({ description: 'The lines, with secrets masked.' }),
  url: z.string().openapi({ description: 'Opens these lines of this snapshot in the app.' }),
  chosen: z.literal(true).optional().openapi({
    description: 'Present if a model chose a definition that the span shows.',
  }),
  similar: z.int().openapi({
    description: 'Number of omitted spans with nearly the same text, such as translations and copies.',
  }),
});

export const contextResponseSchema = z
  .object({
    class: questionClassSchema,
    confidence: confidenceSchema.openapi({
      description:
        'How certain it is that the repository contains an answer. If it is `out-of-scope`, the spans are the nearest text and probably do not answer.',
    }),
    tokens: z.int().openapi({ description: 'Estimated number of tokens of `markdown`.' }),
    spans: z.array(contextSpanSchema).openapi({
      description:
        'Whole definitions in the order in which to read them: those that a model chose, then by rank. A definition that is too long is its first lines and the lines that match the question, each in a span of its own.',
    }),
    markdown: z.string().openapi({
      description:
        'The question, the repository and its commit, and each span as a heading and a code block.',
    }),
    coverage: coverageLineSchema,
    choice: z
      .object({
        listed: z.int().openapi({ description: 'Number of definitions that the model could choose from.' }),
        chosen: z.int().openapi({ description: 'Number of definitions that it chose.' }),
      })
      .optional()
      .openapi({
        description:
          'Present if a model chose the definitions that come first. The ranking ordered the others.',
      }),
    notes: z.array(z.string()).optional().openapi({
      description: 'Steps that this deployment could not perform, with their fallbacks.',
    }),
    timings: z.object({ retrieveMs: z.number(), totalMs: z.number() }),
  })
  .openapi('ContextResponse');

export type ContextRequest = z.infer<typeof contextRequestSchema>;
export type ContextResponse = z.infer<typeof contextResponseSchema>;
export type ContextSpan = z.infer<typeof contextSpanSchema>;
