/** Search: a query to spans, best first, each with the shares of its score. */

import { collectingDamage, damageNotes } from './damage-notes.ts';
import type { Confidence, QuestionClass } from '../../core/question.ts';
import type { Planner } from '../../core/settings.ts';
import type { Viewer } from '../../core/viewer.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { JudgedBy } from '../../retrieval/judge-confidence.ts';
import type { RankingChoice } from '../../retrieval/retrieve-spans.ts';
import type { ThreeWayQuery } from '../../retrieval/retrieve-three-ways.ts';
import { createModelHelp } from '../generation/model-help.ts';
import { livePermalink } from '../live/live-permalink.ts';
import type { Refining } from '../refine-spans.ts';
import { namesLikeAsked, type NearName } from '../names-like-asked.ts';
import { retrieve, type Finding } from '../retrieve.ts';
import { tagger, type SearchFilters } from './search-filters.ts';
import type { Services } from '../services.ts';
import { unknownNames } from '../unknown-names.ts';
import { whatFiltersMiss } from './what-filters-miss.ts';

export interface SearchQuery {
  readonly id: string;
  readonly version: string | undefined;
  readonly query: string;
  readonly topK: number | undefined;
  readonly filters: SearchFilters;
  readonly expandGraph: boolean;
  readonly ranking: Partial<RankingChoice>;
  readonly refining?: Refining;
  /** As the deployment has it where this is undefined. */
  readonly planner?: Planner | undefined;
  readonly threeWays: ThreeWayQuery | undefined;
}

export interface SearchOutcome {
  readonly resolved: ResolvedSnapshot;
  readonly class: QuestionClass;
  readonly confidence: Confidence;
  readonly covered: number;
  /** What was searched for where a misspelt word was read as another; else undefined. */
  readonly readAs: string | undefined;
  readonly subQueries: readonly string[];
  /** What could not be done as it was asked, and what of the filters is nowhere where they left nothing. */
  readonly notes: readonly string[];
  /** Definitions called nearly like a name that was asked for and is nowhere, the likest first. */
  readonly nearest: readonly NearName[];
  /** Undefined where a rule decided. */
  readonly judged: JudgedBy | undefined;
  readonly spans: Finding['spans'];
  readonly tagsOf: (path: string) => readonly string[];
  readonly retrieveMs: number;
}

/** Results of a three-way search that does not say how many. */
const topOfThreeWays = 5;

export async function searchSnapshot(
  services: Services,
  viewer: Viewer,
  query: SearchQuery,
): Promise<SearchOutcome> {
  const damaged = new Set<string>();
  const resolved = collectingDamage(await resolveSnapshot(services, viewer, query), damaged);
  const startedAt = services.clock.now();
  const usual = query.threeWays === undefined ? services.settings.retrieval.topK : topOfThreeWays;
  const count = query.topK ?? usual;
  const planner = query.planner ?? services.settings.retrieval.planner;
  const finding = await retrieve(services, resolved, {
    text: query.query,
    filters: query.filters,
    count,
    expands: query.expandGraph,
    ranking: query.ranking,
    refining: query.refining,
    help: createModelHelp(services),
    planning: planner === 'model' ? { earlier: [] } : undefined,
    threeWays: query.threeWays,
  });
  const { confidence } = finding.judgement;
  const spans = mergedByScore(finding).slice(0, count);
  const sifted = { filters: query.filters, found: finding.retrieved.spans };
  const [missed, nearest] = await Promise.all([
    spans.length > 0 ? [] : whatFiltersMiss(services, resolved, sifted),
    namesMeant(services, resolved, finding),
  ]);
  return {
    resolved,
    class: confidence === 'out-of-scope' ? 'out-of-scope' : finding.question.class,
    confidence,
    covered: finding.judgement.covered,
    readAs: finding.readAs,
    subQueries: finding.subQueries,
    notes: [...finding.notes, ...missed, ...damageNotes(resolved, damaged)],
    nearest,
    judged: finding.judgement.judged,
    spans,
    tagsOf: tagger(services),
    retrieveMs: services.clock.now() - startedAt,
  };
}

/** Names for a name that is nowhere, however sure the rest is; for a plain word only where it is not enough. */
function namesMeant(
  services: Pick<Services, 'chunkStore'>,
  { key }: ResolvedSnapshot,
  { question, retrieved, judgement }: Finding,
): Promise<readonly NearName[]> {
  const identifiers = unknownNames(question, retrieved);
  const missing = judgement.confidence === 'high' ? [] : judgement.missing;
  return namesLikeAsked(services, key, { question, identifiers, missing });
}

/** What the graph led to stands where its score puts it; after all others where those are of several questions, each in its turn. */
function mergedByScore({ spans, related, subQueries }: Finding): Finding['spans'] {
  const found = new Set(spans.map(({ ranked }) => ranked.chunk.key));
  const more = related.filter(({ ranked }) => !found.has(ranked.chunk.key));
  if (subQueries.length > 0) return [...spans, ...more];
  return [...spans, ...more].sort((a, b) => b.ranked.score - a.ranked.score);
}

/** Opens lines of a snapshot in the app, pinned to that snapshot; at their host where they are here for a question only. */
export function permalink(
  resolved: ResolvedSnapshot,
  span: { readonly path: string; readonly startLine: number; readonly endLine: number },
): string {
  const { repository, snapshot } = resolved;
  if (repository.source.kind === 'live') return livePermalink(repository.source, snapshot.commit, span);
  const path = span.path.split('/').map(encodeURIComponent).join('/');
  return `/r/${repository.id}/files/${path}?version=${snapshot.id}#L${span.startLine}-L${span.endLine}`;
}
