/**
 * A chain between two names of a question: between the likeliest definitions they bear, else between others of those names, else the
 * other way round.
 */

import type { GraphNode } from '../../core/edge.ts';
import type { AskedName, GraphReading } from '../../core/question.ts';
import { askGraph } from './ask-graph.ts';
import { findFocus, type Named } from './find-focus.ts';
import type { GraphFinding } from './find-in-graph.ts';
import type { GraphOutcome } from './graph-outcome.ts';
import type { GraphServices } from './graph-question.ts';
import { isNamed, unlessUnknown, waysToName } from './name-in-graph.ts';
import type { FoundPlace } from './place-in-graph.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

/** Steps a chain may have when the question does not say. */
const chainDepth = 8;
/** Definitions of one name that are tried, and pairs of them. */
const endsTried = 3;
const pairsTried = 5;

interface End {
  readonly named: Named;
  /** What the name is said to be in is no part of it. */
  readonly isBare: boolean;
  readonly node: GraphNode;
}

export async function findChainBetween(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  { subject, to, depth = chainDepth }: GraphReading,
): Promise<GraphFinding | undefined> {
  if (to === undefined) return undefined;
  const ends: (readonly End[])[] = [];
  for (const name of [subject, to]) {
    const found = await endsOf(services, resolved, name);
    if (found.length === 0) return name.isSure ? { kind: 'unknown', name } : undefined;
    ends.push(found);
  }
  const [starts = [], stops = []] = ends;
  const place = placeLeft([
    [subject, starts],
    [to, stops],
  ]);
  const ask = (from: End, end: End): Promise<GraphOutcome> =>
    askGraph(services, resolved, {
      query: 'chain',
      ...from.named,
      to: end.named.symbol,
      toPath: end.named.path,
      depth,
    });
  let first: { readonly outcome: GraphOutcome; readonly end: GraphNode } | undefined;
  for (const [from, end] of pairsOf(starts, stops)) {
    const tried = { outcome: await ask(from, end), end: end.node };
    first ??= tried;
    if (tried.outcome.edges.length > 0)
      return { kind: 'found', relation: 'chain', ...tried, isReversed: false, depth, place };
  }
  const [from] = starts;
  const [end] = stops;
  // Of plain words that no calls lead between, nothing is known to have been asked.
  if (first === undefined || from === undefined || end === undefined || !subject.isSure || !to.isSure)
    return undefined;
  const back = await ask(end, from);
  const { outcome } = first;
  return back.edges.length === 0
    ? { kind: 'found', relation: 'chain', ...first, isReversed: false, depth, place }
    : {
        kind: 'found',
        relation: 'chain',
        end: first.end,
        outcome: { ...back, focus: outcome.focus, others: outcome.others, hidden: outcome.hidden },
        isReversed: true,
        depth,
        place,
      };
}

/** A chain leads where it leads: a place that tells nothing of its ends does not narrow it. */
function placeLeft(ends: readonly (readonly [AskedName, readonly End[]])[]): FoundPlace | undefined {
  const left = ends.find(([name, [end]]) => name.place !== undefined && end?.isBare === true)?.[0].place;
  return left === undefined ? undefined : { said: left.name, files: undefined };
}

/** The likeliest pair first. */
function pairsOf(starts: readonly End[], stops: readonly End[]): readonly (readonly [End, End])[] {
  return starts
    .flatMap((from, a) => stops.map((end, b) => ({ pair: [from, end] as const, order: a + b })))
    .toSorted((a, b) => a.order - b.order)
    .slice(0, pairsTried)
    .map(({ pair }) => pair);
}

/** The definition a name means likeliest, and others of the sources that bear it. */
async function endsOf(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  name: AskedName,
): Promise<readonly End[]> {
  const meaning = { ofModules: false, isOutgoing: true };
  for (const { named, isBare } of await waysToName(services, resolved, name, meaning)) {
    const focus = await unlessUnknown(() =>
      findFocus(services, resolved.key, { named, mayBePackage: false }),
    );
    if (focus === undefined) continue;
    if (!name.isSure && !isNamed(name, focus.node)) return [];
    const others = focus.others
      .filter(({ role, symbol }) => role === 'source' && symbol !== undefined)
      .map((node) => ({ named: { symbol: node.symbol, path: node.path }, node, isBare }));
    return [{ named, node: focus.node, isBare }, ...others].slice(0, endsTried);
  }
  return [];
}
