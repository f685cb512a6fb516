/** Search on the wire, in one repository and in several. */
import { chunkKinds } from '../../core/code/chunk.ts';
import { z } from '@hono/zod-openapi';
import { confidences, questionClasses, rerankerChoices } from '../../core/answers/question.ts';
import { fileSelections, planners } from '../../core/settings.ts';
import { rangeSchema } from './text-range.ts';

export const questionClassSchema = z.enum(questionClasses);
export const confidenceSchema = z.enum(confidences);

const boundsSchema = z
  .strictObject({ min: z.number().min(0).max(1).optional(), max: z.number().min(0).max(1).optional() })
  .refine(({ min = 0, max = 1 }) => min <= max, '`min` must not be above `max`.')
  .optional();
/** All definitions that a search ranks fit, so that a new ranking can be fitted to them. */
const maxResults = 300;
const weightSchema = z.number().min(0).max(1000).optional();

export const searchRequestSchema = z
  .strictObject({
    query: z.string().trim().min(1).max(4000),
    codeQuery: z.string().trim().min(1).max(8000).optional().openapi({
      description:
        'Code to compare with the indexed code. If this, `weights` or `similarity` is set, results are ranked by similarity alone, in three modalities. The score is the weighted mean of a chunk’s similarities, and `scores` contains each of them. A modality without a similarity does not affect the mean. On equal scores, the chunk that more modalities found comes first.',
    }),
    weights: z
      .strictObject({ sparse: weightSchema, textDense: weightSchema, codeDense: weightSchema })
      .refine(
        ({ sparse = 1, textDense = 1, codeDense = 1 }) => sparse + textDense + codeDense > 0,
        'One of the weights must be above 0.',
      )
      .optional()
      .openapi({ description: 'Weight of each modality. Default: 1. A weight of 0 excludes the modality.' }),
    similarity: z
      .strictObject({ sparse: boundsSchema, textDense: boundsSchema, codeDense: boundsSchema })
      .optional()
      .openapi({
        description:
          'Minimum and maximum similarity, each from 0 to 1: for words, BM25 relative to the best match; for vectors, the cosine. A chunk outside the range of any searched modality is not a result. A missing similarity counts as 0, so a `min` above 0 excludes the chunk and a `max` does not.',
      }),
    topK: z.int().min(1).max(maxResults).optional(),
    version: z.string().optional(),
    fusion: z.enum(['sum', 'rrf', 'dbsf']).optional().openapi({
      description:
        'How the keyword and dense lists are merged: `sum` (default) adds scores relative to each list’s best, `rrf` is reciprocal rank fusion, `dbsf` scales scores by mean ± 3 sigma.',
    }),
    reranker: z.enum(rerankerChoices).optional().openapi({
      description:
        'What orders the candidates: the fitted ranker, a cross-encoder or a language model (`model`) that reranks the top results, weights chosen by hand, or the merged lists alone. Default: the RERANKER setting. If the cross-encoder or model is missing or does not respond, the fitted order is used and `notes` says so.',
    }),
    fileSelection: z.enum(fileSelections).optional().openapi({
      description:
        'Whether to add to the ranking files whose path, definitions and headings match the question, or files that a language model selects from the tree (`model`). Default: the FILE_SELECTION setting.',
    }),
    planner: z.enum(planners).optional().openapi({
      description:
        'Whether a language model also rewrites the question in the repository’s terms (`model`). Both questions are searched and their results interleaved; the confidence does not change. Default: the PLANNER setting.',
    }),
    pickedWeight: z.number().min(0).max(1).optional().openapi({
      description:
        'Weight of a selected file’s score; the ranking’s score has the remaining weight. Default: the PICKED_WEIGHT setting.',
    }),
    without: z
      .array(z.enum(['lexical', 'dense']))
      .max(2)
      .optional()
      .openapi({ description: 'Lists to exclude, for example to measure their effect.' }),
    explain: z.boolean().optional().openapi({
      description:
        'Adds to each result the signals that the ranking used, by name, as `features`, and to the response the signals that determine confidence, as `estimate`.',
    }),
    expandGraph: z.boolean().optional().openapi({
      description:
        'Adds definitions that the best spans call, extend, use, import or belong to, and their callers, if they share a word with the query. Default: false.',
    }),
    filter: z.string().max(2000).optional().openapi({
      description:
        'A filter expression, in addition to `filters`: `path:src/** -path:**/*.test.ts kind:function lang:python -tag:docs version:v2`. Fields: `path`, `language` (`lang`), `kind` (`role`), `package`, `tag`, `version`. `-` or `!` before a field excludes its value. Quote a value with spaces. Terms of one field are alternatives; all fields must match.',
    }),
    filters: z
      .strictObject({
        paths: z.array(z.string()).max(50).optional().openapi({
          description:
            'Globs, e.g. `src/**`. A value that starts with `!` excludes, in every list: `!**/*.test.ts`.',
        }),
        languages: z.array(z.string()).max(50).optional(),
        kinds: z.array(z.string()).max(50).optional().openapi({
          description:
            'Matches any of these: kinds of definition (`function`, `method`, `class`, `interface`, `type`, `struct`, `enum`, `trait`, `constant`, `property`, `component`…), roles of files (`source`, `test`, `docs`…) or kinds of chunk as returned in `kind`. Plurals and abbreviations such as `func`, `const` and `field` are understood. If nothing matches, `notes` lists the available kinds.',
        }),
        packages: z
          .array(z.string())
          .max(50)
          .optional()
          .openapi({ description: 'Folders of a monorepo’s packages.' }),
        tags: z.array(z.string()).max(50).optional().openapi({ description: 'Tags from the TAGS setting.' }),
      })
      .optional(),
  })
  .openapi('SearchRequest');

