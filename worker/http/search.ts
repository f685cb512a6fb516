/** Routes of search, in one repository and in several, and of grep. */

import { grepRoute, searchRepositoriesRoute, searchRoute } from '../contract/search/routes.ts';
import type { SearchRequest, SearchResponse, SearchResult } from '../contract/search/schema.ts';
import { chooseRanker } from '../flows/search/find-spans/refine-spans.ts';
import { damageNotes } from '../flows/search/damage-notes.ts';
import { grepSnapshot } from '../flows/search/grep-snapshot.ts';
import { parseFilterExpression } from '../flows/search/parse-filter-expression.ts';
import { joinFilters } from '../flows/search/search-filters.ts';
import { searchRepositories } from '../flows/search/search-repositories.ts';
import { AppError } from '../core/errors.ts';
import { resolveSnapshot } from '../flows/versions/resolve-snapshot.ts';
import {
  permalink,
  searchSnapshot,
  type SearchOutcome,
  type SearchQuery,
} from '../flows/search/search-snapshot.ts';
import type { App } from './context.ts';

const defaultGrepLimit = 200;
const defaultRepositoriesCount = 10;

export function bindSearch(app: App): void {
  bindGrep(app);
  bindSearchRepositories(app);
  app.openapi(searchRoute, async (context) => {
    const startedAt = Date.now();
    const body = context.req.valid('json');
    const { filters, version } = readFilters(body);
    const outcome = await searchSnapshot(context.get('services'), context.get('viewer'), {
      id: context.req.valid('param').id,
      version,
      query: body.query,
      topK: body.topK,
      expandGraph: body.expandGraph ?? false,
      ranking: toRankingOptions(body),
      refining: toRefiningOptions(body),
      planner: body.planner,
      modalityQuery: toModalityOptions(body),
      filters,
    });
    const options = { explains: body.explain === true, totalMs: Date.now() - startedAt };
    return context.json(searchToWire(outcome, options), 200);
  });
}

/** Combines the filters of the request with its filter expression. */
function readFilters({ filters = {}, filter = '', version }: SearchRequest) {
  const { paths = [], languages = [], kinds = [], packages = [], tags = [] } = filters;
  const expression = parseFilterExpression(filter);
  if (version !== undefined && expression.version !== undefined && version !== expression.version)
    throw new AppError(
      'invalid_request',
      `filter: the version “${expression.version}” differs from the request’s “${version}”. Use one of them.`,
    );
  return {
    filters: joinFilters({ paths, languages, kinds, packages, tags }, expression.filters),
    version: version ?? expression.version,
  };
}

export function searchToWire(
  outcome: SearchOutcome,
  { explains, totalMs }: { readonly explains: boolean; readonly totalMs: number },
): SearchResponse {
  return {
    class: outcome.class,
    confidence: outcome.confidence,
    covered: outcome.covered,
    ...(outcome.readAs === undefined ? {} : { readAs: outcome.readAs }),
    ...(outcome.subQueries.length === 0 ? {} : { subQueries: [...outcome.subQueries] }),
    ...(outcome.notes.length === 0 ? {} : { notes: [...outcome.notes] }),
    ...(outcome.nearest.length === 0 ? {} : { nearest: outcome.nearest.map((match) => ({ ...match })) }),
    ...(explains ? confidenceSignals(outcome) : {}),
    results: resultsToWire(outcome, explains),
    timings: { retrieveMs: outcome.retrieveMs, totalMs },
  };
}

function confidenceSignals({ estimate }: SearchOutcome): Pick<SearchResponse, 'estimate'> {
  if (estimate === undefined) return {};
  const { signals, probability, shownProbability } = estimate;
  return { estimate: { ...signals, probability, shownProbability } };
}

function bindGrep(app: App): void {
  app.openapi(grepRoute, async (context) => {
    const startedAt = Date.now();
    const body = context.req.valid('json');
    const services = context.get('services');
    const resolved = await resolveSnapshot(services, context.get('viewer'), {
      id: context.req.valid('param').id,
      version: body.version,
    });
    const { truncatedBy, damaged, ...found } = await grepSnapshot(services, resolved.key, {
      pattern: body.pattern,
      paths: body.paths ?? [],
      languages: body.languages ?? [],
      ignoreCase: body.ignoreCase ?? false,
      context: body.context ?? 0,
      limit: body.limit ?? defaultGrepLimit,
      signal: context.req.raw.signal,
    });
    const matches = found.matches.map(({ before, after, ranges, ...match }) => ({
      ...match,
      ranges: [...ranges],
      ...(body.context === undefined ? {} : { before: [...before], after: [...after] }),
    }));
    return context.json(
      {
        total: found.total,
        truncated: truncatedBy !== undefined,
        ...(truncatedBy === undefined ? {} : { truncatedBy }),
        matches,
        filesSearched: found.filesSearched,
        ...(damaged.length === 0
          ? {}
          : { damaged: [...damaged], notes: [...damageNotes(resolved, damaged)] }),
        totalMs: Date.now() - startedAt,
      },
      200,
    );
  });
}

