/**
 * Answers a question from the code graph. Each result is tied to the lines that prove it. A separate query finds matches by name alone, so
 * that no guess is counted as a result.
 */

import { stripCitationsAndPunctuation, type QueryFacts } from '../../../answering/claims/query-facts.ts';
import { composeGraphAnswer } from '../../../answering/compose/compose-graph-answer.ts';
import type { GraphItem, GraphMaterial, ShownNode } from '../../../answering/compose/graph-material.ts';
import { describeFilter } from '../../../answering/compose/graph-wording.ts';
import type { Card } from '../../../core/answers/card.ts';
import type {
  Confidence,
  GraphReading,
  GraphRelation,
  Question,
  Subject,
} from '../../../core/answers/question.ts';
import type { GraphNode } from '../../../core/code/edge.ts';
import { classOfRelation } from '../../../retrieval/graph-question/read-graph-question.ts';
import { hasGraph, maxNodes, type GraphOutcome, type GraphServices } from '../../graph/graph-query.ts';
import { queryGraph, readEdgeLines } from '../../graph/query-graph.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { Draft } from '../passages/draft-from-passages.ts';
import { filterOutcome, type OutcomeFilter } from './filter-outcome.ts';
import { findInGraph } from './find-in-graph.ts';
import {
  gatherGraphMaterial,
  isProbable,
  type GatheredGraph,
  type GraphResults,
} from './gather-graph-material.ts';
import { chainCard, graphCard, maxRows, tableCard } from './graph-cards.ts';
import { indirectDepth, type GraphFinding } from './graph-finding.ts';
import { listGraphSubjects } from './graph-items.ts';

export interface GraphDraft extends Draft {
  readonly class: Question['class'];
  readonly confidence: Exclude<Confidence, 'out-of-scope'>;
  readonly cards: readonly Card[];
  /** The same question about other definitions with the name. */
  readonly suggestions: readonly string[];
  readonly subjects: readonly Subject[];
  readonly facts: QueryFacts;
}

type GraphMatch = Extract<GraphFinding, { kind: 'found' }>;

/** Minimum number of results for each result that is only probable. With fewer, the confidence is low. */
const minResultsPerProbable = 3;
const maxSuggestions = 4;

/**
 * @returns undefined if the graph has no answer; `unknown` if the question names code that the repository does not define
 */
export async function draftFromGraph(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  reading: GraphReading | undefined,
): Promise<GraphDraft | Extract<GraphFinding, { kind: 'unknown' }> | undefined> {
  if (reading === undefined || !hasGraph(resolved)) return undefined;
  const finding = await findInGraph(services, resolved, reading);
  if (finding?.kind !== 'found') return finding;
  const filter = { only: reading.only, place: finding.place };
  const found = { ...finding, outcome: filterOutcome(finding.outcome, filter) };
  const [nameMatches, otherUses, indirect] = await Promise.all([
    findNameMatches(services, resolved, found, filter),
    findOtherUses(services, resolved, found, filter),
    reading.depth === undefined ? findIndirectCallers(services, resolved, found, filter) : undefined,
  ]);
  return composeDraft(services, resolved, { match: found, nameMatches, otherUses, indirect, reading });
}

async function composeDraft(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  results: GraphResults,
): Promise<GraphDraft> {
  const { match: found, reading } = results;
  const { relation, outcome } = found;
  const gathered = await gatherGraphMaterial(services, resolved, results);
  const { material, evidence } = gathered;
  const sentences = composeGraphAnswer(material);
  const { value: first } = sentences.next();
  return {
    evidence,
    first: first ?? undefined,
    rest: sentences,
    empty: [],
    class: classOfRelation[relation],
    confidence: assessConfidence(material, found, reading),
    cards: await buildCards(services, resolved, { results, gathered }),
    suggestions: outcome.others.slice(0, maxSuggestions).map((other) => suggestQuestion(relation, other)),
    subjects: listGraphSubjects(material),
    facts: buildQueryFacts(material, results),
  };
}

/** Finds places that match by name alone, if the question asks what refers to a definition. */
async function findNameMatches(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  { relation, outcome }: GraphMatch,
  filter: OutcomeFilter,
): Promise<GraphOutcome | undefined> {
  const isIncoming = relation === 'callers' || relation === 'references' || relation === 'subclasses';
  if (!isIncoming || outcome.focus.symbol === undefined) return undefined;
  const { id } = outcome.focus;
  const nameMatches = await queryGraph(services, resolved, {
    query: relation,
    id,
    tiers: ['name-match'],
    depth: 1,
    limit: maxNodes,
  });
  return filterOutcome(nameMatches, filter);
}

/** Finds the callers of callers. The direct callers remain the result of their own query, which the answer names as its source. */
async function findIndirectCallers(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  { relation, outcome }: GraphMatch,
  filter: OutcomeFilter,
): Promise<GraphOutcome | undefined> {
  if (relation !== 'callers' || outcome.nodes.length === 0) return undefined;
  const { id } = outcome.focus;
  return filterOutcome(
    await queryGraph(services, resolved, { query: 'callers', id, depth: indirectDepth, limit: maxNodes }),
    filter,
  );
}

