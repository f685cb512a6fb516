/** Gathers the material of a graph answer: ordered items, with evidence for each listed item. Other items are only counted. */

import type { GraphItem, GraphMaterial, ShownNode } from '../../../answering/compose/graph-material.ts';
import type { Evidence } from '../../../core/answers/evidence.ts';
import type { GraphReading, GraphRelation } from '../../../core/answers/question.ts';
import type { GraphEdge, GraphNode } from '../../../core/code/edge.ts';
import type { GraphOutcome } from '../../graph/graph-query.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { GraphFinding } from './graph-finding.ts';
import { countItems, toResultItems, type ResultItem } from './graph-items.ts';
import { buildGraphNotes } from './graph-notes.ts';
import { indirectItems, selectListed } from './select-listed.ts';
import { createProofs, type Proofs } from './prove-edges.ts';

export interface GatheredGraph {
  readonly material: GraphMaterial;
  readonly evidence: Map<string, Evidence>;
  readonly isByDistance: boolean;
}

const maxGuesses = 20;
const maxOtherUses = 50;
const maxAmbiguous = 3;
const maxOthers = 5;
const maxElsewhere = 2;

export interface GraphResults {
  readonly match: Extract<GraphFinding, { kind: 'found' }>;
  /** Places that match by name alone. */
  readonly nameMatches: GraphOutcome | undefined;
  /** Uses other than calls, if nothing calls the focus. */
  readonly otherUses: GraphOutcome | undefined;
  /** The callers of callers, if the question asks for callers without a number of steps. */
  readonly indirect: GraphOutcome | undefined;
  readonly reading: GraphReading;
}

export async function gatherGraphMaterial(
  services: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  results: GraphResults,
): Promise<GatheredGraph> {
  const { match, nameMatches, otherUses: usesOutcome } = results;
  const { relation, outcome, end } = match;
  const { only, subject } = results.reading;
  const isByDistance = isListedByDistance(relation, outcome);
  const items = toResultItems(relation, outcome, isByDistance);
  const indirect = indirectItems(results.indirect, outcome);
  const { listed, countUnlisted } = selectListed([...items, ...indirect]);
  const { guesses, unlistedGuesses, ambiguousPlaces, ambiguousEdges } = selectGuesses(relation, nameMatches);
  const otherUses =
    usesOutcome === undefined ? [] : toResultItems('references', usesOutcome, false).slice(0, maxOtherUses);
  const others = outcome.others.slice(0, maxOthers);
  const elsewhere = itemsOutsideFilter(relation, outcome, isByDistance);

  const proofs = createProofs(services, resolved);
  const shownElsewhere = elsewhere.slice(0, maxElsewhere);
  await readProofs(proofs, {
    subjects: end === undefined ? [outcome.focus] : [outcome.focus, end],
    items: [...listed, ...otherUses, ...guesses, ...shownElsewhere],
    others,
    ambiguousEdges,
  });

  const shownNode = (node: GraphNode): ShownNode => ({ node, evidence: proofs.nodeEvidence(node) });
  const prove = (item: ResultItem): GraphItem => toProvenItem(proofs, item, relation);
  const counts = countResults(results, { items, indirect, elsewhere });
  const material: GraphMaterial = {
    relation,
    focus: shownNode(outcome.focus),
    end: end === undefined ? undefined : shownNode(end),
    items: items.map((item) => (listed.has(item) ? prove(item) : { ...item, ...unproven })),
    indirect: indirect.filter((item) => listed.has(item)).map(prove),
    isReversed: match.isReversed,
    otherUses: otherUses.map(prove),
    guesses: guesses.map(prove),
    ambiguous: citeAmbiguous(proofs, ambiguousPlaces, ambiguousEdges),
    isNameAmbiguous: others.length > 0 || !matchesSubject(outcome.focus, subject),
    others: others.map(shownNode),
    narrowing: citeNarrowing(proofs, outcome, shownElsewhere),
    isCut: outcome.truncatedBy !== undefined || results.indirect?.truncatedBy !== undefined,
    notes: buildGraphNotes(match, {
      only,
      unlisted: countUnlisted(items),
      items: items.length,
      isByDistance,
      indirect: results.indirect && { outcome: results.indirect, unlisted: countUnlisted(indirect) },
      hasGuesses: guesses.length + ambiguousPlaces.length > 0,
      probable: [...listed, ...otherUses].filter(isProbable).length,
      guesses: { unlisted: unlistedGuesses, repeat: nameMatches?.repeat ?? '' },
    }),
    counts,
  };
  return { material, evidence: proofs.evidence(), isByDistance };
}

/** Splits places that match by name alone into those to list and those whose name fits several definitions. */
function selectGuesses(
  relation: GraphRelation,
  nameMatches: GraphOutcome | undefined,
): {
  readonly guesses: readonly ResultItem[];
  readonly unlistedGuesses: number;
  /** Places whose name fits several definitions. */
  readonly ambiguousPlaces: GraphOutcome['unsure'];
  /** Edges to cite for the first ambiguous places. */
  readonly ambiguousEdges: readonly GraphEdge[];
} {
  const all = nameMatches === undefined ? [] : toResultItems(relation, nameMatches, false);
  const guesses = all.slice(0, maxGuesses);
  const ambiguousPlaces = nameMatches?.unsure ?? [];
  const ambiguousEdges = ambiguousPlaces
    .slice(0, maxAmbiguous)
    .map((place) => ({ ...place, to: '', tier: 'name-match' as const }));
  return { guesses, unlistedGuesses: all.length - guesses.length, ambiguousPlaces, ambiguousEdges };
}