function bindSearchRepositories(app: App): void {
  app.openapi(searchRepositoriesRoute, async (context) => {
    const startedAt = Date.now();
    const { query, topK = defaultRepositoriesCount, repositories } = context.req.valid('json');
    const request = { query, topK, ids: repositories };
    const { searched, omitted, notes } = await searchRepositories(
      context.get('services'),
      context.get('viewer'),
      request,
    );
    const results = searched.flatMap(({ repository, outcome, weight }) =>
      resultsToWire(outcome, false).map((result) => ({
        ...result,
        score: result.score * weight,
        repository: { ...repository },
      })),
    );
    return context.json(
      {
        searched: searched.map(({ repository, outcome }) => ({
          ...repository,
          confidence: outcome.confidence,
        })),
        omitted,
        ...(notes.length === 0 ? {} : { notes: [...notes] }),
        results: results.toSorted((a, b) => b.score - a.score).slice(0, topK),
        totalMs: Date.now() - startedAt,
      },
      200,
    );
  });
}

function toRankingOptions({ fusion, reranker, without }: SearchRequest): SearchQuery['ranking'] {
  return {
    ranker: chooseRanker(reranker).ranker,
    ...(fusion === undefined ? {} : { fusion }),
    ...(without === undefined ? {} : { without }),
  };
}

function toRefiningOptions({
  reranker,
  fileSelection,
  pickedWeight,
}: SearchRequest): SearchQuery['refining'] & {} {
  return { reranking: chooseRanker(reranker).reranking, fileSelection, pickedWeight };
}

function toModalityOptions({ codeQuery, weights, similarity }: SearchRequest): SearchQuery['modalityQuery'] {
  if (codeQuery === undefined && weights === undefined && similarity === undefined) return undefined;
  type ModalityName = keyof NonNullable<SearchRequest['weights']>;
  const bounds = (modality: ModalityName) => ({
    least: similarity?.[modality]?.min ?? 0,
    most: similarity?.[modality]?.max ?? 1,
  });
  const weight = (modality: ModalityName): number => weights?.[modality] ?? 1;
  return {
    code: codeQuery,
    weights: {
      sparse: weight('sparse'),
      textDense: weight('textDense'),
      codeDense: weight('codeDense'),
    },
    bounds: { sparse: bounds('sparse'), textDense: bounds('textDense'), codeDense: bounds('codeDense') },
  };
}

function resultsToWire(outcome: SearchOutcome, explains: boolean): SearchResult[] {
  return outcome.spans.map((span) => {
    const { chunk, score, scores, relations, copies } = span.ranked;
    const features = span.ranked.definitionFeatures ?? span.ranked.features;
    const { bestLine, ...highlights } = outcome.highlight({ ...span, symbol: chunk.symbol });
    return {
      path: span.path,
      startLine: span.startLine,
      endLine: span.endLine,
      bestLine,
      highlights: {
        lines: highlights.lines.map((range) => ({ ...range })),
        path: highlights.path.map((range) => ({ ...range })),
        symbol: highlights.symbol.map((range) => ({ ...range })),
      },
      language: span.language,
      kind: chunk.kind,
      role: chunk.role,
      ...(chunk.symbol === undefined ? {} : { symbol: chunk.symbol }),
      ...(chunk.package === undefined ? {} : { package: chunk.package }),
      tags: [...outcome.tagsForPath(span.path)],
      metadata: { ...chunk.metadata },
      ...(relations === undefined ? {} : { relations: [...relations] }),
      ...(copies === undefined ? {} : { copies: copies.map((copy) => ({ ...copy })) }),
      score,
      scores: { ...scores },
      ...(explains && features !== undefined ? { features: { ...features } } : {}),
      text: span.text,
      url: permalink(outcome.resolved, span),
    };
  });
}
