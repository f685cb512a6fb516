/**
 * Reads the calls of a trace from the graph: those that lead from one definition to another if the question names two, else those between the
 * best definitions, else a chain from one of them to another.
 */

import { provenTiers, type NodeId } from '../../../core/code/edge.ts';
import type { ReadableDefinition } from '../../../retrieval/context/readable-definition.ts';
import { findTrace, type Call, type Trace } from '../../../retrieval/excerpts/find-trace.ts';
import { findChain, type Chain } from '../../../retrieval/graph/find-chain.ts';
import { asksForTrace } from '../../../retrieval/question-class/asks-for-trace.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { QuotedLines } from './issue-excerpts.ts';

export interface TracedCall {
  readonly lines: QuotedLines;
  /** The bare name of the called definition. */
  readonly callee: string;
}

export interface ReadTrace {
  /** In the order of the calls; empty if the question asks for no trace, or none was found. */
  readonly calls: readonly TracedCall[];
  /** The first calls that the trace leaves out. */
  readonly omitted: readonly TracedCall[];
  /** Two definitions that the question names, if a search found no chain of calls between them. */
  readonly missing: { readonly from: string; readonly to: string } | undefined;
}

type TraceServices = Pick<Services, 'graphStore' | 'clock'>;

/** Definitions whose calls of each other are read. */
const maxTraced = 8;
/** Definitions to which a chain is searched from the best one. */
const maxEnds = 3;
const chainLimits = { depth: 4, maxNodes: 400 } as const;
const maxChainMs = 150;
const kinds = ['calls'] as const;

const noTrace: ReadTrace = { calls: [], omitted: [], missing: undefined };

export async function readTrace(
  services: TraceServices,
  resolved: Pick<ResolvedSnapshot, 'key'>,
  { question: { text, identifiers, paths }, likelyDefinitions }: TraceFinding,
  definitions: readonly ReadableDefinition[],
): Promise<ReadTrace> {
  if (!asksForTrace(text, [...identifiers, ...paths])) return noTrace;
  const traced = definitions.filter(({ role, symbolId }) => role !== 'test' && symbolId !== undefined);
  const findBetween = createChainFinder(services, resolved);
  const ends = findNamedEnds(identifiers, traced, likelyDefinitions);
  const named = ends === undefined ? undefined : await findBetween(ends.from.ids, ends.to.ids);
  const toTrace = (trace: Trace): Promise<ReadTrace> => nameCalls(services, resolved, { trace, definitions });
  if (named !== undefined && named.edges.length > 0) return toTrace({ calls: named.edges, omitted: [] });
  const direct = await readDirectCalls(services, resolved, traced.slice(0, maxTraced));
  if (direct.calls.length > 0) return toTrace(direct);
  const chain = await readChain(findBetween, traced.slice(0, maxEnds + 1));
  if (chain.length > 0) return toTrace({ calls: chain, omitted: [] });
  const isSearched = ends !== undefined && named?.cutBy === undefined;
  return isSearched ? { ...noTrace, missing: { from: ends.from.name, to: ends.to.name } } : noTrace;
}

type TraceFinding = Pick<Finding, 'likelyDefinitions'> & {
  readonly question: Pick<Finding['question'], 'text' | 'identifiers' | 'paths'>;
};

/** A name in the question, with all definitions that it may mean. */
interface NamedEnd {
  readonly name: string;
  readonly ids: readonly NodeId[];
}

