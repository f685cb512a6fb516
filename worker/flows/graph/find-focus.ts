/** What a question to the graph is about: a definition by name, a file by path, a node by id, a package outside the repository. */

import type { GraphNode, NodeId } from '../../core/edge.ts';
import { AppError } from '../../core/errors.ts';
import type { FileRole } from '../../core/file.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import { filesAt } from '../../retrieval/files-at.ts';
import { nearestNames, piecesOf } from '../../retrieval/nearest-names.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import { isCalled } from '../browse/browse-snapshot.ts';
import { definitionsGivenOut } from './definitions-given-out.ts';
import type { Services } from '../services.ts';

export type FocusServices = Pick<Services, 'chunkStore' | 'graphStore'>;

export interface Named {
  readonly symbol?: string | undefined;
  readonly path?: string | undefined;
  readonly id?: string | undefined;
}

export interface Focus {
  readonly node: GraphNode;
  /** Nodes that are the focus: the node, and overloads of it in its file. */
  readonly ids: readonly NodeId[];
  /** Other definitions of that name, the likeliest first. */
  readonly others: readonly GraphNode[];
}

const othersShown = 50;
const nearestShown = 5;

const rolePreference = {
  source: 0,
  example: 1,
  docs: 2,
  config: 3,
  test: 4,
  translation: 5,
} as const satisfies Record<FileRole, number>;

/**
 * @param mayBePackage a name that nothing here defines may be that of a package outside
 * @throws AppError `symbol_not_found` with the nearest names | `file_not_found` | `invalid_request` when nothing is named
 */
export async function findFocus(
  services: FocusServices,
  key: SnapshotKey,
  { named, mayBePackage }: { readonly named: Named; readonly mayBePackage: boolean },
): Promise<Focus> {
  if (named.id !== undefined) return focusById(services, key, named.id);
  if (named.symbol !== undefined)
    return focusByName(services, key, { ...named, symbol: named.symbol, mayBePackage });
  if (named.path !== undefined) return focusByPath(services, key, named.path);
  throw new AppError('invalid_request', 'Nothing is named: give `symbol`, `path` or `id`.');
}

async function focusById(services: FocusServices, key: SnapshotKey, id: NodeId): Promise<Focus> {
  const [node] = await services.graphStore.nodes(key, [id]);
  if (node === undefined)
    throw new AppError('symbol_not_found', `There is no node ${JSON.stringify(id)}.`, {
      details: { nearest: [] },
    });
  return { node, ids: [node.id], others: [] };
}

async function focusByPath(services: FocusServices, key: SnapshotKey, path: string): Promise<Focus> {
  const paths = filesAt(await services.chunkStore.listFiles(key), path).map((file) => file.path);
  const [node, ...others] = await services.graphStore.fileNodes(key, paths.slice(0, othersShown));
  if (node === undefined)
    throw new AppError('file_not_found', `There is no file ${JSON.stringify(path)} in this snapshot.`, {
      details: { path },
    });
  return { node, ids: [node.id], others };
}

async function focusByName(
  services: FocusServices,
  key: SnapshotKey,
  asked: { readonly symbol: string; readonly path?: string | undefined; readonly mayBePackage: boolean },
): Promise<Focus> {
  const name = tidyName(asked.symbol);
  const found = await definitionsCalled(services, key, { name, path: asked.path });
  const paths =
    asked.path === undefined ? undefined : new Set(filesAt(found, asked.path).map(({ path }) => path));
  const inPath = paths === undefined ? found : found.filter((symbol) => paths.has(symbol.path));
  const ranked = likeliestFirst(inPath, name);
  const [first] = ranked;
  if (first === undefined) {
    const outside = asked.mayBePackage ? await packageNode(services, key, asked.symbol) : undefined;
    if (outside !== undefined) return { node: outside, ids: [outside.id], others: [] };
    throw await symbolNotFound(services, key, asked);
  }
  const isSame = (symbol: SymbolRow): boolean =>
    symbol.path === first.path && symbol.qualifiedName === first.qualifiedName;
  const ids = ranked.filter(isSame).map(({ id }) => id);
  const otherIds = ranked.filter((symbol) => !isSame(symbol)).map(({ id }) => id);
  const [node, ...others] = await services.graphStore.nodes(key, [
    first.id,
    ...otherIds.slice(0, othersShown),
  ]);
  if (node === undefined) throw await symbolNotFound(services, key, asked);
  return { node, ids, others };
}

