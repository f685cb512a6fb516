/** What the graph gave, tied to the lines that prove it: items in order, each told or only counted, and evidence for those told. */

import type { GraphItem, GraphMaterial, ShownNode } from '../answering/graph-material.ts';
import type { Evidence } from '../core/evidence.ts';
import type { GraphEdge, GraphNode } from '../core/edge.ts';
import type { GraphReading, GraphRelation } from '../core/question.ts';
import type { GraphFinding } from './graph/find-in-graph.ts';
import { countsOf, itemsOf, type FoundItem } from './graph-items.ts';
import { notesOf } from './graph-notes.ts';
import type { GraphOutcome } from './graph/graph-outcome.ts';
import { createProofs, type Proofs } from './prove-edges.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';

interface GatheredMaterial {
  readonly material: GraphMaterial;
  readonly evidence: Map<string, Evidence>;
  readonly isByDistance: boolean;
}

/** Items told in sentences: of a list, and of each distance. */
const itemsTold = 200;
const toldAtDistance = [0, 100, 60] as const;
const toldFarther = 20;
const guessesTold = 20;
const otherUsesTold = 50;
const ambiguousShown = 3;
const othersTold = 5;
const elsewhereShown = 2;

interface Asked {
  readonly found: Extract<GraphFinding, { kind: 'found' }>;
  /** What the name alone leads to. */
  readonly guessed: GraphOutcome | undefined;
  /** What uses it without calling it, where nothing calls it. */
  readonly used: GraphOutcome | undefined;
  readonly reading: GraphReading;
}

export async function gatherGraphMaterial(
  services: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  asked: Asked,
): Promise<GatheredMaterial> {
  const { found, guessed, used } = asked;
  const { relation, outcome, end } = found;
  const { only, subject } = asked.reading;
  const isByDistance = isToldByDistance(relation, outcome);
  const items = itemsOf(relation, outcome, isByDistance);
  const told = new Set(isByDistance ? toldByDistance(items) : items.slice(0, itemsTold));
  const { guesses, untoldGuesses, unsure, doubtful } = guessedItems(relation, guessed);
  const otherUses = used === undefined ? [] : itemsOf('references', used, false).slice(0, otherUsesTold);
  const others = outcome.others.slice(0, othersTold);
  const elsewhere = itemsElsewhere(relation, outcome, isByDistance);

  const proofs = createProofs(services, resolved);
  const shownElsewhere = elsewhere.slice(0, elsewhereShown);
  const edgesElsewhere = shownElsewhere.map(({ edge }) => edge);
  await readProofs(proofs, {
    asked: end === undefined ? [outcome.focus] : [outcome.focus, end],
    items: [...told, ...otherUses, ...guesses, ...shownElsewhere],
    others,
    doubtful,
  });

  const shownNode = (node: GraphNode): ShownNode => ({ node, evidence: proofs.ofNode(node) });
  const prove = (item: FoundItem): GraphItem => provenItem(proofs, item, relation);
  const candidates = Math.max(0, ...unsure.map((place) => place.candidates));
  const counts = countsTold(asked, items, elsewhere);
  const untold = items.length - told.size;
  const hasGuesses = guesses.length + unsure.length > 0;
  const material: GraphMaterial = {
    relation,
    focus: shownNode(outcome.focus),
    end: end === undefined ? undefined : shownNode(end),
    items: items.map((item) => (told.has(item) ? prove(item) : { ...item, ...unproven })),
    isReversed: found.isReversed,
    otherUses: otherUses.map(prove),
    guesses: guesses.map(prove),
    ambiguous: { places: unsure.length, candidates, evidence: linesOf(proofs, doubtful) },
    isDoubtful: others.length > 0 || !isOfName(outcome.focus, subject),
    others: others.map(shownNode),
    narrowing: outcome.narrowing && { ...outcome.narrowing, elsewhere: linesOf(proofs, edgesElsewhere) },
    isCut: outcome.truncatedBy !== undefined,
    notes: notesOf(found, {
      only,
      untold,
      items: items.length,
      isByDistance,
      hasGuesses,
      probable: [...told, ...otherUses].filter(isProbable).length,
      guesses: { untold: untoldGuesses, repeat: guessed?.repeat ?? '' },
    }),
    counts,
  };
  return { material, evidence: proofs.evidence(), isByDistance };
}

