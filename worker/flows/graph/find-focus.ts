/** Resolves the focus of a graph query: a definition by name, a file by path, a node by id, or an external package. */

import type { GraphNode, NodeId } from '../../core/code/edge.ts';
import { AppError } from '../../core/errors.ts';
import type { FileRole } from '../../core/files/file.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { matchFiles } from '../../retrieval/search/match-path.ts';
import { rankClosestNames, splitNameIntoPieces } from '../../retrieval/search/closest-names.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import { matchesSymbolName } from '../browse/browse-snapshot.ts';
import { resolveReexportedName } from './resolve-reexport.ts';
import type { Services } from '../services.ts';

export type FocusServices = Pick<Services, 'chunkStore' | 'graphStore'>;

export interface NodeReference {
  readonly symbol?: string | undefined;
  readonly path?: string | undefined;
  readonly id?: string | undefined;
}

export interface Focus {
  readonly node: GraphNode;
  /** The nodes that a query treats as the focus: the node, and its overloads in the same file. */
  readonly ids: readonly NodeId[];
  /** Other definitions with this name, closest match first. */
  readonly others: readonly GraphNode[];
}

const maxOthers = 50;
const maxNearest = 5;

const rolePreference = {
  source: 0,
  example: 1,
  docs: 2,
  config: 3,
  test: 4,
  translation: 5,
} as const satisfies Record<FileRole, number>;

/**
 * @param mayBePackage a name without a definition may be the name of an external package
 * @param prefersTypes the relation is one of types, so a type comes before variables and constants with its name, which are no alternatives
 * @throws AppError `symbol_not_found` with the nearest names | `file_not_found` | `invalid_request` if `named` is empty
 */
export async function findFocus(
  services: FocusServices,
  key: SnapshotKey,
  {
    named,
    mayBePackage,
    prefersTypes = false,
  }: { readonly named: NodeReference; readonly mayBePackage: boolean; readonly prefersTypes?: boolean },
): Promise<Focus> {
  if (named.id !== undefined) return focusById(services, key, named.id);
  if (named.symbol !== undefined)
    return focusByName(services, key, { ...named, symbol: named.symbol, mayBePackage, prefersTypes });
  if (named.path !== undefined) return focusByPath(services, key, named.path);
  throw new AppError(
    'invalid_request',
    'The query names no definition or file. Set `symbol`, `path` or `id`.',
  );
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
  const paths = matchFiles(await services.chunkStore.listFiles(key), path).map((file) => file.path);
  const [node, ...others] = await services.graphStore.fileNodes(key, paths.slice(0, maxOthers));
  if (node === undefined)
    throw new AppError('file_not_found', `There is no file ${JSON.stringify(path)} in this snapshot.`, {
      details: { path },
    });
  return { node, ids: [node.id], others };
}

async function focusByName(
  services: FocusServices,
  key: SnapshotKey,
  request: {
    readonly symbol: string;
    readonly path?: string | undefined;
    readonly mayBePackage: boolean;
    readonly prefersTypes: boolean;
  },
): Promise<Focus> {
  const name = normalizeName(request.symbol);
  const found = await findDefinitions(services, key, { name, path: request.path });
  const paths =
    request.path === undefined ? undefined : new Set(matchFiles(found, request.path).map(({ path }) => path));
  const matchingSymbols = paths === undefined ? found : found.filter((symbol) => paths.has(symbol.path));
  const ranked = rankDefinitions(matchingSymbols, name, request.prefersTypes);
  const [first] = ranked;
  if (first === undefined) {
    const packageNode = request.mayBePackage
      ? await findPackageNode(services, key, request.symbol)
      : undefined;
    if (packageNode !== undefined) return { node: packageNode, ids: [packageNode.id], others: [] };
    throw await symbolNotFound(services, key, request);
  }
  const isSame = (symbol: SymbolRow): boolean =>
    symbol.path === first.path && symbol.qualifiedName === first.qualifiedName;
  const ids = ranked.filter(isSame).map(({ id }) => id);
  const isAlternative = (symbol: SymbolRow): boolean =>
    !isSame(symbol) && !(request.prefersTypes && !isValue(first) && isValue(symbol));
  const otherIds = ranked.filter(isAlternative).map(({ id }) => id);
  const [node, ...others] = await services.graphStore.nodes(key, [first.id, ...otherIds.slice(0, maxOthers)]);
  if (node === undefined) throw await symbolNotFound(services, key, request);
  return { node, ids, others };
}

