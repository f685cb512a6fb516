/** Answers on the wire as JSON: Markdown, claims with their states, and evidence. `stream.ts` defines the stream. */
import { z } from '@hono/zod-openapi';
import { behindReasons } from '../../core/answers/answer.ts';
import { answerPreferences, answerStyles, findLanguageName } from '../../core/answers/answer-style.ts';
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
  // Browsers resolve `.` and `..` in a path, so such a conversation could be neither read nor deleted.
  .refine((id) => id !== '.' && id !== '..', 'must not be "." or ".."');

const modelOption = 'For an answerer that is a model; the embedded composer ignores it.';

/** An optional enum whose error message lists the supported values. */
function supportedValues<const Values extends readonly [string, ...string[]]>(values: Values, field: string) {
  const supported = values.map((value) => JSON.stringify(value)).join(' or ');
  const error = ({ input }: { readonly input?: unknown }): string =>
    `${(JSON.stringify(input) ?? 'This').slice(0, 100)} is not supported; use ${supported}, or omit \`${field}\`.`;
  return z.enum(values, { error }).optional();
}

export const languageSchema = z.string().refine((tag) => findLanguageName(tag) !== undefined, {
  error: ({ input }) =>
    `${JSON.stringify(input).slice(0, 100)} is not a known language tag; use a BCP 47 tag such as "de" or "pt-BR".`,
});

export const answerRequestSchema = z
  .strictObject({
    question: z.string().trim().min(1).max(4000),
    conversationId: conversationIdSchema.optional().openapi({
      description: 'Continues or starts this conversation. If omitted, a new conversation starts.',
    }),
    retry: z.boolean().optional().openapi({
      description:
        'Generates a new answer instead of using the cache. Replaces the last turn if it has the same question.',
    }),
    version: z.string().min(1).max(200).optional(),
    mode: supportedValues(['chat'], 'mode').openapi({ description: 'Default: `chat`.' }),
    strategy: supportedValues(['auto', 'linear'], 'strategy').openapi({
      description: 'Both currently run in one pass.',
    }),
    model: modelSchema.optional().openapi({
      description:
        'The model that writes the answer, as listed by GET /v1/models. `embedded` composes the answer from the index without a model. Default: the deployment’s first model.',
    }),
    options: z
      .strictObject({
        topK: z.int().min(1).max(100).optional().openapi({
          description:
            'Maximum number of definitions or passages, default 8. If a model writes the answer, the maximum number of definitions that it receives; default: the CONTEXT_SPANS setting.',
        }),
        reranker: searchRequestSchema.shape.reranker,
        expandGraph: z.boolean().optional().openapi({
          description:
            'Adds passages that the graph connects to the best ones to an answer that describes documents or files. Excerpts and the evidence of a model follow the calls of the best definitions in any case. Default: false.',
        }),
        live: z.boolean().optional().openapi({
          description:
            'Answers from the repository’s current state on GitHub, with files fetched for the question, instead of from the index.',
        }),
        temperature: z.number().min(0).max(2).optional().openapi({ description: modelOption }),
        maxOutputTokens: z.int().min(1).max(1_000_000).optional().openapi({ description: modelOption }),
        style: supportedValues(answerStyles, 'options.style').openapi({
          description:
            '`short`: a model writes at most three sentences, and the composer quotes only the best excerpt. `detailed`: a model explains each step with its code, and the composer quotes and names more. Lists, counts, graphs and history are complete in every style. Default: a standard answer.',
        }),
        prefer: supportedValues(answerPreferences, 'options.prefer').openapi({
          description:
            '`documentation`: answers from the documentation if it covers the question, else from code, as the widget does. Default: what answers best.',
        }),
        language: languageSchema.optional().openapi({
          description:
            'The language in which a model writes, as a BCP 47 tag; names, quotations and code stay as they are. The composer writes English only and says so in the notes. Default: English.',
          example: 'de',
        }),
        judge: z.boolean().optional().openapi({
          description:
            'Whether a model judges, after the answer is complete, if the cited evidence supports each claim (`judgment` of a claim). Default: only if the CLAIM_JUDGE setting names a model, and never with your own key. With your own key, `true` asks your model. No model judges composed claims, which quote their evidence.',
        }),
      })
      .optional(),
    files: attachedFilesSchema.optional(),
  })
  .openapi('AnswerRequest');

