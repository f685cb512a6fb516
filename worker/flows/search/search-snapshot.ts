/** Runs a search query. Returns spans, best first, each with its score components. */

import type { Finding } from './find-spans/finding.ts';
import { withDamageTracking, damageNotes } from './damage-notes.ts';
import type { Confidence, QuestionClass } from '../../core/answers/question.ts';
import type { Planner } from '../../core/settings.ts';
import type { Viewer } from '../../core/viewer.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { ConfidenceEstimate } from '../../retrieval/confidence/assess-confidence.ts';
import type { RankingChoice } from '../../retrieval/search/retrieve-spans.ts';
import type { ModalityQuery } from '../../retrieval/search/retrieve-by-modality.ts';
import { createHighlighter } from '../../retrieval/search/highlight-span.ts';
import { readPassages } from '../../retrieval/search/read-passages.ts';
import { withMeteredModels } from '../limits/meter-model-calls.ts';
import { createModelHelp } from '../models/model-help.ts';
import type { RefinementOptions } from './find-spans/refine-spans.ts';
import { suggestDefinitions, type CloseName, unknownNames } from './find-spans/unknown-names.ts';
import { retrieve } from './find-spans/retrieve.ts';
import { createTagger, type SearchFilters } from './search-filters.ts';
import type { Services } from '../services.ts';
import { explainUnmatchedFilters } from './explain-unmatched-filters.ts';
import { formatFileAddress } from '../../core/repositories/file-address.ts';
import { hostPermalink } from '../../core/repositories/host-permalink.ts';

export interface SearchQuery {
  readonly id: string;
  readonly version: string | undefined;
  readonly query: string;
  readonly topK: number | undefined;
  readonly filters: SearchFilters;
  readonly expandGraph: boolean;
  readonly ranking: Partial<RankingChoice>;
  readonly refining?: RefinementOptions;
  /** Undefined means the default of the deployment. */
  readonly planner?: Planner | undefined;
  readonly modalityQuery: ModalityQuery | undefined;
}

export interface SearchOutcome {
  readonly resolved: ResolvedSnapshot;
  readonly class: QuestionClass;
  readonly confidence: Confidence;
  readonly covered: number;
  /** The corrected query; undefined if no misspelled word was replaced. */
  readonly readAs: string | undefined;
  readonly subQueries: readonly string[];
  /** Sentences about options that could not be applied and filters that match nothing. */
  readonly notes: readonly string[];
  /** Definitions with names similar to a requested name that does not exist, closest match first. */
  readonly nearest: readonly CloseName[];
  /** The basis of the assessment; undefined if a rule decided. */
  readonly estimate: ConfidenceEstimate | undefined;
  readonly spans: Finding['spans'];
  /** Marks the words of the query in a span. */
  readonly highlight: ReturnType<typeof createHighlighter>;
  readonly tagsForPath: (path: string) => readonly string[];
  readonly retrieveMs: number;
}

/** Number of results of a search by modality that sets no `topK`. */
const defaultModalityResults = 5;

export async function searchSnapshot(
  services: Services,
  viewer: Viewer,
  query: SearchQuery,
): Promise<SearchOutcome> {
  const damaged = new Set<string>();
  const resolved = withDamageTracking(await resolveSnapshot(services, viewer, query), damaged);
  const startedAt = services.clock.now();
  const defaultCount =
    query.modalityQuery === undefined ? services.settings.retrieval.topK : defaultModalityResults;
  const count = query.topK ?? defaultCount;
  const planner = query.planner ?? services.settings.retrieval.planner;
  const finding = await retrieve(services, resolved, {
    text: query.query,
    filters: query.filters,
    count,
    expandsGraph: query.expandGraph,
    ranksDefinitions: true,
    ranking: query.ranking,
    refining: query.refining,
    help: createModelHelp(withMeteredModels(services, viewer)),
    planning: planner === 'model' ? { earlier: [] } : undefined,
    modalityQuery: query.modalityQuery,
  });
  const { confidence } = finding.assessment;
  const shown = await readDefinitionSpans(services, resolved, finding, count);
  const spans = mergeByScore({ ...finding, spans: shown }).slice(0, count);
  const unfiltered = { filters: query.filters, found: finding.retrieved.spans };
  const [missed, nearest] = await Promise.all([
    spans.length > 0 ? [] : explainUnmatchedFilters(services, resolved, unfiltered),
    suggestNames(services, resolved, finding),
  ]);
  return {
    resolved,
    class: confidence === 'out-of-scope' ? 'out-of-scope' : finding.question.class,
    confidence,
    covered: finding.assessment.covered,
    readAs: finding.readAs,
    subQueries: finding.subQueries,
    notes: [...finding.notes, ...missed, ...damageNotes(resolved, damaged)],
    nearest,
    estimate: finding.assessment.estimate,
    spans,
    highlight: createHighlighter(finding.question.terms),
    tagsForPath: createTagger(services),
    retrieveMs: services.clock.now() - startedAt,
  };
}

/** Finds similar names for identifiers that do not exist, and for plain words if the confidence is not high. */
function suggestNames(
  services: Pick<Services, 'chunkStore'>,
  { key }: ResolvedSnapshot,
  { question, retrieved, assessment }: Finding,
): Promise<readonly CloseName[]> {
  const identifiers = unknownNames(question, retrieved);
  const missing = assessment.confidence === 'high' ? [] : assessment.missing;
  return suggestDefinitions(services, key, { question, identifiers, missing });
}

/** Reads the best ranked definitions; the spans of the finding if definitions were not ranked. */
function readDefinitionSpans(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  { key }: ResolvedSnapshot,
  { definitions, spans }: Finding,
  count: number,
): Promise<Finding['spans']> | Finding['spans'] {
  return definitions.length === 0 ? spans : readPassages(chunkStore, key, definitions.slice(0, count));
}

/** Merges spans from the graph by score. If the other spans interleave several sub-queries, the spans from the graph follow them. */
function mergeByScore({ spans, related, subQueries }: Finding): Finding['spans'] {
  const found = new Set(spans.map(({ ranked }) => ranked.chunk.key));
  const more = related.filter(({ ranked }) => !found.has(ranked.chunk.key));
  if (subQueries.length > 0) return [...spans, ...more];
  return [...spans, ...more].sort((a, b) => b.ranked.score - a.ranked.score);
}

/** Returns the URL of lines in the app, pinned to the snapshot. For a live repository, which expires, returns their URL on the host. */
export function permalink(
  resolved: ResolvedSnapshot,
  span: { readonly path: string; readonly startLine: number; readonly endLine: number },
): string {
  const { repository, snapshot } = resolved;
  if (repository.source.kind === 'live') return hostPermalink(repository.source, snapshot.commit, span);
  return formatFileAddress({ ...span, repositoryId: repository.id, version: snapshot.id });
}