/** Of what the name alone leads to: places of this one name told one by one, and those whose name several definitions bear. */
function guessedItems(
  relation: GraphRelation,
  guessed: GraphOutcome | undefined,
): {
  readonly guesses: readonly FoundItem[];
  readonly untoldGuesses: number;
  readonly unsure: GraphOutcome['unsure'];
  readonly doubtful: readonly GraphEdge[];
} {
  const all = guessed === undefined ? [] : itemsOf(relation, guessed, false);
  const guesses = all.slice(0, guessesTold);
  const unsure = guessed?.unsure ?? [];
  const doubtful = unsure
    .slice(0, ambiguousShown)
    .map((place) => ({ ...place, to: '', tier: 'name-match' as const }));
  return { guesses, untoldGuesses: all.length - guesses.length, unsure, doubtful };
}

async function readProofs(
  proofs: Proofs,
  wanted: {
    readonly asked: readonly GraphNode[];
    readonly items: readonly FoundItem[];
    readonly others: readonly GraphNode[];
    readonly doubtful: readonly GraphEdge[];
  },
): Promise<void> {
  for (const node of wanted.asked) proofs.wantNode(node, true);
  for (const item of wanted.items) wantItem(proofs, item);
  for (const other of wanted.others) proofs.wantNode(other);
  for (const place of wanted.doubtful) proofs.wantEdge(place, undefined);
  await proofs.read();
}

function linesOf(proofs: Proofs, edges: readonly GraphEdge[]): readonly Evidence[] {
  return edges.flatMap((edge) => proofs.ofEdge(edge) ?? []);
}

const unproven = { via: undefined, again: [], evidence: undefined, definition: undefined };

/** What was left out of the results that the query gives. */
function itemsElsewhere(
  relation: GraphRelation,
  outcome: GraphOutcome,
  isByDistance: boolean,
): readonly FoundItem[] {
  const { narrowing, nodes } = outcome;
  if (narrowing === undefined) return [];
  const turned = { ...narrowing, elsewhere: nodes };
  return itemsOf(relation, { ...outcome, nodes: narrowing.elsewhere, narrowing: turned }, isByDistance);
}

function countsTold(
  { found: { relation, outcome }, guessed }: Pick<Asked, 'found' | 'guessed'>,
  items: readonly FoundItem[],
  elsewhere: readonly FoundItem[],
): ReadonlyMap<string, number> {
  const counts = new Map(countsOf(relation, items, isToldByDistance(relation, outcome)));
  const unsure = guessed?.unsure ?? [];
  const candidates = Math.max(0, ...unsure.map((place) => place.candidates));
  if (unsure.length > 0) counts.set('ambiguous place', unsure.length).set('definition', candidates);
  if (outcome.narrowing !== undefined)
    counts.set('elsewhere', new Set(elsewhere.map(({ node }) => node.id)).size);
  return counts;
}

/** Not traced to its end. */
export function isProbable({ edge }: Pick<FoundItem, 'edge'>): boolean {
  return edge.tier === 'import-scoped';
}

function isToldByDistance(relation: GraphRelation, { nodes }: GraphOutcome): boolean {
  return relation === 'dependents' || (relation !== 'chain' && nodes.some(({ distance }) => distance > 1));
}

/** Called so in full, or by the end of its name. */
function isOfName({ symbol }: GraphNode, { name, isPath }: GraphReading['subject']): boolean {
  return isPath || symbol === undefined || `.${symbol}`.endsWith(`.${name}`);
}

function toldByDistance(items: readonly FoundItem[]): readonly FoundItem[] {
  const left = new Map<number, number>();
  return items.filter(({ distance }) => {
    const room = left.get(distance) ?? toldAtDistance[distance] ?? toldFarther;
    left.set(distance, room - 1);
    return room > 0;
  });
}

function wantItem(proofs: Proofs, { isOutgoing, edge, again, from, node, via }: FoundItem): void {
  for (const one of [edge, ...again]) proofs.wantEdge(one, from);
  // Where it is what is referred to, or stands between, its name is to be read as well.
  if (isOutgoing) proofs.wantNode(node);
  else if (via !== undefined) proofs.wantNode(via);
}

function provenItem(proofs: Proofs, item: FoundItem, relation: GraphRelation): GraphItem {
  const { isOutgoing, edge, node, via, again, distance } = item;
  const shownVia =
    via === undefined
      ? undefined
      : {
          node: via,
          evidence: relation === 'chain' || isOutgoing ? proofs.ofEdge(edge) : proofs.ofNode(via),
        };
  return {
    isOutgoing,
    edge,
    node,
    distance,
    via: shownVia,
    evidence: proofs.ofEdge(edge),
    definition: isOutgoing ? proofs.ofNode(node) : undefined,
    again: again.flatMap((one) => {
      const evidence = proofs.ofEdge(one);
      return evidence === undefined ? [] : [{ line: one.line, evidence }];
    }),
  };
}