export const coverageLineSchema = z.object({
  ref: z.string().nullable().openapi({ description: 'Branch or tag of the version; null if it has none.' }),
  commit: z.string(),
  files: z.int(),
  ofFiles: z.int().optional().openapi({
    description: 'For a live answer, the number of files in the repository; `files` of them were examined.',
  }),
  skipped: z.int(),
  behind: z.int().nullable().openapi({
    description: 'Number of commits that the version is behind its host’s default branch; null if unknown.',
  }),
  behindReason: z.enum(behindReasons).nullable().openapi({
    description:
      'Why `behind` is null. `newer`: the host has newer commits, but they were not counted. `other-version`: only the default branch is checked. `not-checked`: the host has not been checked yet. `upload`, `web`, `live`: there is no host to compare with.',
  }),
  checkedAt: z
    .string()
    .nullable()
    .openapi({ description: 'When the host was last checked successfully; null if never.' }),
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
    .openapi({ description: 'For a question about changes, the version to compare with.' }),
});

export const answerSchema = z
  .object({
    id: z.string(),
    conversationId: z.string(),
    turn: z.int().openapi({ description: 'Position in the conversation, starting at 1.' }),
    snapshotId: z.string().openapi({ description: 'The snapshot that the answer is based on.' }),
    class: questionClassSchema,
    confidence: confidenceSchema,
    refused: z.boolean().openapi({ description: 'True if the repository does not contain the answer.' }),
    answer: z.string().openapi({ description: 'Markdown; citations are `[chunk:id]`.' }),
    claims: z.array(claimSchema),
    evidence: z.array(evidenceSchema).openapi({
      description:
        'What claims may cite. An answer composed without a model lists only what its text or a card cites; an answer by a model lists what the model received.',
    }),
    cards: z
      .array(cardSchema)
      .openapi({ description: 'Graphs, call chains and tables that accompany the text.' }),
    reading: z
      .object({
        asked: z.string(),
        text: z.string(),
        carried: z.array(z.string()),
        subQueries: z.array(z.string()).optional().openapi({
          description: 'The individual questions, if the request contains several.',
        }),
        version: readVersionSchema.optional().openapi({
          description:
            'The version named in this question, or in the earlier question that it follows up on. The answer is based on it. Omitted if neither question names a version.',
        }),
        notes: z.array(z.string()).optional().openapi({
          description:
            'Steps that this deployment could not perform, with their fallbacks. If the request contains several questions, also the ones that the repository cannot answer.',
        }),
      })
      .openapi({
        description:
          'How the question was interpreted: a follow-up is rewritten to be self-contained, and a misspelled word is corrected to a word in the repository.',
      }),
    suggestions: z.array(z.string()).openapi({
      description:
        'Questions to ask next: narrower ones if this one is too broad, the same about other definitions with its name, otherwise up to three about the cited definitions.',
    }),
    coverage: coverageLineSchema,
    answerer: z.string().openapi({
      description:
        '`embedded` if the answer was composed from the index without a model; otherwise the `provider/model` that wrote the text.',
    }),
    degraded: z.string().optional().openapi({
      description: 'Why an answerer other than the requested one wrote the text or the end of it.',
    }),
    generation: generationSchema.optional().openapi({ description: 'Present if a model was called.' }),
    receipt: receiptSchema.optional(),
    cached: z.boolean(),
    timings: answerTimingsSchema,
  })
  .openapi('Answer');

export type AnswerRequest = z.infer<typeof answerRequestSchema>;
export type CoverageLine = z.infer<typeof coverageLineSchema>;
export type Answer = z.infer<typeof answerSchema>;