/**
 * Finds the definitions of a name. With an exact path, it reads that file's own symbols, because the store limits the definitions of a
 * common name. Re-exports with the exact name come before definitions in another letter case.
 */
async function findDefinitions(
  services: FocusServices,
  key: SnapshotKey,
  { name, path }: { readonly name: string; readonly path: string | undefined },
): Promise<readonly SymbolRow[]> {
  const { chunkStore } = services;
  const outline = path === undefined ? [] : await chunkStore.symbolsOfFile(key, path);
  const fileDefinitions = outline.filter((symbol) => matchesSymbolName(symbol, name));
  if (fileDefinitions.length > 0) return fileDefinitions;
  const found = await chunkStore.findSymbols(key, [name]);
  if (found.some((symbol) => symbol.name === name) || name.includes('.')) return found;
  const reexported = await resolveReexportedName(services, key, name);
  return reexported.length > 0 ? reexported : found;
}

/** Turns `Router::route()` and `Router#route` into `Router.route`. */
function normalizeName(name: string): string {
  return name
    .trim()
    .replace(/\(.*\)$/, '')
    .replaceAll(/::|(?<=[\w$])#|->/g, '.');
}

/**
 * Ranks definitions by letter case, types before values if preferred, full qualified name, role, export and length. If a name matches in letter case, only such definitions
 * remain.
 */
function rankDefinitions(
  symbols: readonly SymbolRow[],
  name: string,
  prefersTypes: boolean,
): readonly SymbolRow[] {
  const last = name.split('.').at(-1) ?? name;
  const order = (symbol: SymbolRow): readonly number[] => [
    symbol.name === last ? 0 : 1,
    prefersTypes && (isValue(symbol) || symbol.role === 'test') ? 1 : 0,
    symbol.qualifiedName === name ? 0 : 1,
    rolePreference[symbol.role],
    symbol.exported ? 0 : 1,
    // A declaration without a body comes after its definition, which is longer.
    symbol.startLine - symbol.endLine,
  ];
  const keyed = symbols.map((symbol) => ({ symbol, order: order(symbol) }));
  const isExact = keyed.some(({ order: [letterCase] }) => letterCase === 0);
  return keyed
    .filter(({ order: [letterCase] }) => letterCase === 0 || !isExact)
    .sort((a, b) => compareOrders(a.order, b.order))
    .map(({ symbol }) => symbol);
}

function isValue({ kind }: SymbolRow): boolean {
  return kind === 'variable' || kind === 'constant';
}

function compareOrders(a: readonly number[], b: readonly number[]): number {
  const difference = a.findIndex((value, index) => value !== b[index]);
  return difference < 0 ? 0 : (a[difference] ?? 0) - (b[difference] ?? 0);
}

/** Finds the node of an external package that this repository imports. */
export async function findPackageNode(
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
  const candidates = await services.chunkStore.namesContaining(key, splitNameIntoPieces(symbol));
  const nearest = rankClosestNames([{ name: symbol, isWord: false }], candidates)
    .slice(0, maxNearest)
    .map((symbol) => ({ name: symbol.qualifiedName, path: symbol.path }));
  const where = path === undefined ? 'in this snapshot' : `in ${JSON.stringify(path)}`;
  return new AppError('symbol_not_found', `Nothing called ${JSON.stringify(symbol)} is defined ${where}.`, {
    details: { symbol, nearest },
  });
}