/** The first two names in the question that are definitions. */
function findNamedEnds(
  identifiers: readonly string[],
  traced: readonly ReadableDefinition[],
  likely: Finding['likelyDefinitions'],
): { readonly from: NamedEnd; readonly to: NamedEnd } | undefined {
  const known = [
    ...traced.map(({ symbol, symbolId }) => ({ symbol, id: symbolId })),
    ...likely
      .filter(({ role }) => role !== 'test')
      .map(({ qualifiedName, id }) => ({ symbol: qualifiedName, id })),
  ];
  const ends: NamedEnd[] = [];
  for (const identifier of identifiers) {
    const named = known.filter(({ symbol }) => `.${symbol}`.endsWith(`.${identifier}`));
    const name = named[0]?.symbol;
    const ids = [...new Set(named.flatMap(({ id }) => id ?? []))];
    const isKnown = ends.some((end) => end.ids.some((id) => ids.includes(id)));
    if (name !== undefined && !isKnown) ends.push({ name, ids });
  }
  const [from, to] = ends;
  return from === undefined || to === undefined ? undefined : { from, to };
}

type FindBetween = (from: readonly NodeId[], to: readonly NodeId[]) => Promise<Chain>;

/**
 * @returns a function that finds a chain of calls in either direction. All its searches share one time limit; `cutBy` is undefined if both
 *   directions were searched to the maximum depth.
 */
function createChainFinder(
  { graphStore, clock }: TraceServices,
  { key }: Pick<ResolvedSnapshot, 'key'>,
): FindBetween {
  const until = clock.now() + maxChainMs;
  const options = { ...chainLimits, kinds, tiers: provenTiers, hasTimeLeft: () => clock.now() < until };
  const find = (from: readonly NodeId[], to: readonly NodeId[]): Promise<Chain> | Chain =>
    options.hasTimeLeft() ? findChain(graphStore, key, { from, to, options }) : { edges: [], cutBy: 'time' };
  return async (one, other) => {
    const forward = await find(one, other);
    const backward = forward.edges.length > 0 ? noChain : await find(other, one);
    const { edges } = forward.edges.length > 0 ? forward : backward;
    const cutBy = [forward.cutBy, backward.cutBy].find((limit) => limit !== undefined && limit !== 'depth');
    return { edges, cutBy };
  };
}

const noChain: Chain = { edges: [], cutBy: undefined };

async function readDirectCalls(
  { graphStore }: TraceServices,
  { key }: Pick<ResolvedSnapshot, 'key'>,
  traced: readonly ReadableDefinition[],
): Promise<Trace> {
  const from = traced.flatMap(({ symbolId }) => symbolId ?? []);
  const calls = await graphStore.step(key, { from, direction: 'out', kinds, tiers: provenTiers });
  return findTrace(traced, calls);
}

/** The first chain of at least two calls between the best definition and another. */
async function readChain(
  findBetween: FindBetween,
  [best, ...others]: readonly ReadableDefinition[],
): Promise<readonly Call[]> {
  for (const other of others) {
    if (best?.symbolId === undefined || other.symbolId === undefined) continue;
    const { edges } = await findBetween([best.symbolId], [other.symbolId]);
    if (edges.length >= 2) return edges;
  }
  return [];
}

/** Adds to each call the name of its callee and the definition that makes it, which has score 0 if it was not ranked. */
async function nameCalls(
  { graphStore }: TraceServices,
  { key }: Pick<ResolvedSnapshot, 'key'>,
  { trace, definitions }: { readonly trace: Trace; readonly definitions: readonly ReadableDefinition[] },
): Promise<ReadTrace> {
  const ids = new Set([...trace.calls, ...trace.omitted].flatMap(({ from, to }) => [from, to]));
  const nodes = new Map((await graphStore.nodes(key, [...ids])).map((node) => [node.id, node]));
  const toTracedCall = ({ from, to, path, line }: Call): readonly TracedCall[] => {
    const [caller, callee] = [nodes.get(from), nodes.get(to)];
    if (caller === undefined || callee === undefined) return [];
    const ranked = definitions.find(({ symbolId }) => symbolId === from);
    const definition = ranked ?? { ...caller, score: 0, scores: {} };
    return [{ lines: { path, startLine: line, endLine: line, definition }, callee: callee.name }];
  };
  return {
    calls: trace.calls.flatMap(toTracedCall),
    omitted: trace.omitted.flatMap(toTracedCall),
    missing: undefined,
  };
}