async function readProofs(
  proofs: Proofs,
  requests: {
    readonly subjects: readonly GraphNode[];
    readonly items: readonly ResultItem[];
    readonly others: readonly GraphNode[];
    readonly ambiguousEdges: readonly GraphEdge[];
  },
): Promise<void> {
  for (const node of requests.subjects) proofs.requestNode(node, true);
  for (const item of requests.items) requestItem(proofs, item);
  for (const other of requests.others) proofs.requestNode(other);
  for (const place of requests.ambiguousEdges) proofs.requestEdge(place, undefined);
  await proofs.read();
}

function evidenceOfEdges(proofs: Proofs, edges: readonly GraphEdge[]): readonly Evidence[] {
  return edges.flatMap((edge) => proofs.edgeEvidence(edge) ?? []);
}

function citeAmbiguous(
  proofs: Proofs,
  places: GraphOutcome['unsure'],
  edges: readonly GraphEdge[],
): GraphMaterial['ambiguous'] {
  const evidence = evidenceOfEdges(proofs, edges);
  return { places: places.length, candidates: maxCandidates(places), evidence };
}

function citeNarrowing(
  proofs: Proofs,
  { narrowing }: GraphOutcome,
  items: readonly ResultItem[],
): GraphMaterial['narrowing'] {
  const edges = items.map(({ edge }) => edge);
  return narrowing && { ...narrowing, elsewhere: evidenceOfEdges(proofs, edges) };
}

const unproven = { via: undefined, repeats: [], evidence: undefined, definition: undefined };

/** Lists the results of the query that the filter excludes. */
function itemsOutsideFilter(
  relation: GraphRelation,
  outcome: GraphOutcome,
  isByDistance: boolean,
): readonly ResultItem[] {
  const { narrowing, nodes } = outcome;
  if (narrowing === undefined) return [];
  const inverted = { ...narrowing, elsewhere: nodes };
  return toResultItems(
    relation,
    { ...outcome, nodes: narrowing.elsewhere, narrowing: inverted },
    isByDistance,
  );
}

function countResults(
  { match: { relation, outcome }, nameMatches }: Pick<GraphResults, 'match' | 'nameMatches'>,
  { items, indirect, elsewhere }: Readonly<Record<'items' | 'indirect' | 'elsewhere', readonly ResultItem[]>>,
): ReadonlyMap<string, number> {
  const counts = new Map(countItems(relation, items, indirect));
  const ambiguousPlaces = nameMatches?.unsure ?? [];
  const guesses = nameMatches === undefined ? [] : toResultItems(relation, nameMatches, false);
  counts.set('guess', guesses.length + ambiguousPlaces.length);
  if (ambiguousPlaces.length > 0)
    counts.set('ambiguous place', ambiguousPlaces.length).set('definition', maxCandidates(ambiguousPlaces));
  if (outcome.narrowing !== undefined)
    counts.set('elsewhere', new Set(elsewhere.map(({ node }) => node.id)).size);
  return counts;
}

/** Returns the highest number of definitions that the name of a place fits. */
function maxCandidates(places: GraphOutcome['unsure']): number {
  return Math.max(0, ...places.map(({ candidates }) => candidates));
}

/** Whether the edge is resolved only by the file's imports or package. */
export function isProbable({ edge }: Pick<ResultItem, 'edge'>): boolean {
  return edge.tier === 'import-scoped';
}

function isListedByDistance(relation: GraphRelation, { nodes }: GraphOutcome): boolean {
  return relation === 'dependents' || (relation !== 'chain' && nodes.some(({ distance }) => distance > 1));
}

/** Whether the symbol equals the name in the question, or ends with it. */
function matchesSubject({ symbol }: GraphNode, { name, isPath }: GraphReading['subject']): boolean {
  return isPath || symbol === undefined || `.${symbol}`.endsWith(`.${name}`);
}

function requestItem(proofs: Proofs, { isOutgoing, edge, repeatedEdges, from, node, via }: ResultItem): void {
  for (const one of [edge, ...repeatedEdges]) proofs.requestEdge(one, from);
  // The target of an edge, or a node in between, needs evidence for its name too.
  if (isOutgoing) proofs.requestNode(node);
  else if (via !== undefined) proofs.requestNode(via);
}

function toProvenItem(proofs: Proofs, item: ResultItem, relation: GraphRelation): GraphItem {
  const { isOutgoing, edge, node, via, repeatedEdges, distance } = item;
  const shownVia =
    via === undefined
      ? undefined
      : {
          node: via,
          evidence: relation === 'chain' || isOutgoing ? proofs.edgeEvidence(edge) : proofs.nodeEvidence(via),
        };
  return {
    isOutgoing,
    edge,
    node,
    distance,
    via: shownVia,
    evidence: proofs.edgeEvidence(edge),
    definition: isOutgoing ? proofs.nodeEvidence(node) : undefined,
    repeats: repeatedEdges.flatMap((one) => {
      const evidence = proofs.edgeEvidence(one);
      return evidence === undefined ? [] : [{ line: one.line, evidence }];
    }),
  };
}
