/** Answers on the wire as JSON: Markdown, claims with their states, and evidence. `stream.ts` defines the stream. */
import { z } from '@hono/zod-openapi';
import { behindReasons } from '../../core/answers/answer.ts';
import { attachedFilesSchema } from './attached-files.ts';
import { cardSchema } from './card.ts';
import { answerTimingsSchema, claimSchema } from './claim.ts';
import { generationSchema, modelSchema } from '../models/schema.ts';
import { evidenceSchema } from './evidence.ts';
import { receiptSchema } from '../receipts/schema.ts';
import { confidenceSchema, questionClassSchema, searchRequestSchema } from '../search/schema.ts';

/** The client chooses the id when it begins a conversation. */
export const conversationIdSchema = z
  .string()
  .regex(/^[\w.:~@-]{1,100}$/, 'must be 1 to 100 letters, digits or any of _ - . : ~ @')
  // Browsers resolve both as path segments, so the conversation could be neither read nor deleted.
  .refine((id) => id !== '.' && id !== '..', 'must not be "." or ".."');

const modelOption = 'For an answerer that is a model; the embedded one has no use for it.';

/** An optional enum whose error message lists the supported values. */
function supportedValues<const Values extends readonly [string, ...string[]]>(values: Values, field: string) {
  const supported = values.map((value) => JSON.stringify(value)).join(' or ');
  const error = ({ input }: { readonly input?: unknown }): string =>
    `${(JSON.stringify(input) ?? 'This').slice(0, 100)} is not supported; use ${supported}, or omit \`${field}\`.`;
  return z.enum(values, { error }).optional();
}

export const answerRequestSchema = z
  .strictObject({
    question: z.string().trim().min(1).max(4000),
    conversationId: conversationIdSchema.optional().openapi({
      description: 'Continues or begins that conversation; a new one is begun when it is left out.',
    }),
    retry: z.boolean().optional().openapi({
      description: 'Answers anew, not from the cache, and in place of the last turn if that asked the same.',
    }),
    version: z.string().min(1).max(200).optional(),
    mode: supportedValues(['chat'], 'mode').openapi({ description: '`chat` when left out.' }),
    strategy: supportedValues(['auto', 'linear'], 'strategy').openapi({
      description: 'Both are one pass for now.',
    }),
    model: modelSchema.optional().openapi({
      description:
        'Who writes the answer, as GET /v1/models lists them: `embedded` composes it from the index, by no model. The deployment’s first when left out.',
    }),
    options: z
      .strictObject({
        topK: searchRequestSchema.shape.topK.openapi({
          description: 'Passages at most; when left out 5, or 12 where a model writes the answer.',
        }),
        reranker: searchRequestSchema.shape.reranker,
        expandGraph: z.boolean().optional().openapi({ description: 'On when left out.' }),
        live: z.boolean().optional().openapi({
          description:
            'Asks the repository as GitHub has it now, by files fetched for the question, not what is indexed of it.',
        }),
        temperature: z.number().min(0).max(2).optional().openapi({ description: modelOption }),
        maxOutputTokens: z.int().min(1).max(1_000_000).optional().openapi({ description: modelOption }),
      })
      .optional(),
    files: attachedFilesSchema.optional(),
  })
  .openapi('AnswerRequest');

const coverageLineSchema = z.object({
  ref: z
    .string()
    .nullable()
    .openapi({ description: 'Branch or tag of the version; null where it has none.' }),
  commit: z.string(),
  files: z.int(),
  ofFiles: z.int().optional().openapi({
    description: 'Of a live answer: files the repository has, of which `files` were looked at.',
  }),
  skipped: z.int(),
  behind: z
    .int()
    .nullable()
    .openapi({ description: 'Commits behind the default branch of its host; null where not known.' }),
  behindReason: z.enum(behindReasons).nullable().openapi({
    description:
      'Why `behind` is null. `newer`: the host has newer commits, not counted. `other-version`: only the default branch is checked. `not-checked`: the host was not asked yet. `upload`, `web`, `live`: there is no host to compare with.',
  }),
  checkedAt: z
    .string()
    .nullable()
    .openapi({ description: 'When the host last said so; null where it never did.' }),
  indexedAt: z.string(),
});

const namedVersionSchema = z.object({
  ref: z.string().nullable(),
  snapshotId: z.string(),
  commit: z.string(),
});
const readVersionSchema = namedVersionSchema.extend({
  since: namedVersionSchema
    .optional()
    .openapi({ description: 'Of a question for what has changed: the version it is compared with.' }),
});

export const answerSchema = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    turn: z.int().openapi({ description: 'Its place in the conversation, from 1.' }),
    snapshotId: z.string().openapi({ description: 'The snapshot it was made from.' }),
    class: questionClassSchema,
    confidence: confidenceSchema,
    refused: z.boolean().openapi({ description: 'True when the repository does not hold the answer.' }),
    answer: z.string().openapi({ description: 'Markdown; citations are `[chunk:id]`.' }),
    claims: z.array(claimSchema),
    evidence: z.array(evidenceSchema),
    cards: z
      .array(cardSchema)
      .openapi({ description: 'Graphs, call chains and tables, beside the sentences.' }),
    reading: z
      .object({
        asked: z.string(),
        text: z.string(),
        carried: z.array(z.string()),
        subQueries: z.array(z.string()).optional().openapi({
          description: 'The questions it was taken apart to where it asks several things.',
        }),
        version: readVersionSchema.optional().openapi({
          description:
            'The version the question names, or the one before it that it goes on from, and is answered from; left out where none is named.',
        }),
        notes: z.array(z.string()).optional().openapi({
          description:
            'What could not be done as the deployment has it, and what was done instead; which of several questions the repository holds no answer to.',
        }),
      })
      .openapi({
        description:
          'How the question was read: a follow-up is put on its own, a misspelt word is read as one the repository holds.',
      }),
    suggestions: z
      .array(z.string())
      .openapi({ description: 'Narrower questions, where the one asked is too broad.' }),
    coverage: coverageLineSchema,
    answerer: z.string().openapi({
      description:
        '`embedded`: composed from the index, no model; else the `provider/model` that wrote the text.',
    }),
    degraded: z.string().optional().openapi({
      description: 'Why another answerer than the one asked for wrote it, or the end of it.',
    }),
    generation: generationSchema.optional().openapi({ description: 'Where a model was asked.' }),
    receipt: receiptSchema.optional(),
    cached: z.boolean(),
    timings: answerTimingsSchema,
  })
  .openapi('Answer');

export type AnswerRequest = z.infer<typeof answerRequestSchema>;
export type CoverageLine = z.infer<typeof coverageLineSchema>;
export type Answer = z.infer<typeof answerSchema>;