export const positionSchema = z.object({ path: z.string(), startLine: z.int(), endLine: z.int() });

const searchResultSchema = z.object({
  path: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  bestLine: z.int().openapi({ description: 'The line with most words of the query.' }),
  highlights: z
    .object({
      lines: z.array(rangeSchema.extend({ line: z.int() })),
      path: z.array(rangeSchema),
      symbol: z.array(rangeSchema),
    })
    .openapi({
      description:
        'Words of the query, in any form, in the lines of the text, in `path` and in `symbol`: UTF-16 offsets, end exclusive.',
    }),
  language: z.string(),
  kind: z.enum(chunkKinds).openapi({
    description:
      'The kind of the definition that the chunk is or is in. Outside definitions: `imports`, `comment` or `statements`; in documents `section`, `code_sample` or `front_matter`; in components `markup` or `style`; otherwise `text`, or `blob` for a piece of a long line.',
  }),
  role: z.string().openapi({
    description:
      '`source`, `test`, `example`, `docs`, `translation` or `config`; `filters.kinds` accepts it too.',
  }),
  symbol: z.string().optional(),
  package: z.string().optional(),
  tags: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()).openapi({
    description:
      'The chunk’s definitions, imports, exports and references, the `signature` of its `symbol`, the `enclosing` definition that contains the chunk, the `documentation` of its definitions, other `comments`, complexity, headings, front matter, code samples and versions.',
  }),
  relations: z.array(z.string()).optional().openapi({
    description:
      'How the graph connects the result to a better-ranked span, step by step: `calls`, `called by`, `extends`…',
  }),
  copies: z.array(positionSchema).optional().openapi({
    description:
      'Copies and translations of the same text, best ranked first. They have no positions of their own.',
  }),
  score: z.number(),
  scores: z.record(z.string(), z.number()).openapi({
    description:
      'Each signal’s component of the score. With the fitted ranker, the components add up to a sum that the score states relative to the best result. `picked` is the component of a selected file. `crossEncoder` and `model` mark a result that a reranker placed; it has the score of its new position. `opening` marks a document opening that was put first for a question about the whole repository, with the best score. `wording` marks text that contains a phrase that was searched for verbatim. `dependent` marks a result that depends on a named definition and has that definition’s score. `decay` multiplies the finished score. A negative component lowers the score.',
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
      description: 'Fraction of the question’s weight found in the best spans.',
    }),
    estimate: z.record(z.string(), z.number()).optional().openapi({
      description:
        'With `explain`, the signals that determine confidence, the `probability` that the repository contains an answer, and the `shownProbability` that the best results are that answer. Omitted if a rule determined it.',
    }),
    readAs: z.string().optional().openapi({
      description: 'The query after spelling correction, or the additional query that a model wrote.',
    }),
    subQueries: z.array(z.string()).optional().openapi({
      description:
        'The individual questions, if the query contains several; `results` then interleaves the best of each.',
    }),
    notes: z.array(z.string()).optional().openapi({
      description:
        'Options that could not be applied, with their fallbacks. If the filters match nothing, the available values. If the query contains several questions, also the ones that the repository cannot answer.',
    }),
    nearest: z
      .array(z.object({ name: z.string(), path: z.string() }))
      .optional()
      .openapi({
        description: 'Closest matches for an unknown name, best first; omitted if there are none.',
      }),
    results: z.array(searchResultSchema),
    timings: z.object({ retrieveMs: z.number(), totalMs: z.number() }),
  })
  .openapi('SearchResponse');

export const repositoriesSearchRequestSchema = z
  .strictObject({
    query: z.string().trim().min(1).max(4000),
    topK: z.int().min(1).max(50).optional().openapi({ description: 'Default: 10.' }),
    repositories: z.array(z.string().max(100)).min(1).max(50).optional().openapi({
      description: 'Ids of the repositories to choose from. Default: all that the caller may read.',
    }),
  })
  .openapi('RepositoriesSearchRequest');

const namedRepositorySchema = z.object({ id: z.string(), name: z.string() });

export const repositoriesSearchResponseSchema = z
  .object({
    searched: z.array(namedRepositorySchema.extend({ confidence: confidenceSchema })).openapi({
      description:
        'The searched repositories: at most eight, which contain the most words of the query. The one that most probably has an answer comes first.',
    }),
    omitted: z.int().openapi({
      description:
        'Number of repositories that were not searched: none of the words occur there, eight others contain more of them, or `notes` states the reason.',
    }),
    notes: z.array(z.string()).optional().openapi({
      description:
        'Repositories that were not considered, and what the search of a repository could not do. Omitted if there are none.',
    }),
    results: z.array(searchResultSchema.extend({ repository: namedRepositorySchema })).openapi({
      description:
        'Best first. The score is that of the search of the repository, multiplied by the probability that the repository contains an answer.',
    }),
    totalMs: z.number(),
  })
  .openapi('RepositoriesSearchResponse');

export type SearchRequest = z.infer<typeof searchRequestSchema>;
export type SearchResponse = z.infer<typeof searchResponseSchema>;
export type SearchResult = z.infer<typeof searchResultSchema>;
export type RepositoriesSearchRequest = z.infer<typeof repositoriesSearchRequestSchema>;
export type RepositoriesSearchResponse = z.infer<typeof repositoriesSearchResponseSchema>;
