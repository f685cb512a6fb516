/**
 * A question that the graph answers: asked of it, every result tied to the lines that prove it, then composed. What is proven and what
 * is found by name alone are asked apart, so that no guess is counted.
 */

import { composeGraphAnswer } from '../answering/compose-graph-answer.ts';
import type { GraphItem, GraphMaterial, ShownNode } from '../answering/graph-material.ts';
import { whereOf } from '../answering/graph-wording.ts';
import { plainClaim, type QueryFacts } from '../answering/query-facts.ts';
import type { Card } from '../core/card.ts';
import type { Subject } from '../core/conversation.ts';
import type { GraphNode } from '../core/edge.ts';
import type { Confidence, GraphReading, GraphRelation, Question } from '../core/question.ts';
import { classOfRelation } from '../retrieval/read-graph-question.ts';
import { askGraph } from './graph/ask-graph.ts';
import type { Draft } from './draft-answer.ts';
import { findInGraph, type GraphFinding } from './graph/find-in-graph.ts';
import { gatherGraphMaterial, isProbable } from './gather-graph-material.ts';
import { chainCard, graphCard, rowsShown, tableCard } from './graph-cards.ts';
import type { GraphOutcome } from './graph/graph-outcome.ts';
import { hasGraph, maxNodes, type GraphServices } from './graph/graph-question.ts';
import { linesOfEdges } from './graph/lines-of-edges.ts';
import { narrowOutcome, type Narrowing } from './graph/narrow-outcome.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import { subjectsOfGraph } from './subjects-of-graph.ts';

export interface GraphDraft extends Draft {
  readonly class: Question['class'];
  readonly confidence: Exclude<Confidence, 'out-of-scope'>;
  readonly cards: readonly Card[];
  /** The same asked of others that bear the name. */
  readonly suggestions: readonly string[];
  readonly subjects: readonly Subject[];
  readonly facts: QueryFacts;
}

type Found = Extract<GraphFinding, { kind: 'found' }>;

/** More than one in so many that are only probable make an answer unsure. */
const mostProbable = 3;
const suggestionsMade = 4;

/** @returns undefined where nothing was asked of the graph that it answers; `unknown` where what is asked about is written as code and defined nowhere */
export async function answerFromGraph(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  reading: GraphReading | undefined,
): Promise<GraphDraft | Extract<GraphFinding, { kind: 'unknown' }> | undefined> {
  if (reading === undefined || !hasGraph(resolved)) return undefined;
  const finding = await findInGraph(services, resolved, reading);
  if (finding?.kind !== 'found') return finding;
  const narrowed = { only: reading.only, place: finding.place };
  const found = { ...finding, outcome: narrowOutcome(finding.outcome, narrowed) };
  const [guessed, used] = await Promise.all([
    guessesOf(services, resolved, found, narrowed),
    otherUsesOf(services, resolved, found, narrowed),
  ]);
  return draftOf(services, resolved, { found, guessed, used, reading });
}

async function draftOf(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  {
    found,
    guessed,
    used,
    reading,
  }: {
    found: Found;
    guessed: GraphOutcome | undefined;
    used: GraphOutcome | undefined;
    reading: GraphReading;
  },
): Promise<GraphDraft> {
  const { relation, outcome } = found;
  const { material, evidence, isByDistance } = await gatherGraphMaterial(services, resolved, {
    found,
    guessed,
    used,
    reading,
  });
  const sentences = composeGraphAnswer(material);
  const { value: first } = sentences.next();
  return {
    evidence,
    first: first ?? undefined,
    rest: sentences,
    empty: [],
    class: classOfRelation[relation],
    confidence: confidenceOf(material, found, reading),
    cards: await cardsOf(services, resolved, { found, used, material, isByDistance }),
    suggestions: outcome.others.slice(0, suggestionsMade).map((other) => askedOf(relation, other)),
    subjects: subjectsOfGraph(material),
    facts: factsOf(material, outcome.repeat),
  };
}

