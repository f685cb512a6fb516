/**
 * Reads and formats the address of the graph page: its focus, depth, filters and expanded nodes. So a reload, a shared link, back and
 * forward show the same graph. Nodes are identified by path and symbol, because ids differ between snapshots.
 */
import type { EdgeKind, EdgeTier } from '../../../api.ts';
import { edgeKinds, edgeTiers, provenTiers } from '../data/edge-labels.ts';
import type { Direction } from './graph-path.ts';

export const directions = ['both', 'in', 'out'] as const satisfies readonly Direction[];
const graphViews = ['picture', 'table'] as const;
export type GraphView = (typeof graphViews)[number];
export const maxDepth = 5;
/** Limits the length of the address. */
export const maxExpandedNodes = 30;

/** A file has only a path. A package outside the repository has only a symbol: `package:react`. */
export interface NodeName {
  readonly symbol: string | undefined;
  readonly path: string | undefined;
}

export interface GraphAddress {
  /** Null shows the overview. */
  readonly focus: NodeName | null;
  readonly direction: Direction;
  readonly depth: number;
  readonly kinds: readonly EdgeKind[];
  readonly tiers: readonly EdgeTier[];
  /** Hides tests, examples and documents. */
  readonly sourceOnly: boolean;
  /** Empty for all. */
  readonly languages: readonly string[];
  readonly expanded: readonly NodeName[];
  readonly view: GraphView;
  readonly version: string | undefined;
}

/** `defines` edges are not shown at first: they connect a file with everything in it, and hide the other edges. */
export const defaultKinds: readonly EdgeKind[] = edgeKinds.filter((kind) => kind !== 'defines');

export function readGraphAddress(query: Pick<URLSearchParams, 'get' | 'getAll'>): GraphAddress {
  const focus = createNodeName(query.get('symbol'), query.get('path'));
  const depth = Number(query.get('depth') ?? '1');
  const direction = query.get('direction');
  return {
    focus,
    direction: directions.find((known) => known === direction) ?? 'both',
    depth: Number.isInteger(depth) ? Math.max(1, Math.min(maxDepth, depth)) : 1,
    kinds: parseList(query.get('kinds'), edgeKinds) ?? defaultKinds,
    tiers: parseList(query.get('tiers'), edgeTiers) ?? provenTiers,
    sourceOnly: query.get('tests') === 'hide',
    languages: (query.get('languages') ?? '').split(',').filter((language) => language !== ''),
    expanded: query.getAll('expand').flatMap(parseName).slice(0, maxExpandedNodes),
    view: query.get('view') === 'table' ? 'table' : 'picture',
    version: query.get('version') ?? undefined,
  };
}

/** Returns the query string with its `?`. Default values are omitted. */
export function formatGraphAddress(address: GraphAddress): string {
  const query = new URLSearchParams();
  const { focus } = address;
  if (focus?.symbol !== undefined) query.set('symbol', focus.symbol);
  if (focus?.path !== undefined) query.set('path', focus.path);
  if (address.direction !== 'both') query.set('direction', address.direction);
  if (address.depth !== 1) query.set('depth', String(address.depth));
  if (!hasSameValues(address.kinds, defaultKinds)) query.set('kinds', address.kinds.join(','));
  if (!hasSameValues(address.tiers, provenTiers)) query.set('tiers', address.tiers.join(','));
  if (address.sourceOnly) query.set('tests', 'hide');
  if (address.languages.length > 0) query.set('languages', address.languages.join(','));
  for (const name of address.expanded) query.append('expand', formatName(name));
  if (address.view !== 'picture') query.set('view', address.view);
  if (address.version !== undefined) query.set('version', address.version);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** The name of a node in the address. */
export function toNodeName(node: {
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

/** Changes the focus. Filters stay, and expanded nodes collapse. */
export function withFocus(address: GraphAddress, focus: NodeName | null): GraphAddress {
  return { ...address, focus, expanded: [] };
}

/** Expands or collapses a node. If the limit is exceeded, the node that was expanded first collapses. */
export function withExpansionToggled(address: GraphAddress, name: NodeName): GraphAddress {
  const others = address.expanded.filter((expandedName) => !isSameName(expandedName, name));
  const expanded =
    others.length < address.expanded.length ? others : [...others, name].slice(-maxExpandedNodes);
  return { ...address, expanded };
}

function createNodeName(symbol: string | null, path: string | null): NodeName | null {
  if (!symbol && !path) return null;
  return { symbol: symbol || undefined, path: path || undefined };
}

/** `path|symbol`. Paths contain no bar, while symbols may contain anything. */
function formatName({ path, symbol }: NodeName): string {
  return `${path ?? ''}${symbol === undefined ? '' : `|${symbol}`}`;
}

function parseName(text: string): readonly NodeName[] {
  const bar = text.indexOf('|');
  const name = bar < 0 ? createNodeName(null, text) : createNodeName(text.slice(bar + 1), text.slice(0, bar));
  return name === null ? [] : [name];
}

function parseList<Value extends string>(
  text: string | null,
  known: readonly Value[],
): readonly Value[] | undefined {
  if (text === null) return undefined;
  const requested = new Set(text.split(','));
  return known.filter((value) => requested.has(value));
}

function hasSameValues(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value) => other.includes(value));
}
