/** Reads the calls of a trace from the graph: those between the best definitions, else a chain from one of them to another. */

import { provenTiers, type GraphEdge } from '../../../core/code/edge.ts';
import type { ReadableDefinition } from '../../../retrieval/context/readable-definition.ts';
import { findTrace, type Call } from '../../../retrieval/excerpts/find-trace.ts';
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

type TraceServices = Pick<Services, 'graphStore' | 'clock'>;

/** Definitions whose calls of each other are read. */
const maxTraced = 8;
/** Definitions to which a chain is searched from the best one. */
const maxEnds = 3;
const chainLimits = { depth: 4, maxNodes: 400 } as const;
const maxChainMs = 150;
const kinds = ['calls'] as const;

/** @returns in the order of the calls; empty if the question asks for no trace, or none was found */
export async function readTrace(
  services: TraceServices,
  resolved: Pick<ResolvedSnapshot, 'key'>,
  { question: { text, identifiers, paths } }: Finding,
  definitions: readonly ReadableDefinition[],
): Promise<readonly TracedCall[]> {
  if (!asksForTrace(text, [...identifiers, ...paths])) return [];
  const traced = definitions.filter(({ role, symbolId }) => role !== 'test' && symbolId !== undefined);
  const [best] = traced;
  if (best === undefined) return [];
  const direct = await readDirectCalls(services, resolved, traced.slice(0, maxTraced));
  const calls =
    direct.length > 0 ? direct : await readChain(services, resolved, traced.slice(0, maxEnds + 1));
  const called = await services.graphStore.nodes(resolved.key, [...new Set(calls.map(({ to }) => to))]);
  const names = new Map(called.map(({ id, name }) => [id, name]));
  return calls.flatMap(({ path, line, to }): TracedCall[] => {
    const callee = names.get(to);
    if (callee === undefined) return [];
    return [{ lines: { path, startLine: line, endLine: line, definition: best }, callee }];
  });
}

async function readDirectCalls(
  { graphStore }: TraceServices,
  { key }: Pick<ResolvedSnapshot, 'key'>,
  traced: readonly ReadableDefinition[],
): Promise<readonly Call[]> {
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
