/**
 * Groups the nodes of a large graph, so that its picture stays legible: methods with their class, then the nodes of a file, then the files
 * of a folder. Only as many levels are grouped as needed. The user opens a group to see the nodes or groups in it.
 */
import { groupBy } from '../../../group-by.ts';
import { compareTiers, edgeKinds } from './edge-labels.ts';
import type { ExploredNode, Link, VisibleGraph } from './explored-graph.ts';

export interface NodeGroup {
  /** The nodes in the group, including those in groups inside it. */
  readonly members: readonly ExploredNode[];
}

export interface PictureNode extends ExploredNode {
  /** Absent for a single node. */
  readonly group?: NodeGroup;
}

export interface PictureGraph extends Omit<VisibleGraph, 'nodes'> {
  readonly nodes: readonly PictureNode[];
}

/** From this number of nodes, the picture begins with groups. */
export const maxUngroupedNodes = 40;

interface GroupingOptions {
  readonly focus: ExploredNode;
  readonly expanded: ReadonlySet<string>;
  /** The ids of the groups that the user opened. */
  readonly opened: ReadonlySet<string>;
}

interface Level {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly symbol?: string;
  readonly path: string;
}

/** Lists the groups that may contain a node, outermost first. */
type ListLevels = (node: ExploredNode) => readonly Level[];

export function groupNodes(graph: VisibleGraph, options: GroupingOptions): PictureGraph {
  const { focus, expanded, opened } = options;
  const isGroupable = ({ id }: ExploredNode): boolean => id !== focus.id && !expanded.has(id);
  const candidates = listGroupings(graph.nodes, focus.kind === 'file');
  const closed = new Set<string>();
  const listLevels =
    candidates.find(
      (candidate) =>
        new Set(assignGroups(graph.nodes, { listLevels: candidate, isGroupable, opened: closed }).values())
          .size < maxUngroupedNodes,
    ) ?? candidates.at(-1);
  return listLevels === undefined
    ? graph
    : drawGroups(graph, assignGroups(graph.nodes, { listLevels, isGroupable, opened }), listLevels);
}

/** The ways to group the nodes, from the finest. Members of a file are always grouped by their class. */
function listGroupings(nodes: readonly ExploredNode[], isFile: boolean): readonly ListLevels[] {
  const maxDepth = nodes.reduce((depth, { path }) => Math.max(depth, path.split('/').length - 1), 0);
  const byFolder = Array.from({ length: maxDepth }, (_, index): ListLevels => {
    const depth = maxDepth - index;
    return (node) => [...folderLevel(node, depth), ...fileLevel(node), ...typeLevel(node)];
  });
  return [
    ...(isFile ? [] : [(): readonly Level[] => []]),
    typeLevel,
    (node) => [...fileLevel(node), ...typeLevel(node)],
    ...byFolder,
  ];
}

/** The class of a method or property. A class is in the group of its members. */
function typeLevel({ kind, name, symbol, path }: ExploredNode): readonly Level[] {
  if (symbol === undefined || path === '') return [];
  const isType = /^(?:class|struct|interface|trait|enum)$/.test(kind);
  const owner = isType ? symbol : symbol.slice(0, -name.length - 1);
  if (owner === '') return [];
  const ownName = owner.slice(owner.lastIndexOf('.') + 1);
  return [{ id: `group:${path}#${owner}`, kind: 'class', name: ownName, symbol: owner, path }];
}

function fileLevel({ path }: ExploredNode): readonly Level[] {
  if (path === '') return [{ id: 'group:packages', kind: 'package', name: 'Packages', path: '' }];
  return [{ id: `group:${path}`, kind: 'file', name: path.slice(path.lastIndexOf('/') + 1), path }];
}

function folderLevel({ path }: ExploredNode, depth: number): readonly Level[] {
  const folders = path.split('/').slice(0, -1).slice(0, depth);
  if (folders.length === 0) return [];
  const folder = `${folders.join('/')}/`;
  return [{ id: `group:${folder}`, kind: 'folder', name: `${folders.at(-1) ?? ''}/`, path: folder }];
}

/** By node: the id of the outermost closed group with several nodes, or its own id. */
function assignGroups(
  nodes: readonly ExploredNode[],
  grouping: {
    readonly listLevels: ListLevels;
    readonly isGroupable: (node: ExploredNode) => boolean;
    readonly opened: ReadonlySet<string>;
  },
): ReadonlyMap<string, string> {
  const levels = new Map(
    nodes.map((node) => [node.id, grouping.isGroupable(node) ? grouping.listLevels(node) : []]),
  );
  const counts = groupBy([...levels.values()].flat(), ({ id }) => id);
  return new Map(
    nodes.map(({ id }) => {
      const group = levels
        .get(id)
        ?.find((level) => !grouping.opened.has(level.id) && (counts.get(level.id)?.length ?? 0) > 1);
      return [id, group?.id ?? id];
    }),
  );
}

function drawGroups(
  graph: VisibleGraph,
  drawnIds: ReadonlyMap<string, string>,
  listLevels: ListLevels,
): PictureGraph {
  const nodesByDrawnId = groupBy(graph.nodes, ({ id }) => drawnIds.get(id) ?? id);
  const nodes = [...nodesByDrawnId].flatMap(([id, members]): PictureNode[] => {
    const [first] = members;
    const level = first === undefined ? undefined : listLevels(first).find((one) => one.id === id);
    if (first === undefined || level === undefined) return [...members];
    return [toGroupNode(level, first, members)];
  });
  return { ...graph, nodes, links: mergeLinks(graph.links, drawnIds) };
}

function toGroupNode(
  { id, kind, name, symbol, path }: Level,
  first: ExploredNode,
  members: readonly ExploredNode[],
): PictureNode {
  const { symbol: _, ...rest } = first;
  return {
    ...rest,
    ...(symbol === undefined ? {} : { symbol }),
    id,
    kind,
    name,
    path,
    signature: '',
    documentation: '',
    complexity: 0,
    rank: 0,
    distance: Math.min(...members.map(({ distance }) => distance)),
    group: { members },
  };
}

/** Joins the links between the same two boxes, and omits links within a box. */
function mergeLinks(links: readonly Link[], drawnIds: ReadonlyMap<string, string>): readonly Link[] {
  const moved = links.map((link) => ({
    ...link,
    from: drawnIds.get(link.from) ?? link.from,
    to: drawnIds.get(link.to) ?? link.to,
  }));
  const byEnds = groupBy(
    moved.filter(({ from, to }) => from !== to),
    ({ from, to }) => `${from}>${to}`,
  );
  return [...byEnds].flatMap(([id, joined]) => {
    const [first] = joined;
    if (first === undefined) return [];
    const edges = joined
      .flatMap((link) => link.edges)
      .toSorted((one, other) => compareTiers(one.tier, other.tier) || one.line - other.line);
    const kinds = edgeKinds.filter((kind) => edges.some((edge) => edge.kind === kind));
    const tier = joined.map((link) => link.tier).toSorted(compareTiers)[0] ?? first.tier;
    return [{ id, from: first.from, to: first.to, edges, kinds, tier }];
  });
}
