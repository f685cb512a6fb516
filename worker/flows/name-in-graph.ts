/** Names of a question as the graph may know them: a path may be written as a module is, a plain word may be a name or none. */

import type { GraphNode } from '../core/edge.ts';
import { AppError } from '../core/errors.ts';
import type { AskedName } from '../core/question.ts';
import type { SnapshotKey } from '../core/repository.ts';
import type { FileRow } from '../ports/chunk-store.ts';
import { depthOf, filesAt } from '../retrieval/files-at.ts';
import type { Named } from './find-focus.ts';
import type { GraphServices } from './graph-question.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';

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

/** @param ofModules what is imported is asked for: a module of exactly that name comes before a definition in other letter case */
export async function waysToName(
  { chunkStore }: GraphServices,
  { key }: ResolvedSnapshot,
  { name, path, isPath }: AskedName,
  ofModules = false,
): Promise<readonly Named[]> {
  if (path !== undefined) return [{ symbol: name, path }];
  const isModule = /[./]/.test(name);
  if (!isModule && !isPath) {
    if (!ofModules) return [{ symbol: name }];
    const symbols = await chunkStore.findSymbols(key, [name]);
    if (symbols.some((symbol) => symbol.name === name)) return [{ symbol: name }];
    const modules = filesOfModule(await chunkStore.listFiles(key), name)
      .filter(({ role }) => role === 'source')
      .toSorted((a, b) => depthOf(a.path) - depthOf(b.path));
    const asModule = modules.slice(0, 1).map((file) => ({ path: file.path }));
    // Where no definition is called so in any letters, a package outside may be.
    return symbols.length > 0 ? [...asModule, { symbol: name }] : [{ symbol: name }, ...asModule];
  }
  const files = await chunkStore.listFiles(key);
  const bare = name.replace(/^\.\//, '');
  const exact = filesAt(files, bare).filter((file) => file.path.endsWith(bare));
  const paths = exact.length > 0 ? exact : filesOfModule(files, bare);
  const asFile = paths.slice(0, 1).map((file) => ({ path: file.path }));
  if (isPath) return [...asFile, { symbol: name }];
  return [{ symbol: name }, ...asFile, ...(await inModule(chunkStore, key, name))];
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

/** `flask.json` and `flask/json` are `src/flask/json/__init__.py`, `core/edge` is `core/edge.ts`. */
function filesOfModule(files: readonly FileRow[], name: string): readonly FileRow[] {
  const stem = name.includes('/') ? name : name.replaceAll('.', '/');
  const stems = new Set([stem, `${stem}/__init__`, `${stem}/index`, `${stem}/mod`, `${stem}/src/lib`]);
  return files.filter(({ path }) => {
    const bare = path.replace(/\.[^./]+$/, '');
    return [...stems].some((one) => bare === one || bare.endsWith(`/${one}`));
  });
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
  return plainKinds.has(node.kind) && (node.name === name || `.${node.symbol ?? ''}`.endsWith(`.${name}`));
}
