/** Reads of a snapshot's edges as a whole: for ranking, and to be given away. */

import type { EdgeKind, EdgeTier, GraphEdge, NodeId } from '../../core/edge.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import type { FileRange, GraphStore } from '../../ports/graph-store.ts';
import { nodeIdOf, packageIdOf } from './node-key.ts';
import { inSnapshot, selector } from './read-chunks.ts';
import { ofRepository } from './read-nodes.ts';
import { ofPage, pagesOf } from './read-pages.ts';
import type { IndexDatabases } from './statements.ts';

export function allEdgeReads(databases: IndexDatabases): Pick<GraphStore, 'allEdges' | 'edgesOfRange'> {
  const select = selector(databases);
  const { pages, paged } = pagesOf(select);
  /** What each place is called in this snapshot. */
  const nodesAt = async (key: SnapshotKey): Promise<ReadonlyMap<number, Target>> => {
    const rows = await select<{ place: number; file: number | null; name: string | null }>(key, selectPlaces);
    return new Map(rows.map(({ place, file, name }) => [place, { file, name }]));
  };
  const hung = async (key: SnapshotKey, range?: FileRange) => {
    const of = await pages(key, range);
    return paged<HungEdges>(key, selectEdges, of);
  };

  return {
    async allEdges(key) {
      const targets = await nodesAt(key);
      return (await hung(key)).flatMap((file) =>
        edgesOf(file, targets).filter((edge) => edge.tier !== 'name-match' && !isPackage(edge.to)),
      );
    },
    async edgesOfRange(key, range) {
      const targets = await nodesAt(key);
      const files = (await hung(key, range)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
      return files.flatMap((file) => edgesOf(file, targets).sort((a, b) => a.line - b.line));
    },
  };
}

const selectPlaces = `SELECT f.place_id AS place, f.id AS file, NULL AS name FROM file AS f
    WHERE ${inSnapshot} AND f.place_id IS NOT NULL
  UNION ALL SELECT p.id, NULL, p.name FROM place AS p WHERE p.repository = ${ofRepository} AND p.kind = 'package'`;
/** A row a file, since a row an edge costs several times as much. */
const selectEdges = `SELECT f.id, f.path,
    (SELECT json_group_array(json_array(e.from_symbol, e.to_place, e.to_symbol, e.kind, e.tier, e.line))
     FROM edge AS e WHERE e.set_id = f.edge_set_id AND e.candidates = 0) AS edges
  FROM file AS f WHERE ${ofPage} AND f.edge_set_id IS NOT NULL ORDER BY f.id`;

interface HungEdges {
  id: number;
  path: string;
  edges: string;
}

type EdgeTuple = readonly [
  fromSymbol: number,
  toPlace: number,
  toSymbol: number,
  kind: EdgeKind,
  tier: EdgeTier,
  line: number,
];

interface Target {
  readonly file: number | null;
  readonly name: string | null;
}

function edgesOf({ id, path, edges }: HungEdges, targets: ReadonlyMap<number, Target>): GraphEdge[] {
  return (JSON.parse(edges) as readonly EdgeTuple[]).flatMap(([from, place, symbol, kind, tier, line]) => {
    const to = nodeAt(targets.get(place), symbol);
    return to === undefined ? [] : [{ from: nodeIdOf(id, from), to, kind, tier, path, line }];
  });
}

function nodeAt(target: Target | undefined, symbol: number): NodeId | undefined {
  if (target === undefined) return undefined;
  if (target.file !== null) return nodeIdOf(target.file, symbol);
  return target.name === null ? undefined : packageIdOf(target.name);
}

function isPackage(id: NodeId): boolean {
  return id.startsWith('package:');
}
