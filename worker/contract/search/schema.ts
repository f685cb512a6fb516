/** Search and grep on the wire. */
import { z } from '@hono/zod-openapi';
import { confidences, questionClasses, rerankerChoices } from '../../core/answers/question.ts';
import { fileSelections, planners } from '../../core/settings.ts';

export const questionClassSchema = z.enum(questionClasses);
export const confidenceSchema = z.enum(confidences);

const boundsSchema = z
  .strictObject({ min: z.number().min(0).max(1).optional(), max: z.number().min(0).max(1).optional() })
  .refine(({ min = 0, max = 1 }) => min <= max, 'The lowest similarity must not be above the highest.')
  .optional();
const weightSchema = z.number().min(0).max(1000).optional();

export const searchRequestSchema = z
  .strictObject({
    query: z.string().trim().min(1).max(4000),
    codeQuery: z.string().trim().min(1).max(8000).optional().openapi({
      description:
        'Code to compare code with. With this, `weights` or `similarity` results are ranked by similarity alone, three ways: the score is the weighted mean of the similarities a chunk has, and `scores` holds each; a way it has none in has no part in the mean. Of equal scores that which more ways found comes first.',
    }),
    weights: z
      .strictObject({ sparse: weightSchema, textDense: weightSchema, codeDense: weightSchema })
      .refine(
        ({ sparse = 1, textDense = 1, codeDense = 1 }) => sparse + textDense + codeDense > 0,
        'One of the weights must be above 0.',
      )
      .optional()
      .openapi({ description: 'What each way counts; 1 when left out, 0 leaves it out.' }),
    similarity: z
      .strictObject({ sparse: boundsSchema, textDense: boundsSchema, codeDense: boundsSchema })
      .optional()
      .openapi({
        description:
          'Lowest and highest similarity, each from 0 to 1, of words BM25 over the best found, of vectors the cosine. What lies outside them in any way searched is no result. A result without a similarity in a way is held for 0 there: a `min` above 0 leaves it out, a `max` does not.',
      }),
    topK: z.int().min(1).max(100).optional(),
    version: z.string().optional(),
    fusion: z.enum(['sum', 'rrf', 'dbsf']).optional().openapi({
      description:
        'How the keyword and the dense list become one: scores over each list’s best, added (`sum`, when left out); reciprocal rank; scores scaled by mean ± 3 sigma.',
    }),
    reranker: z.enum(rerankerChoices).optional().openapi({
      description:
        'What orders the candidates: the fitted ranker, a cross-encoder or a language model (`model`) that reads the best of it again, weights chosen by hand, or the fused lists alone. When left out, as the RERANKER setting has it. Where there is no cross-encoder or model, or it does not answer, the fitted order stays and `notes` says so.',
    }),
    fileSelection: z.enum(fileSelections).optional().openapi({
      description:
        'Whether files whose path, definitions and headings hold the question’s words join the ranking, or files a language model picks from the tree (`model`). When left out, as the FILE_SELECTION setting has it.',
    }),
    planner: z.enum(planners).optional().openapi({
      description:
        'Whether a language model puts the question in the repository’s terms besides (`model`): both are searched for and what they find is told in turn, how sure it is as without. When left out, as the PLANNER setting has it.',
    }),
    pickedWeight: z.number().min(0).max(1).optional().openapi({
      description: 'What a picked file counts; the ranking counts the rest. When left out, PICKED_WEIGHT.',
    }),
    without: z
      .array(z.enum(['lexical', 'dense']))
      .max(2)
      .optional()
      .openapi({ description: 'Leaves a list out, to tell what it is worth.' }),
    explain: z.boolean().optional().openapi({
      description:
        'Adds to each result what the ranking saw of it, by name, as `features`, and what confidence is judged by as `judged`.',
    }),
    expandGraph: z.boolean().optional().openapi({
      description:
        'Adds what the best spans call, extend, use and lie in, and what calls them, where it shares a word with the query. Off when left out.',
    }),
    filters: z
      .strictObject({
        paths: z.array(z.string()).max(50).optional().openapi({ description: 'Globs, e.g. `src/**`.' }),
        languages: z.array(z.string()).max(50).optional(),
        kinds: z.array(z.string()).max(50).optional().openapi({
          description:
            'Kinds of definition (`function`, `method`, `class`, `interface`, `type`, `struct`, `enum`, `trait`, `constant`, `property`, `component`…), roles of file (`source`, `test`, `docs`…) or kinds of chunk as `kind` tells them; any of them. Plurals and `func`, `const`, `field` and the like are understood. Where nothing is of these kinds, `notes` says what there is.',
        }),
        packages: z
          .array(z.string())
          .max(50)
          .optional()
          .openapi({ description: 'Folders of a monorepo’s packages.' }),
        tags: z.array(z.string()).max(50).optional().openapi({ description: 'Of the TAGS setting.' }),
      })
      .optional(),
  })
  .openapi('SearchRequest');

