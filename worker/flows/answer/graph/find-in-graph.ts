/**
 * Runs the graph query that a question asks for, and tries the candidates for its name one after the other. A plain word is treated as a
 * name only if a definition has exactly that name and, for vague verbs such as "use", the query has results.
 */

import type { GraphReading, GraphRelation } from '../../../core/answers/question.ts';
import {
  maxNodes,
  type GraphOutcome,
  type GraphQuery,
  type GraphQueryName,
  type GraphServices,
} from '../../graph/graph-query.ts';
import { queryGraph } from '../../graph/query-graph.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { findChainBetween } from './find-chain-between.ts';
import type { GraphFinding } from './graph-finding.ts';
import { isNamedExactly, nameCandidates, undefinedIfNotFound } from './resolve-graph-name.ts';
import { resolvePlace } from './resolve-graph-place.ts';

type ListedRelation = Exclude<GraphRelation, 'chain'>;

const queries = {
  callers: { query: 'callers', depth: 1 },
  callees: { query: 'callees', depth: 1 },
  importers: { query: 'importers', depth: 1 },
  imports: { query: 'imports', depth: 1 },
  dependents: { query: 'dependents', depth: 3 },
  dependencies: { query: 'dependencies', depth: 1 },
  subclasses: { query: 'subclasses', depth: 10 },
  bases: { query: 'dependencies', depth: 1, kinds: ['extends', 'implements'] },
  references: { query: 'references', depth: 1 },
} as const satisfies Record<ListedRelation, Pick<GraphQuery, 'query' | 'kinds'> & { depth: number }>;

/** Relations whose results are what the name refers to, not what refers to it. */
const outgoingRelations: ReadonlySet<GraphRelation> = new Set([
  'callees',
  'imports',
  'dependencies',
  'bases',
]);

/** @returns undefined if the question contains only plain words and another kind of answer suits it better */
export async function findInGraph(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  reading: GraphReading,
): Promise<GraphFinding | undefined> {
  if (reading.relation === 'chain') return findChainBetween(services, resolved, reading);
  for (const relation of relationsToTry(reading)) {
    const expectsModules = relation === 'importers' || relation === 'imports';
    const depth = reading.depth ?? queries[relation].depth;
    const context = { expectsModules, isOutgoing: outgoingRelations.has(relation) };
    for (const { named, isBare } of await nameCandidates(services, resolved, reading.subject, context)) {
      const outcome = await tryQuery(services, resolved, { ...named, ...queries[relation], depth });
      if (outcome === undefined) continue;
      if (relation !== reading.relation && outcome.focus.kind !== 'package') continue;
      if (!reading.subject.isSure && !isPlausible(reading, outcome)) continue;
      const filtered = relation === 'bases' ? basesOfFocus(outcome) : outcome;
      const place = isBare ? await resolvePlace(services, resolved.key, reading.subject.scope) : undefined;
      return { kind: 'found', relation, outcome: filtered, end: undefined, isReversed: false, depth, place };
    }
  }
  return reading.subject.isSure ? { kind: 'unknown', name: reading.subject } : undefined;
}

/** Drops the bases of types that are declared inside the focus. */
function basesOfFocus(outcome: GraphOutcome): GraphOutcome {
  const { focus, nodes } = outcome;
  const edges = outcome.edges.filter(({ from }) => from === focus.id);
  const bases = new Set(edges.map(({ to }) => to));
  return { ...outcome, edges, nodes: nodes.filter(({ id }) => bases.has(id)) };
}

/** Code that uses a package imports it, so its importers are tried too. */
function relationsToTry({ relation, subject }: GraphReading): readonly ListedRelation[] {
  if (relation === 'chain') return [];
  const mayBePackage = (relation === 'dependents' || relation === 'references') && subject.path === undefined;
  return mayBePackage ? [relation, 'importers'] : [relation];
}

async function tryQuery(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  query: GraphQuery & { readonly query: GraphQueryName },
): Promise<GraphOutcome | undefined> {
  // The filters of a question apply to the whole result, so the query uses the maximum limit.
  return undefinedIfNotFound(() => queryGraph(services, resolved, { ...query, limit: maxNodes }));
}

/** Relations that only code can have. Anything may be "used" or "needed". */
const codeOnlyRelations: ReadonlySet<GraphRelation> = new Set([
  'callers',
  'callees',
  'importers',
  'subclasses',
  'bases',
]);

/** A plain word is a name if the focus has exactly that name. For relations such as "used", the query must also have results. */
function isPlausible({ subject, relation }: GraphReading, outcome: GraphOutcome): boolean {
  return (
    isNamedExactly(subject, outcome.focus) && (outcome.nodes.length > 0 || codeOnlyRelations.has(relation))
  );
}
