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
      .openapi({ description: 'The `provider/model` that wrote the text; null if none did.' }),
    isCutOff: z
      .boolean()
      .openapi({ description: 'Whether the text is incomplete because generation was interrupted.' }),
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
        'Tokens of all attempts, including calls that helped to find the evidence, as far as providers report them.',
    }),
    costUsd: z.number().nullable().openapi({
      description: 'Cost by the deployment’s prices (MODEL_PRICES); null if a model has no price.',
    }),
    firstTokenMs: z
      .number()
      .nullable()
      .openapi({ description: 'Milliseconds from the call that succeeded to its first token.' }),
    totalMs: z.number(),
    isOwnKey: z.boolean(),
  })
  .openapi('Generation');

export const modelsSchema = z
  .object({
    default: z.string().openapi({ description: 'The model that answers if a request does not set one.' }),
    models: z.array(
      z.object({
        id: modelSchema,
        provider: z.string(),
        label: z.string(),
        isConfigured: z.boolean().openapi({
          description:
            'Whether the model is in the deployment’s configuration. Otherwise its provider listed it.',
        }),
        contextTokens: z.int().nullable(),
      }),
    ),
    providers: z.array(
      z.object({
        name: z.string(),
        takesOwnKey: z
          .boolean()
          .openapi({ description: 'Whether its models accept your own key in `X-Model-Key`.' }),
        hasKey: z.boolean().openapi({ description: 'Whether the deployment has a key for the provider.' }),
        problem: z
          .string()
          .nullable()
          .openapi({ description: 'Why the provider’s models could not be listed; null if they were.' }),
      }),
    ),
    outputTokens: z
      .int()
      .openapi({ description: 'Maximum number of output tokens if a request does not set it.' }),
  })
  .openapi('Models');

export type Generation = z.infer<typeof generationSchema>;
export type Models = z.infer<typeof modelsSchema>;