export const positionSchema = z.object({ path: z.string(), startLine: z.int(), endLine: z.int() });

const searchResultSchema = z.object({
  path: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  language: z.string(),
  kind: z.string(),
  role: z.string().openapi({
    description:
      '`source`, `test`, `example`, `docs`, `translation` or `config`; `filters.kinds` takes it too.',
  }),
  symbol: z.string().optional(),
  package: z.string().optional(),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()).openapi({
    description:
      'What the chunk defines, imports, exports and refers to, its signature, the `documentation` of what it defines, other `comments` in it, complexity, headings, front matter, code samples, versions.',
  }),
  relations: z.array(z.string()).optional().openapi({
    description: 'How the graph led to it from a better span, step by step: `calls`, `called by`, `extends`…',
  }),
  copies: z.array(positionSchema).optional().openapi({
    description:
      'Copies and translations of the same text that were found too, the best ranked first; they have no places of their own.',
  }),
  score: z.number(),
  scores: z.record(z.string(), z.number()).openapi({
    description:
      'Each signal’s share: of the score, or with the fitted ranker of the sum the score is made of, which is told over the best. `picked` is that of its file; by `crossEncoder` or `model` it took its place, whose score it then has; `opening` leads what asks for the whole with the score of the best, `wording` what says a text that is looked for word for word; what depends on a definition that is named has with `dependent` the score of the one it was put behind; `decay` multiplies the score, once that is made of the shares; a share below 0 counts against it.',
  }),
  features: z.record(z.string(), z.number()).optional(),
  text: z.string(),
  url: z.string(),
});

export const searchResponseSchema = z
  .object({
    class: questionClassSchema,
    confidence: confidenceSchema,
    covered: z.number().openapi({
      description: 'Share of the question’s weight found in the best spans.',
    }),
    judged: z.record(z.string(), z.number()).optional().openapi({
      description:
        'What confidence is judged by, with `explain`: each signal, and the `probability` that the repository holds an answer. Left out where a rule decided.',
    }),
    readAs: z.string().optional().openapi({
      description:
        'What was searched for where a misspelt word was read as one the repository holds, or besides the question where a model put it otherwise.',
    }),
    subQueries: z.array(z.string()).optional().openapi({
      description:
        'The questions it was taken apart to where it asks several things; `results` then takes the best of each in turn.',
    }),
    notes: z.array(z.string()).optional().openapi({
      description:
        'What could not be done as asked, and what was done instead; where the filters leave nothing, what there is; which of several questions the repository holds no answer to.',
    }),
    nearest: z
      .array(z.object({ name: z.string(), path: z.string() }))
      .optional()
      .openapi({
        description:
          'Definitions called nearly like a name that was asked for and is nowhere, the likest first; left out where there are none.',
      }),
    results: z.array(searchResultSchema),
    timings: z.object({ retrieveMs: z.number(), totalMs: z.number() }),
  })
  .openapi('SearchResponse');

export const grepRequestSchema = z
  .strictObject({
    pattern: z.string().min(1).max(1000).openapi({ description: 'RE2 syntax.' }),
    paths: z.array(z.string()).max(50).optional(),
    languages: z.array(z.string()).max(50).optional(),
    ignoreCase: z.boolean().optional(),
    context: z.int().min(0).max(10).optional().openapi({ description: 'Lines before and after each match.' }),
    limit: z.int().min(1).max(1000).optional(),
    version: z.string().optional(),
  })
  .openapi('GrepRequest');

export const grepResponseSchema = z
  .object({
    total: z.int().openapi({ description: 'Matching lines found; all there are unless `truncated`.' }),
    truncated: z.boolean(),
    truncatedBy: z.enum(['limit', 'time']).optional(),
    matches: z.array(
      z.object({
        path: z.string(),
        line: z.int(),
        language: z.string(),
        text: z.string(),
        ranges: z
          .array(z.object({ start: z.int(), end: z.int() }))
          .openapi({ description: 'What of `text` matched: UTF-16 offsets, end exclusive.' }),
        before: z.array(z.string()).optional(),
        after: z.array(z.string()).optional(),
      }),
    ),
    filesSearched: z.int(),
    damaged: z
      .array(z.string())
      .optional()
      .openapi({ description: 'Files that were not searched: their stored text does not match its hash.' }),
    notes: z.array(z.string()).optional(),
    totalMs: z.number(),
  })
  .openapi('GrepResponse');

export type SearchRequest = z.infer<typeof searchRequestSchema>;
export type SearchResponse = z.infer<typeof searchResponseSchema>;
export type SearchResult = z.infer<typeof searchResultSchema>;
export type GrepRequest = z.infer<typeof grepRequestSchema>;
export type GrepResponse = z.infer<typeof grepResponseSchema>;
