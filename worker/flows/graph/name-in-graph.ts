/** Names of a question as the graph may know them: a path may be written as a module is, a plain word may be a name or none. */

import type { GraphNode } from '../../core/edge.ts';
import { AppError } from '../../core/errors.ts';
import type { AskedName } from '../../core/question.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import { depthOf, filesAt } from '../../retrieval/files-at.ts';
import { filesOfModule, moduleOf } from './files-of-module.ts';
import { packageNode, type Named } from './find-focus.ts';
import type { GraphServices } from './graph-question.ts';
import { waysInPlace } from './place-in-graph.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

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

/** A way of reading a name, and whether that leaves over what the name is said to be in. */
interface WayToName {
  readonly named: Named;
  readonly isBare: boolean;
}

/** As a question means names: of what it asks for the modules of a name, and whether for what a name itself refers to. */
export interface Meaning {
  /** What is imported is asked for: a module of exactly that name comes before a definition in other letter case. */
  readonly ofModules: boolean;
  /** What stands in a folder is then the definition, not what refers to it. */
  readonly isOutgoing: boolean;
}

/** The likeliest first: the name in what it is said to be in, then by itself. */
export async function waysToName(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  asked: AskedName,
  meaning: Meaning,
): Promise<readonly WayToName[]> {
  const { name, path, place } = asked;
  const inFile = path === undefined ? [] : [{ symbol: name, path }];
  const inPlace =
    place === undefined ? [] : await waysInPlace(services, resolved.key, { name, place, ...meaning });
  const bare =
    path !== undefined && place === undefined
      ? []
      : await waysToBareName(services, resolved.key, asked, meaning.ofModules);
  return [
    ...[...inFile, ...inPlace].map((named) => ({ named, isBare: false })),
    ...bare.map((named) => ({ named, isBare: true })),
  ];
}

async function waysToBareName(
  services: GraphServices,
  key: SnapshotKey,
  { name, isPath }: AskedName,
  ofModules: boolean,
): Promise<readonly Named[]> {
  const { chunkStore } = services;
  const isModule = /[./]/.test(name);
  if (!isModule && !isPath) return ofModules ? waysToModule(services, key, name) : [{ symbol: name }];
  const files = await chunkStore.listFiles(key);
  const bare = name.replace(/^\.\//, '');
  const exact = filesAt(files, bare).filter((file) => file.path.endsWith(bare));
  const paths = exact.length > 0 ? exact : filesOfModule(files, bare);
  const asFile = paths.slice(0, 1).map((file) => ({ path: file.path }));
  if (isPath) return [...asFile, { symbol: name }];
  return [{ symbol: name }, ...asFile, ...(await inModule(chunkStore, key, name))];
}

async function waysToModule(
  services: GraphServices,
  key: SnapshotKey,
  name: string,
): Promise<readonly Named[]> {
  const symbols = await services.chunkStore.findSymbols(key, [name]);
  if (symbols.some((symbol) => symbol.name === name && plainKinds.has(symbol.kind)))
    return [{ symbol: name }];
  const modules = filesOfModule(await services.chunkStore.listFiles(key), name)
    .filter(({ role }) => role === 'source')
    .toSorted((a, b) => depthOf(a.path) - depthOf(b.path));
  const asModule = modules.slice(0, 1).map((file) => ({ path: file.path }));
  // Where no definition is called so in any letters, a package outside may be.
  if (symbols.length === 0) return [{ symbol: name }, ...asModule];
  const outside = await packageNode(services, key, name);
  return [...asModule, ...(outside === undefined ? [] : [{ id: outside.id }]), { symbol: name }];
}

/** `helpers.get_root_path` is `get_root_path` of `helpers.py`, `flask.abort` the one in a file below `flask`. */
async function inModule(
  chunkStore: GraphServices['chunkStore'],
  key: SnapshotKey,
  name: string,
): Promise<readonly Named[]> {
  const [last = '', module] = name.split('.').toReversed();
  if (module === undefined || last === '') return [];
  const symbols = await chunkStore.findSymbols(key, [last]);
  const within = symbols.filter(
    ({ qualifiedName, path, role }) =>
      qualifiedName === last && role === 'source' && path.split(/[./]/).includes(module),
  );
  // The nearer to the top, the likelier it is what the module gives out.
  const [first] = within.toSorted((a, b) => depthOf(a.path) - depthOf(b.path));
  return first === undefined ? [] : [{ symbol: last, path: first.path }];
}

/** @returns undefined where nothing is called so */
export async function unlessUnknown<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof AppError && /^(?:symbol|file)_not_found$/.test(error.code)) return undefined;
    throw error;
  }
}

/** A plain word names a node that is called exactly so, and can be referred to. */
export function isNamed({ name }: AskedName, node: GraphNode): boolean {
  if (node.kind === 'file' && moduleOf(node.path) === name) return true;
  return plainKinds.has(node.kind) && (node.name === name || `.${node.symbol ?? ''}`.endsWith(`.${name}`));
}
