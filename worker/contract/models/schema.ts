/** Models on the wire: the available ones, and how an answer was generated. */
import { z } from '@hono/zod-openapi';
import { attemptOutcomes, formatProviders, providers } from '../../core/answers/generation.ts';

/** `embedded` or `provider/model`. */
export const modelSchema = z
  .string()
  .max(200)
  .regex(
    new RegExp(String.raw`^(?:embedded|(?:${providers.join('|')})\/[\w@.:/+-]{1,150})$`),
    `must be "embedded" or "provider/model" as GET /v1/models lists them; providers are ${formatProviders('and')}`,
  );

export const generationSchema = z
  .object({
    model: z
      .string()
      .nullable()
      .openapi({ description: '`provider/model` that wrote the text; null where none did.' }),
    isCutOff: z.boolean().openapi({ description: 'It began and did not end.' }),
    attempts: z.array(
      z.object({
        model: z.string(),
        outcome: z.enum(attemptOutcomes),
        detail: z.string(),
        ms: z.number(),
      }),
    ),
    usage: z.object({ input: z.number(), cached: z.number(), output: z.number() }).openapi({
      description:
        'Tokens of every attempt, and of the calls that helped to find what the answer rests on, as far as vendors tell.',
    }),
    costUsd: z
      .number()
      .nullable()
      .openapi({ description: 'By the deployment’s prices (MODEL_PRICES); null where it states none.' }),
    firstTokenMs: z
      .number()
      .nullable()
      .openapi({ description: 'From the call that answered to its first word.' }),
    totalMs: z.number(),
    isOwnKey: z.boolean(),
  })
  .openapi('Generation');

export const modelsSchema = z
  .object({
    default: z.string().openapi({ description: 'Who answers where a request names no model.' }),
    models: z.array(
      z.object({
        id: modelSchema,
        provider: z.string(),
        label: z.string(),
        isConfigured: z
          .boolean()
          .openapi({ description: 'Named by the deployment, rather than listed by its vendor.' }),
        contextTokens: z.int().nullable(),
      }),
    ),
    providers: z.array(
      z.object({
        name: z.string(),
        takesOwnKey: z
          .boolean()
          .openapi({ description: 'Its models may be asked with a key of one’s own in `X-Model-Key`.' }),
        hasKey: z.boolean().openapi({ description: 'The deployment has one.' }),
        problem: z
          .string()
          .nullable()
          .openapi({ description: 'Why its models could not be listed; null where they were.' }),
      }),
    ),
    outputTokens: z.int().openapi({ description: 'Longest output where a request does not say.' }),
  })
  .openapi('Models');

export type Generation = z.infer<typeof generationSchema>;
export type Models = z.infer<typeof modelsSchema>;
