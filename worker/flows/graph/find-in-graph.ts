/**
 * A reading of a question, asked of the graph. A path may be written as a module is, a name may be that of a package outside; a plain
 * word counts as a name only where it is one, of something that can be referred to, and something is known of it.
 */

import type { GraphNode } from '../../core/edge.ts';
import type { AskedName, GraphReading, GraphRelation } from '../../core/question.ts';
import { askGraph } from './ask-graph.ts';
import { findChainBetween } from './find-chain-between.ts';
import type { GraphOutcome, GraphQueryName } from './graph-outcome.ts';
import { maxNodes, type GraphQuestion, type GraphServices } from './graph-question.ts';
import { isNamed, unlessUnknown, waysToName } from './name-in-graph.ts';
import { findPlace, type FoundPlace } from './place-in-graph.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

export type GraphFinding =
  | {
      readonly kind: 'found';
      readonly relation: GraphRelation;
      readonly outcome: GraphOutcome;
      /** Where a chain was to end. */
      readonly end: GraphNode | undefined;
      readonly isReversed: boolean;
      /** Steps the search could take. */
      readonly depth: number;
      /** Where the question says it is, where that tells nothing of the name. */
      readonly place: FoundPlace | undefined;
    }
  | { readonly kind: 'unknown'; readonly name: AskedName };

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
} as const satisfies Record<ListedRelation, Pick<GraphQuestion, 'query' | 'kinds'> & { depth: number }>;

/** Told of what the name itself refers to. */
const outgoing: ReadonlySet<GraphRelation> = new Set(['callees', 'imports', 'dependencies', 'bases']);

/** @returns undefined where the question is of plain words, and better answered otherwise */
export async function findInGraph(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  reading: GraphReading,
): Promise<GraphFinding | undefined> {
  if (reading.relation === 'chain') return findChainBetween(services, resolved, reading);
  for (const relation of relationsTried(reading)) {
    const isOfModules = relation === 'importers' || relation === 'imports';
    const depth = reading.depth ?? queries[relation].depth;
    const meaning = { ofModules: isOfModules, isOutgoing: outgoing.has(relation) };
    for (const { named, isBare } of await waysToName(services, resolved, reading.subject, meaning)) {
      const outcome = await asked(services, resolved, { ...named, ...queries[relation], depth });
      if (outcome === undefined) continue;
      if (relation !== reading.relation && outcome.focus.kind !== 'package') continue;
      if (!reading.subject.isSure && !isMeant(reading, outcome)) continue;
      const told = relation === 'bases' ? ofFocusAlone(outcome) : outcome;
      const place = isBare ? await findPlace(services, resolved.key, reading.subject.place) : undefined;
      return { kind: 'found', relation, outcome: told, end: undefined, isReversed: false, depth, place };
    }
  }
  return reading.subject.isSure ? { kind: 'unknown', name: reading.subject } : undefined;
}

/** Without what the types written inside a type extend. */
function ofFocusAlone(outcome: GraphOutcome): GraphOutcome {
  const { focus, nodes } = outcome;
  const edges = outcome.edges.filter(({ from }) => from === focus.id);
  const bases = new Set(edges.map(({ to }) => to));
  return { ...outcome, edges, nodes: nodes.filter(({ id }) => bases.has(id)) };
}

/** What uses a package imports it. */
function relationsTried({ relation, subject }: GraphReading): readonly ListedRelation[] {
  if (relation === 'chain') return [];
  const mayBePackage = (relation === 'dependents' || relation === 'references') && subject.path === undefined;
  return mayBePackage ? [relation, 'importers'] : [relation];
}

async function asked(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  question: GraphQuestion & { readonly query: GraphQueryName },
): Promise<GraphOutcome | undefined> {
  // All that a walk may reach: what is left out of a list is left out of the whole of it.
  return unlessUnknown(() => askGraph(services, resolved, { ...question, limit: maxNodes }));
}

/** Said of code alone; what is "used" or "needed" may be anything. */
const saidOfCode: ReadonlySet<GraphRelation> = new Set([
  'callers',
  'callees',
  'importers',
  'subclasses',
  'bases',
]);

/** A plain word is a name where it is written like one, and where it is only "used" something must be known to. */
function isMeant({ subject, relation }: GraphReading, outcome: GraphOutcome): boolean {
  return isNamed(subject, outcome.focus) && (outcome.nodes.length > 0 || saidOfCode.has(relation));
}