/**
 * A file that is named whole is asked itself: of a common name the store gives but so many definitions. A name in other letters comes
 * after what files give out under this one.
 */
async function definitionsCalled(
  services: FocusServices,
  key: SnapshotKey,
  { name, path }: { readonly name: string; readonly path: string | undefined },
): Promise<readonly SymbolRow[]> {
  const { chunkStore } = services;
  const outline = path === undefined ? [] : await chunkStore.symbolsOfFile(key, path);
  const own = outline.filter((symbol) => isCalled(symbol, name));
  if (own.length > 0) return own;
  const found = await chunkStore.findSymbols(key, [name]);
  if (found.some((symbol) => symbol.name === name) || name.includes('.')) return found;
  const givenOut = await definitionsGivenOut(services, key, name);
  return givenOut.length > 0 ? givenOut : found;
}

/** `Router::route()` and `Router#route` are `Router.route` here. */
function tidyName(name: string): string {
  return name
    .trim()
    .replace(/\(.*\)$/, '')
    .replaceAll(/::|(?<=[\w$])#|->/g, '.');
}

/** As written before in other letter case, the name whole before the end of one, sources before tests, exported and long ones first. */
function likeliestFirst(symbols: readonly SymbolRow[], name: string): readonly SymbolRow[] {
  const last = name.split('.').at(-1) ?? name;
  const order = (symbol: SymbolRow): readonly number[] => [
    symbol.name === last ? 0 : 1,
    symbol.qualifiedName === name ? 0 : 1,
    rolePreference[symbol.role],
    symbol.exported ? 0 : 1,
    // A declaration without a body comes after the definition it announces.
    symbol.startLine - symbol.endLine,
  ];
  const keyed = symbols.map((symbol) => ({ symbol, order: order(symbol) }));
  const isExact = keyed.some(({ order: [letters] }) => letters === 0);
  return keyed
    .filter(({ order: [letters] }) => letters === 0 || !isExact)
    .sort((a, b) => compareOrders(a.order, b.order))
    .map(({ symbol }) => symbol);
}

function compareOrders(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((one, index) => one !== b[index]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

/** A package outside that is imported here; undefined where none of that name is. */
export async function packageNode(
  services: FocusServices,
  key: SnapshotKey,
  name: string,
): Promise<GraphNode | undefined> {
  const id = `package:${name}`;
  const edges = await services.graphStore.step(key, {
    from: [id],
    direction: 'in',
    kinds: ['imports'],
    tiers: ['resolved', 'import-scoped'],
  });
  return edges.length === 0 ? undefined : (await services.graphStore.nodes(key, [id]))[0];
}

async function symbolNotFound(
  services: FocusServices,
  key: SnapshotKey,
  { symbol, path }: { readonly symbol: string; readonly path?: string | undefined },
): Promise<AppError> {
  const known = await services.chunkStore.namesHolding(key, piecesOf(symbol));
  const nearest = nearestNames([{ name: symbol, isWord: false }], known)
    .slice(0, nearestShown)
    .map((one) => ({ name: one.qualifiedName, path: one.path }));
  const where = path === undefined ? 'in this snapshot' : `in ${JSON.stringify(path)}`;
  return new AppError('symbol_not_found', `Nothing called ${JSON.stringify(symbol)} is defined ${where}.`, {
    details: { symbol, nearest },
  });
}