/** Finds other uses of a function without known callers. Code that receives it as a value may call it. */
async function findOtherUses(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  { relation, outcome }: GraphMatch,
  filter: OutcomeFilter,
): Promise<GraphOutcome | undefined> {
  const { id, symbol } = outcome.focus;
  if (relation !== 'callers' || symbol === undefined || outcome.nodes.length > 0) return undefined;
  return filterOutcome(
    await queryGraph(services, resolved, { query: 'references', id, kinds: ['uses'], limit: maxNodes }),
    filter,
  );
}

/** High if there are results, most of them are fully resolved, and it is clear which definition the question means. */
function assessConfidence(
  { items, isReversed, focus, others, isNameAmbiguous }: GraphMaterial,
  { place, outcome }: GraphMatch,
  { subject, only }: GraphReading,
): GraphDraft['confidence'] {
  const listed = items.filter(({ evidence }) => evidence !== undefined);
  const isProven = items.every(({ edge }) => edge.tier !== 'name-match');
  const isMostlyResolved = listed.filter(isProbable).length * minResultsPerProbable <= listed.length;
  const isFilterApplied =
    (place === undefined || place.files !== undefined) &&
    (only === undefined || outcome.narrowing !== undefined);
  const hasFullName = focus.node.symbol === subject.name;
  const isRival = ({ node }: ShownNode): boolean =>
    node.role === 'source' && (!hasFullName || node.symbol === subject.name);
  const isUnambiguous =
    (subject.path !== undefined && place === undefined) ||
    subject.isPath ||
    (!others.some(isRival) && (others.length > 0 || !isNameAmbiguous));
  return items.length > 0 && isProven && !isReversed && isUnambiguous && isMostlyResolved && isFilterApplied
    ? 'high'
    : 'low';
}

/**
 * Builds the picture of a chain or of several levels, and a table if the sentences do not list all results. A table of listed results would
 * repeat the answer.
 */
async function buildCards(
  services: GraphServices,
  { key }: ResolvedSnapshot,
  {
    results: { match, otherUses },
    gathered: { material, isByDistance },
  }: { readonly results: GraphResults; readonly gathered: GatheredGraph },
): Promise<readonly Card[]> {
  const { relation, outcome } = match;
  const buildTable = async (
    listedRelation: GraphRelation,
    source: GraphOutcome,
    items: readonly GraphItem[],
  ): Promise<readonly Card[]> => {
    if (items.every(({ evidence }) => evidence !== undefined)) return [];
    const edges = items.slice(0, maxRows).map(({ edge }) => edge);
    const lines = await readEdgeLines(services, key, edges);
    return [tableCard({ relation: listedRelation, outcome: source, items, lines })];
  };
  const { items } = material;
  if (relation === 'chain') return items.length === 0 ? [] : [chainCard(outcome)];
  if (items.length === 0)
    return otherUses === undefined ? [] : buildTable('references', otherUses, material.otherUses);
  const rows = await buildTable(relation, outcome, items);
  return isByDistance ? [graphCard(relation, outcome), ...rows] : rows;
}

const questionTexts = {
  callers: (name) => `What calls ${name}?`,
  callees: (name) => `What does ${name} call?`,
  importers: (name) => `What imports ${name}?`,
  imports: (name) => `What does ${name} import?`,
  dependents: (name) => `What breaks if I change ${name}?`,
  dependencies: (name) => `What does ${name} use?`,
  subclasses: (name) => `What are the subclasses of ${name}?`,
  bases: (name) => `What are the base classes of ${name}?`,
  references: (name) => `Where is ${name} used?`,
  chain: (name) => `What calls ${name}?`,
} as const satisfies Record<GraphRelation, (name: string) => string>;

function suggestQuestion(relation: GraphRelation, { symbol, path }: GraphNode): string {
  return questionTexts[relation](symbol === undefined ? `\`${path}\`` : `\`${symbol}\` in \`${path}\``);
}

function buildQueryFacts(
  { items, indirect, guesses, ambiguous, narrowing, counts, notes }: GraphMaterial,
  { match, indirect: indirectOutcome }: GraphResults,
): QueryFacts {
  const evidence = [
    ...[...items, ...indirect, ...guesses].map((item) => item.evidence),
    ...ambiguous.evidence,
    ...(narrowing?.elsewhere ?? []),
  ];
  return {
    counts,
    filter: narrowing && describeFilter(narrowing),
    countedIds: new Set(evidence.flatMap((one) => one?.id ?? [])),
    statements: new Set([...notes.limits, ...notes.gaps, ...notes.guesses].map(stripCitationsAndPunctuation)),
    repeat: match.outcome.repeat,
    repeats: new Map(
      indirectOutcome === undefined
        ? []
        : [...counts.keys()]
            .filter((key) => /^(?:indirect|at distance)/.test(key))
            .map((key) => [key, indirectOutcome.repeat]),
    ),
  };
}
