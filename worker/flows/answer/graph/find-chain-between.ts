/**
 * Finds a call chain between the two names of a question. It tries the most probable pair of definitions first, then other
 * definitions of the same names, then steps that only a name connects, then the opposite direction.
 */

import type { GraphReading, NameReference } from '../../../core/answers/question.ts';
import type { GraphNode } from '../../../core/code/edge.ts';
import { findFocus, type NodeReference } from '../../graph/find-focus.ts';
import type { GraphOutcome, GraphServices } from '../../graph/graph-query.ts';
import { queryGraph } from '../../graph/query-graph.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { findMissingStep, findUnprovenChain } from './find-missing-step.ts';
import type { GraphFinding } from './graph-finding.ts';
import { isNamedExactly, nameCandidates, undefinedIfNotFound } from './resolve-graph-name.ts';
import type { ResolvedPlace } from './resolve-graph-place.ts';

/** Maximum steps of a chain when the question states none. */
const chainDepth = 8;
/** Maximum definitions tried for each name, and maximum pairs of definitions tried. */
const maxEnds = 3;
const maxPairs = 5;

interface ChainEnd {
  readonly named: NodeReference;
  /** The name was resolved without the place that the question states for it. */
  readonly isBare: boolean;
  readonly node: GraphNode;
}

export async function findChainBetween(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  { subject, to, depth = chainDepth }: GraphReading,
): Promise<GraphFinding | undefined> {
  if (to === undefined) return undefined;
  const ends: (readonly ChainEnd[])[] = [];
  for (const name of [subject, to]) {
    const found = await findEnds(services, resolved, name);
    if (found.length === 0) return name.isSure ? { kind: 'unknown', name } : undefined;
    ends.push(found);
  }
  const [starts = [], stops = []] = ends;
  const place = findUnusedPlace([
    [subject, starts],
    [to, stops],
  ]);
  const queryChain = (from: ChainEnd, end: ChainEnd): Promise<GraphOutcome> =>
    queryGraph(services, resolved, {
      query: 'chain',
      ...from.named,
      to: end.named.symbol,
      toPath: end.named.path,
      depth,
    });
  let first: { readonly outcome: GraphOutcome; readonly end: GraphNode } | undefined;
  for (const [from, end] of rankPairs(starts, stops)) {
    const tried = { outcome: await queryChain(from, end), end: end.node };
    first ??= tried;
    if (tried.outcome.edges.length > 0)
      return { kind: 'found', relation: 'chain', ...tried, isReversed: false, depth, place };
  }
  const [from] = starts;
  const [end] = stops;
  // Plain words without a chain between them may not be names at all.
  if (first === undefined || from === undefined || end === undefined || !subject.isSure || !to.isSure)
    return undefined;
  const request = { from: from.named, to: end.named, depth };
  const [reversed, unproven] = await Promise.all([
    queryChain(end, from),
    findUnprovenChain(services, resolved, request),
  ]);
  const { focus, others, gaps } = first.outcome;
  const base = { kind: 'found', relation: 'chain', end: first.end, depth, place } as const;
  if (unproven !== undefined) return { ...base, outcome: unproven, isReversed: false };
  if (reversed.edges.length > 0)
    return { ...base, outcome: { ...reversed, focus, others, gaps }, isReversed: true };
  const missing = await findMissingStep(services, resolved, request);
  return { ...base, outcome: first.outcome, isReversed: false, missing };
}

/** Finds a stated place that did not help to resolve its name. It cannot filter a chain, so the answer only mentions it. */
function findUnusedPlace(
  ends: readonly (readonly [NameReference, readonly ChainEnd[]])[],
): ResolvedPlace | undefined {
  const place = ends.find(([name, [end]]) => name.scope !== undefined && end?.isBare === true)?.[0].scope;
  return place === undefined ? undefined : { name: place.name, files: undefined };
}

/** Orders the pairs of definitions, the most probable pair first. */
function rankPairs(
  starts: readonly ChainEnd[],
  stops: readonly ChainEnd[],
): readonly (readonly [ChainEnd, ChainEnd])[] {
  return starts
    .flatMap((from, a) => stops.map((end, b) => ({ pair: [from, end] as const, order: a + b })))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, maxPairs)
    .map(({ pair }) => pair);
}

/** Lists the definition that a name most probably refers to, then other source definitions with the name. */
async function findEnds(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  name: NameReference,
): Promise<readonly ChainEnd[]> {
  const context = { expectsModules: false, isOutgoing: true };
  for (const { named, isBare } of await nameCandidates(services, resolved, name, context)) {
    const focus = await undefinedIfNotFound(() =>
      findFocus(services, resolved.key, { named, mayBePackage: false }),
    );
    if (focus === undefined) continue;
    if (!name.isSure && !isNamedExactly(name, focus.node)) return [];
    const others = focus.others
      .filter(({ role, symbol }) => role === 'source' && symbol !== undefined)
      .map((node) => ({ named: { symbol: node.symbol, path: node.path }, node, isBare }));
    return [{ named, node: focus.node, isBare }, ...others].slice(0, maxEnds);
  }
  return [];
}
