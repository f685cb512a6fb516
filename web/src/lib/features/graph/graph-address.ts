/**
 * What the graph page keeps in its address: what it is about, how far it reaches, what of it is shown, which nodes were expanded.
 * A reload, a shared link, back and forward show the same. Nodes are named by path and symbol: ids differ between snapshots.
 */
import type { EdgeKind, EdgeTier } from '../../api.ts';
import { edgeKinds, edgeTiers, provenTiers } from './edge-words.ts';
import type { Direction } from './graph-path.ts';

export const directions = ['both', 'in', 'out'] as const satisfies readonly Direction[];
const graphViews = ['picture', 'table'] as const;
export type GraphView = (typeof graphViews)[number];
export const maxDepth = 5;
/** An address has an end; so has what one keeps in view. */
export const maxExpanded = 30;

/** A file has a path alone, a package outside the repository a symbol alone: `package:react`. */
export interface NodeName {
  readonly symbol: string | undefined;
  readonly path: string | undefined;
}

export interface GraphAddress {
  /** Null shows what the repository turns on. */
  readonly focus: NodeName | null;
  readonly direction: Direction;
  readonly depth: number;
  readonly kinds: readonly EdgeKind[];
  readonly tiers: readonly EdgeTier[];
  /** Only sources, no tests, examples or documents. */
  readonly sourceOnly: boolean;
  /** Empty for all. */
  readonly languages: readonly string[];
  readonly expanded: readonly NodeName[];
  readonly view: GraphView;
  readonly version: string | undefined;
}

/** Of a file, what it defines belongs to the picture; of a definition it would bring in all its neighbours in the file. */
export function defaultKinds(focus: NodeName | null): readonly EdgeKind[] {
  const isFile = focus !== null && focus.symbol === undefined;
  return isFile ? edgeKinds : edgeKinds.filter((kind) => kind !== 'defines');
}

export function readGraphAddress(query: Pick<URLSearchParams, 'get' | 'getAll'>): GraphAddress {
  const focus = nameOf(query.get('symbol'), query.get('path'));
  const depth = Number(query.get('depth') ?? '1');
  const direction = query.get('direction');
  return {
    focus,
    direction: directions.find((known) => known === direction) ?? 'both',
    depth: Number.isInteger(depth) ? Math.max(1, Math.min(maxDepth, depth)) : 1,
    kinds: listOf(query.get('kinds'), edgeKinds) ?? defaultKinds(focus),
    tiers: listOf(query.get('tiers'), edgeTiers) ?? provenTiers,
    sourceOnly: query.get('tests') === 'hide',
    languages: (query.get('languages') ?? '').split(',').filter((language) => language !== ''),
    expanded: query.getAll('expand').flatMap(readName).slice(0, maxExpanded),
    view: query.get('view') === 'table' ? 'table' : 'picture',
    version: query.get('version') ?? undefined,
  };
}

/** The query behind the page's path, with its `?`; empty for the page as it is first opened. */
export function formatGraphAddress(address: GraphAddress): string {
  const query = new URLSearchParams();
  const { focus } = address;
  if (focus?.symbol !== undefined) query.set('symbol', focus.symbol);
  if (focus?.path !== undefined) query.set('path', focus.path);
  if (address.direction !== 'both') query.set('direction', address.direction);
  if (address.depth !== 1) query.set('depth', String(address.depth));
  if (!isSame(address.kinds, defaultKinds(focus))) query.set('kinds', address.kinds.join(','));
  if (!isSame(address.tiers, provenTiers)) query.set('tiers', address.tiers.join(','));
  if (address.sourceOnly) query.set('tests', 'hide');
  if (address.languages.length > 0) query.set('languages', address.languages.join(','));
  for (const name of address.expanded) query.append('expand', formatName(name));
  if (address.view !== 'picture') query.set('view', address.view);
  if (address.version !== undefined) query.set('version', address.version);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** As the address names a node. */
export function nameOfNode(node: {
  readonly id: string;
  readonly kind: string;
  readonly symbol?: string | undefined;
  readonly path: string;
}): NodeName {
  if (node.kind === 'package') return { symbol: node.id, path: undefined };
  return { symbol: node.symbol, path: node.path };
}

export function isSameName(one: NodeName, other: NodeName): boolean {
  return one.symbol === other.symbol && one.path === other.path;
}

/** Anew about another node: what is filtered stays, what was expanded goes. */
export function withFocus(address: GraphAddress, focus: NodeName | null): GraphAddress {
  const usual = isSame(address.kinds, defaultKinds(address.focus));
  return { ...address, focus, expanded: [], kinds: usual ? defaultKinds(focus) : address.kinds };
}

/** Expands a node, or folds it again; beyond the most there may be the first one expanded is folded. */
export function withToggled(address: GraphAddress, name: NodeName): GraphAddress {
  const rest = address.expanded.filter((one) => !isSameName(one, name));
  const expanded = rest.length < address.expanded.length ? rest : [...rest, name].slice(-maxExpanded);
  return { ...address, expanded };
}

function nameOf(symbol: string | null, path: string | null): NodeName | null {
  const [named, at] = [symbol === '' ? null : symbol, path === '' ? null : path];
  return named === null && at === null ? null : { symbol: named ?? undefined, path: at ?? undefined };
}

/** `path|symbol`; what no path has stands between, since names may hold anything. */
function formatName({ path, symbol }: NodeName): string {
  return `${path ?? ''}${symbol === undefined ? '' : `|${symbol}`}`;
}

function readName(text: string): readonly NodeName[] {
  const bar = text.indexOf('|');
  const name = bar < 0 ? nameOf(null, text) : nameOf(text.slice(bar + 1), text.slice(0, bar));
  return name === null ? [] : [name];
}

function listOf<Value extends string>(
  text: string | null,
  known: readonly Value[],
): readonly Value[] | undefined {
  if (text === null) return undefined;
  const wanted = new Set(text.split(','));
  return known.filter((value) => wanted.has(value));
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value));
}