/** What the name alone leads to, where it is asked what refers to a definition directly. */
async function guessesOf(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  { relation, outcome }: Found,
  narrowed: Narrowing,
): Promise<GraphOutcome | undefined> {
  const isAsked = relation === 'callers' || relation === 'references' || relation === 'subclasses';
  if (!isAsked || outcome.focus.symbol === undefined) return undefined;
  const { id } = outcome.focus;
  const guessed = await askGraph(services, resolved, {
    query: relation,
    id,
    tiers: ['name-match'],
    depth: 1,
    limit: maxNodes,
  });
  return narrowOutcome(guessed, narrowed);
}

/** What names a function that nothing is known to call: it may be called by whoever it is given to. */
async function otherUsesOf(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  { relation, outcome }: Found,
  narrowed: Narrowing,
): Promise<GraphOutcome | undefined> {
  const { id, symbol } = outcome.focus;
  if (relation !== 'callers' || symbol === undefined || outcome.nodes.length > 0) return undefined;
  return narrowOutcome(
    await askGraph(services, resolved, { query: 'references', id, kinds: ['uses'], limit: maxNodes }),
    narrowed,
  );
}

/** Sure where something was found that was asked for, most of it traced to its end, and it was plain which definition is meant. */
function confidenceOf(
  { items, isReversed, focus, others, isDoubtful }: GraphMaterial,
  { place, outcome }: Found,
  { subject, only }: GraphReading,
): GraphDraft['confidence'] {
  const told = items.filter(({ evidence }) => evidence !== undefined);
  const isProven = told.filter(isProbable).length * mostProbable <= told.length;
  const isPlaced =
    (place === undefined || place.files !== undefined) &&
    (only === undefined || outcome.narrowing !== undefined);
  const isWhole = focus.node.symbol === subject.name;
  const isLike = ({ node }: ShownNode): boolean =>
    node.role === 'source' && (!isWhole || node.symbol === subject.name);
  const isPlain =
    (subject.path !== undefined && place === undefined) ||
    subject.isPath ||
    (!others.some(isLike) && (others.length > 0 || !isDoubtful));
  return items.length > 0 && !isReversed && isPlain && isProven && isPlaced ? 'high' : 'low';
}

async function cardsOf(
  services: GraphServices,
  { key }: ResolvedSnapshot,
  told: {
    readonly found: Found;
    readonly used: GraphOutcome | undefined;
    readonly material: GraphMaterial;
    readonly isByDistance: boolean;
  },
): Promise<readonly Card[]> {
  const { relation, outcome } = told.found;
  const table = async (
    of: GraphRelation,
    from: GraphOutcome,
    items: readonly GraphItem[],
  ): Promise<readonly Card[]> => {
    if (items.length === 0) return [];
    const edges = items.slice(0, rowsShown).map(({ edge }) => edge);
    const lines = await linesOfEdges(services, key, edges);
    return [tableCard({ relation: of, outcome: from, items, lines })];
  };
  const { items, otherUses } = told.material;
  if (relation === 'chain') return items.length === 0 ? [] : [chainCard(outcome)];
  if (items.length === 0) return told.used === undefined ? [] : table('references', told.used, otherUses);
  const rows = await table(relation, outcome, items);
  return told.isByDistance ? [graphCard(relation, outcome), ...rows] : rows;
}

const questions = {
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

function askedOf(relation: GraphRelation, { symbol, path }: GraphNode): string {
  return questions[relation](symbol === undefined ? `\`${path}\`` : `\`${symbol}\` in \`${path}\``);
}

function factsOf(
  { items, guesses, ambiguous, narrowing, counts, notes }: GraphMaterial,
  repeat: string,
): QueryFacts {
  const evidence = [
    ...[...items, ...guesses].map((item) => item.evidence),
    ...ambiguous.evidence,
    ...(narrowing?.elsewhere ?? []),
  ];
  return {
    counts,
    filter: narrowing && whereOf(narrowing),
    counted: new Set(evidence.flatMap((one) => one?.id ?? [])),
    statements: new Set([...notes.limits, ...notes.hidden, ...notes.guesses].map(plainClaim)),
    repeat,
  };
}
