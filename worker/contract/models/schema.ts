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

const tokenUsageSchema = z.object({ input: z.number(), cached: z.number(), output: z.number() });

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
    usage: tokenUsageSchema.openapi({
      description:
        'Tokens of all attempts, including calls that helped to find the evidence or assessed the claims, as far as providers report them.',
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
    judging: z
      .object({
        model: z.string(),
        claims: z.int().openapi({ description: 'Number of claims put to the model.' }),
        confirmed: z.int(),
        disputed: z.int(),
        dropped: z.int().openapi({
          description: 'Verdicts that were dropped because their quotation is not in the cited evidence.',
        }),
        cached: z.int().openapi({ description: 'Judgments that were reused from an earlier answer.' }),
        omitted: z.int().openapi({
          description: 'Number of claims that did not fit into the prompt with their evidence.',
        }),
        usage: tokenUsageSchema,
        costUsd: z.number().nullable(),
        ms: z.number(),
        note: z.string().nullable().openapi({
          description: 'Why the call failed; null if the model answered.',
        }),
      })
      .optional()
      .openapi({
        description:
          'The call of the judging model after the answer was complete. Its tokens and cost are part of `usage` and `costUsd`. Present if there was such a call.',
      }),
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
