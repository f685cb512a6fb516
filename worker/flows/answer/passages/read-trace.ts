/** Reads the calls of a trace from the graph: those between the best definitions, else a chain from one of them to another. */

import { provenTiers, type GraphEdge } from '../../../core/code/edge.ts';
import type { ReadableDefinition } from '../../../retrieval/context/readable-definition.ts';
import { findTrace, type Trace } from '../../../retrieval/excerpts/find-trace.ts';
import { findChain } from '../../../retrieval/graph/find-chain.ts';
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

/** Calls of a definition that the trace leaves out. */
export interface OmittedCalls {
  /** The bare name of the calling definition. */
  readonly caller: string;
  readonly count: number;
}

export interface ReadTrace {
  /** In the order of the calls; empty if the question asks for no trace, or none was found. */
  readonly calls: readonly TracedCall[];
  readonly omitted: readonly OmittedCalls[];
  /** Two definitions that the question names, if no chain of calls between them is proven. */
  readonly missing: { readonly from: ReadableDefinition; readonly to: ReadableDefinition } | undefined;
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
  { question: { text, identifiers, paths } }: Finding,
  definitions: readonly ReadableDefinition[],
): Promise<ReadTrace> {
  if (!asksForTrace(text, [...identifiers, ...paths])) return noTrace;
  const traced = definitions.filter(({ role, symbolId }) => role !== 'test' && symbolId !== undefined);
  const [best] = traced;
  if (best === undefined) return noTrace;
  const direct = await readDirectCalls(services, resolved, traced.slice(0, maxTraced));
  const calls =
    direct.calls.length > 0
      ? direct.calls
      : await readChain(services, resolved, traced.slice(0, maxEnds + 1));
  if (calls.length === 0) return { ...noTrace, missing: findNamedEnds(identifiers, traced) };
  const ids = new Set([...calls.map(({ to }) => to), ...direct.omitted.keys()]);
  const nodes = await services.graphStore.nodes(resolved.key, [...ids]);
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  const traceCalls = calls.flatMap(({ path, line, to }): TracedCall[] => {
    const callee = names.get(to);
    if (callee === undefined) return [];
    return [{ lines: { path, startLine: line, endLine: line, definition: best }, callee }];
  });
  const omitted = [...direct.omitted].flatMap(([id, count]): OmittedCalls[] => {
    const caller = names.get(id);
    return caller === undefined ? [] : [{ caller, count }];
  });
  return { calls: traceCalls, omitted, missing: undefined };
}

/** The first two definitions that the question names, in its order. */
function findNamedEnds(
  identifiers: readonly string[],
  traced: readonly ReadableDefinition[],
): ReadTrace['missing'] {
  const named = identifiers.flatMap(
    (name) => traced.find(({ symbol }) => symbol !== undefined && `.${symbol}`.endsWith(`.${name}`)) ?? [],
  );
  const [from, to] = [...new Set(named)];
  return from === undefined || to === undefined ? undefined : { from, to };
}

async function readDirectCalls(
  { graphStore }: TraceServices,
  { key }: Pick<ResolvedSnapshot, 'key'>,
  traced: readonly ReadableDefinition[],
): Promise<Trace> {
  const from = traced.flatMap(({ symbolId }) => symbolId ?? []);
  const calls = await graphStore.step(key, { from, direction: 'out', kinds, tiers: provenTiers });
  return findTrace(traced, calls);
}

/** The first chain of at least two calls between the best definition and another, in either direction. */
async function readChain(
  { graphStore, clock }: TraceServices,
  { key }: Pick<ResolvedSnapshot, 'key'>,
  [best, ...others]: readonly ReadableDefinition[],
): Promise<readonly GraphEdge[]> {
  const until = clock.now() + maxChainMs;
  const options = { ...chainLimits, kinds, tiers: provenTiers, hasTimeLeft: () => clock.now() < until };
  for (const other of others) {
    for (const [from, to] of [
      [best, other],
      [other, best],
    ] as const) {
      if (from?.symbolId === undefined || to?.symbolId === undefined || !options.hasTimeLeft()) continue;
      const { edges } = await findChain(graphStore, key, {
        from: [from.symbolId],
        to: [to.symbolId],
        options,
      });
      if (edges.length >= 2) return edges;
    }
  }
  return [];
}
