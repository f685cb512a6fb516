/** Lists what a name in a question may refer to in the graph: a definition, a file, a module or an external package. */

import type { NameReference } from '../../../core/answers/question.ts';
import type { GraphNode } from '../../../core/code/edge.ts';
import { AppError } from '../../../core/errors.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import { pathDepth, matchFiles } from '../../../retrieval/search/match-path.ts';
import { findModuleFiles, moduleName } from '../../graph/files-of-module.ts';
import { findPackageNode, type NodeReference } from '../../graph/find-focus.ts';
import type { GraphServices } from '../../graph/graph-query.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { candidatesInPlace } from './resolve-graph-place.ts';

/** Kinds of node that a plain word may refer to. Variables are excluded, since they may share a word by chance. */
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

interface NameCandidate {
  readonly named: NodeReference;
  /** The candidate ignores the place that the question states for the name. */
  readonly isBare: boolean;
}

interface NameContext {
  /** The question is about imports. A module with exactly that name comes before a definition whose name differs in letter case. */
  readonly expectsModules: boolean;
  /** The question asks what the name refers to, so a stated folder contains the definition. */
  readonly isOutgoing: boolean;
}

/** Lists the most probable candidates first: the name in its stated place, then the name alone. */
export async function nameCandidates(
  services: GraphServices,
  resolved: ResolvedSnapshot,
  reference: NameReference,
  context: NameContext,
): Promise<readonly NameCandidate[]> {
  const { name, path, scope: place } = reference;
  const fileCandidates = path === undefined ? [] : [{ symbol: name, path }];
  const placeCandidates =
    place === undefined ? [] : await candidatesInPlace(services, resolved.key, { name, place, ...context });
  const bareCandidates =
    path !== undefined && place === undefined
      ? []
      : await bareNameCandidates(services, resolved.key, reference, context.expectsModules);
  return [
    ...[...fileCandidates, ...placeCandidates].map((named) => ({ named, isBare: false })),
    ...bareCandidates.map((named) => ({ named, isBare: true })),
  ];
}

async function bareNameCandidates(
  services: GraphServices,
  key: SnapshotKey,
  { name, isPath }: NameReference,
  expectsModules: boolean,
): Promise<readonly NodeReference[]> {
  const { chunkStore } = services;
  const isModule = /[./]/.test(name);
  if (!isModule && !isPath)
    return expectsModules ? moduleCandidates(services, key, name) : [{ symbol: name }];
  const files = await chunkStore.listFiles(key);
  const bare = name.replace(/^\.\//, '');
  const exactFiles = matchFiles(files, bare).filter((file) => file.path.endsWith(bare));
  const paths = exactFiles.length > 0 ? exactFiles : findModuleFiles(files, bare);
  const asFile = paths.slice(0, 1).map((file) => ({ path: file.path }));
  if (isPath) return [...asFile, { symbol: name }];
  return [{ symbol: name }, ...asFile, ...(await moduleMemberCandidates(chunkStore, key, name))];
}

async function moduleCandidates(
  services: GraphServices,
  key: SnapshotKey,
  name: string,
): Promise<readonly NodeReference[]> {
  const symbols = await services.chunkStore.findSymbols(key, [name]);
  if (symbols.some((symbol) => symbol.name === name && plainKinds.has(symbol.kind)))
    return [{ symbol: name }];
  const modules = findModuleFiles(await services.chunkStore.listFiles(key), name)
    .filter(({ role }) => role === 'source')
    .toSorted((a, b) => pathDepth(a.path) - pathDepth(b.path));
  const asModule = modules.slice(0, 1).map((file) => ({ path: file.path }));
  // No definition has the name in any letter case, so it may be an external package.
  if (symbols.length === 0) return [{ symbol: name }, ...asModule];
  const packageNode = await findPackageNode(services, key, name);
  return [...asModule, ...(packageNode === undefined ? [] : [{ id: packageNode.id }]), { symbol: name }];
}

/** Resolves `helpers.get_root_path` to `get_root_path` in `helpers.py`, and `flask.abort` to `abort` in a file below `flask`. */
async function moduleMemberCandidates(
  chunkStore: GraphServices['chunkStore'],
  key: SnapshotKey,
  name: string,
): Promise<readonly NodeReference[]> {
  const [last = '', module] = name.split('.').toReversed();
  if (module === undefined || last === '') return [];
  const symbols = await chunkStore.findSymbols(key, [last]);
  const definitionsInModule = symbols.filter(
    ({ qualifiedName, path, role }) =>
      qualifiedName === last && role === 'source' && path.split(/[./]/).includes(module),
  );
  // A module close to the root is more likely to export the name.
  const [first] = definitionsInModule.toSorted((a, b) => pathDepth(a.path) - pathDepth(b.path));
  return first === undefined ? [] : [{ symbol: last, path: first.path }];
}

/** @returns undefined if `find` throws `symbol_not_found` or `file_not_found` */
export async function undefinedIfNotFound<Value>(find: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof AppError && /^(?:symbol|file)_not_found$/.test(error.code)) return undefined;
    throw error;
  }
}

/** Whether the node has exactly the name and is of a kind that a plain word may refer to. */
export function isNamedExactly({ name }: NameReference, node: GraphNode): boolean {
  if (node.kind === 'file' && moduleName(node.path) === name) return true;
  return plainKinds.has(node.kind) && (node.name === name || `.${node.symbol ?? ''}`.endsWith(`.${name}`));
}
