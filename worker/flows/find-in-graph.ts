/**
 * A reading of a question, asked of the graph. A path may be written as a module is, a name may be that of a package outside; a plain
 * word counts as a name only where it is one, of something that can be referred to, and something is known of it.
 */

import type { GraphNode } from '../core/edge.ts';
import { AppError } from '../core/errors.ts';
import type { AskedName, GraphReading, GraphRelation } from '../core/question.ts';
import type { FileRow } from '../ports/chunk-store.ts';
import { filesAt } from '../retrieval/files-at.ts';
import { askGraph } from './ask-graph.ts';
import { findFocus, type Named } from './find-focus.ts';
import type { GraphOutcome, GraphQueryName } from './graph-outcome.ts';
import type { GraphQuestion, GraphServices } from './graph-question.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';

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
    }
  | { readonly kind: 'unknown'; readonly name: AskedName };

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
  chain: { query: 'chain', depth: 8 },
} as const satisfies Record<GraphRelation, Pick<GraphQuestion, 'query' | 'kinds'> & { depth: number }>;

/** What a plain word may be the name of: not of a variable that only happens to be called so. */
const plainKinds: ReadonlySet<GraphNode['kind']> = new Set([
  'class',
  'component',
  'enum',
  'function',
  'interface',
  'macro',
  'method',
  'struct',
  'trait',
  'type',
  'file',
  'package',
]);

/** @returns undefined where the question is of plain words, and better answered otherwise */
export async function findInGraph(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  reading: GraphReading,
): Promise<GraphFinding | undefined> {
  if (reading.relation === 'chain') return findChainOf(services, resolved, reading);
  const depth = reading.depth ?? queries[reading.relation].depth;
  for (const relation of relationsTried(reading)) {
    for (const named of await waysToName(services, resolved, reading.subject)) {
      const outcome = await asked(services, resolved, { ...queries[relation], ...named, depth });
      if (outcome === undefined) continue;
      if (relation !== reading.relation && outcome.focus.kind !== 'package') continue;
      if (!reading.subject.isSure && !isMeant(reading.subject, outcome)) return undefined;
      return { kind: 'found', relation, outcome, end: undefined, isReversed: false, depth };
    }
  }
  return reading.subject.isSure ? { kind: 'unknown', name: reading.subject } : undefined;
}

async function findChainOf(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  reading: GraphReading,
): Promise<GraphFinding | undefined> {
  const { subject, to } = reading;
  if (to === undefined) return undefined;
  const ends: { readonly named: Named; readonly node: GraphNode }[] = [];
  for (const name of [subject, to]) {
    const end = await endOf(services, resolved, name);
    if (end === undefined) return name.isSure ? { kind: 'unknown', name } : undefined;
    ends.push(end);
  }
  const [from, end] = ends;
  if (from === undefined || end === undefined) return undefined;
  const depth = reading.depth ?? queries.chain.depth;
  const ask = (a: Named, b: Named): Promise<GraphOutcome> =>
    askGraph(services, resolved, { query: 'chain', ...a, to: b.symbol, toPath: b.path, depth });
  const outcome = await ask(from.named, end.named);
  const found = { kind: 'found', relation: 'chain', end: end.node, depth } as const;
  if (outcome.edges.length > 0) return { ...found, outcome, isReversed: false };
  // Of plain words that no calls lead between, nothing is known to have been asked.
  if (!subject.isSure || !to.isSure) return undefined;
  const back = await ask(end.named, from.named);
  return back.edges.length === 0
    ? { ...found, outcome, isReversed: false }
    : { ...found, outcome: { ...back, focus: outcome.focus, hidden: outcome.hidden }, isReversed: true };
}

async function endOf(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  name: AskedName,
): Promise<{ readonly named: Named; readonly node: GraphNode } | undefined> {
  for (const named of await waysToName(services, resolved, name)) {
    const focus = await unlessUnknown(() =>
      findFocus(services, resolved.key, { named, mayBePackage: false }),
    );
    if (focus === undefined) continue;
    return name.isSure || isNamed(name, focus.node) ? { named, node: focus.node } : undefined;
  }
  return undefined;
}

/** What uses a package imports it. */
function relationsTried({ relation, subject }: GraphReading): readonly Exclude<GraphRelation, 'chain'>[] {
  if (relation === 'chain') return [];
  const mayBePackage = (relation === 'dependents' || relation === 'references') && subject.path === undefined;
  return mayBePackage ? [relation, 'importers'] : [relation];
}

/** As what a name can be asked for, the likeliest first. */
async function waysToName(
  { chunkStore }: GraphServices,
  { key }: ResolvedSnapshot,
  { name, path, isPath }: AskedName,
): Promise<readonly Named[]> {
  if (path !== undefined) return [{ symbol: name, path }];
  const isModule = /[./]/.test(name);
  if (!isModule && !isPath) return [{ symbol: name }];
  const files = await chunkStore.listFiles(key);
  const bare = name.replace(/^\.\//, '');
  const exact = filesAt(files, bare).filter((file) => file.path.endsWith(bare));
  const paths = exact.length > 0 ? exact : filesOfModule(files, bare);
  const asFile = paths.slice(0, 1).map((file) => ({ path: file.path }));
  return isPath ? [...asFile, { symbol: name }] : [{ symbol: name }, ...asFile];
}

/** `flask.json` and `flask/json` are `src/flask/json/__init__.py`, `core/edge` is `core/edge.ts`. */
function filesOfModule(files: readonly FileRow[], name: string): readonly FileRow[] {
  const stem = name.includes('/') ? name : name.replaceAll('.', '/');
  const stems = new Set([stem, `${stem}/__init__`, `${stem}/index`, `${stem}/mod`]);
  return files.filter(({ path }) => {
    const bare = path.replace(/\.[^./]+$/, '');
    return [...stems].some((one) => bare === one || bare.endsWith(`/${one}`));
  });
}

async function asked(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  question: GraphQuestion & { readonly query: GraphQueryName },
): Promise<GraphOutcome | undefined> {
  return unlessUnknown(() => askGraph(services, resolved, question));
}

async function unlessUnknown<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof AppError && /^(?:symbol|file)_not_found$/.test(error.code)) return undefined;
    throw error;
  }
}

/** A plain word is a name where it is written like one, and something refers to that. */
function isMeant(name: AskedName, outcome: GraphOutcome): boolean {
  return outcome.nodes.length > 0 && isNamed(name, outcome.focus);
}

function isNamed({ name }: AskedName, node: GraphNode): boolean {
  return plainKinds.has(node.kind) && (node.name === name || `.${node.symbol ?? ''}`.endsWith(`.${name}`));
}
