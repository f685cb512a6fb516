/** Reads edges of the code graph: one step from a set of nodes, or all edges of a snapshot or a range of files. */

import type { EdgeKind, EdgeTier, GraphEdge, NodeId } from '../../../core/code/edge.ts';
import type { FileRange, GraphStep, GraphStore } from '../../../ports/graph-store.ts';
import { formatNodeId, nodeParameters, formatPackageId } from './node-ids.ts';
import { inSnapshot, selector, batchingSelector } from '../chunks/read-chunks.ts';
import { maxNodes, repositoryOfSnapshot } from './read-nodes.ts';
import { firstRow, type IndexDatabases } from '../sql/statements.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import { isInPage, createPager } from './read-pages.ts';

export const maxEdges = 20_000;
/** Steps from at most this many nodes usually have few edges, so their reads are batched: both directions take one call. */
const maxBatchedNodes = 100;

type EdgeReads = Pick<GraphStore, 'maxEdges' | 'step' | 'namedPlaces' | 'countEdges'>;

export function edgeReads(databases: IndexDatabases): EdgeReads {
  const select = selector(databases);
  const selectFew = batchingSelector(databases);
  return {
    maxEdges,
    async step(key, step) {
      const query = selectStep(step);
      if (query === undefined) return [];
      const { nodes, packages } = nodeParameters(step.from.slice(0, maxNodes));
      const kinds = JSON.stringify(step.kinds);
      const read = step.from.length <= maxBatchedNodes ? selectFew : select;
      const rows = await read<EdgeRecord>(key, query, nodes, packages, kinds, JSON.stringify(step.tiers));
      return rows.map(toEdge);
    },
    async namedPlaces(key, names) {
      const rows = await select<NamedPlaceRecord>(
        key,
        `SELECT f.id AS file, e.from_symbol AS symbol, p.name, e.kind, f.path, e.line, e.candidates FROM json_each(?3) AS j
         CROSS JOIN place AS p ON p.repository = ${repositoryOfSnapshot} AND p.kind = 'name' AND p.name = j.value
         CROSS JOIN edge AS e ON e.to_place = p.id AND e.to_symbol = -1
         CROSS JOIN file AS f ON f.edge_set_id = e.set_id AND ${inSnapshot}
         ORDER BY f.path, e.line, e.ordinal LIMIT ${maxEdges}`,
        JSON.stringify([...new Set(names)].slice(0, maxNodes)),
      );
      return rows.map(({ file, symbol, ...place }) => ({ from: formatNodeId(file, symbol), ...place }));
    },
    async countEdges(key) {
      const [row] = await select<{ edges: number }>(
        key,
        `SELECT total(s.edges) AS edges FROM file AS f JOIN edge_set AS s ON s.id = f.edge_set_id WHERE ${inSnapshot}`,
      );
      return row?.edges ?? 0;
    },
  };
}

/**
 * With the unary pluses, SQLite needs one index lookup per node; without them, one per kind and tier.
 * @param first number of the parameter with the kinds, which that with the tiers follows
 */
export function matchesKindAndTier(first: number): string {
  return `+e.kind IN (SELECT value FROM json_each(?${first})) AND +e.tier IN (SELECT value FROM json_each(?${first + 1}))`;
}

/** Finds edges of any snapshot by the places they point to, then keeps the edges of this snapshot's files. */
const edgesIn = `SELECT f.id AS from_file, e.from_symbol, t.file AS to_file, t.symbol AS to_symbol, t.package, e.kind, e.tier, f.path,
    e.line, e.ordinal
  FROM (SELECT f.place_id AS place, j.value ->> 1 AS symbol, f.id AS file, NULL AS package
      FROM json_each(?3) AS j CROSS JOIN file AS f ON f.id = j.value ->> 0 AND ${inSnapshot}
    UNION ALL SELECT p.id, -1, NULL, p.name
      FROM json_each(?4) AS j CROSS JOIN place AS p ON p.repository = ${repositoryOfSnapshot} AND p.kind = 'package' AND p.name = j.value) AS t
  CROSS JOIN edge AS e ON e.to_place = t.place AND e.to_symbol = t.symbol
  CROSS JOIN file AS f ON f.edge_set_id = e.set_id AND ${inSnapshot}
  WHERE ${matchesKindAndTier(5)}`;
const edgesOut = `SELECT f.id AS from_file, e.from_symbol, t.id AS to_file, e.to_symbol,
    iif(t.id IS NULL, (SELECT name FROM place WHERE id = e.to_place AND kind = 'package'), NULL) AS package, e.kind, e.tier, f.path,
    e.line, e.ordinal
  FROM json_each(?3) AS j CROSS JOIN file AS f ON f.id = j.value ->> 0 AND ${inSnapshot}
  CROSS JOIN edge AS e ON e.set_id = f.edge_set_id AND e.from_symbol = j.value ->> 1
  LEFT JOIN file AS t ON t.place_id = e.to_place AND t.snapshot = ?1 AND t.generation = ?2
  WHERE e.candidates = 0 AND ${matchesKindAndTier(5)}`;

/** Edges from a file to its definitions, taken from the symbol table. */
function defines(symbolCondition: string): string {
  return `SELECT f.id AS from_file, -1 AS from_symbol, f.id AS to_file, s.ordinal AS to_symbol, NULL AS package, 'defines' AS kind,
      'resolved' AS tier, f.path, s.name_line AS line, s.ordinal
    FROM json_each(?3) AS j CROSS JOIN file AS f ON f.id = j.value ->> 0 AND ${inSnapshot}
    CROSS JOIN symbol AS s ON s.content_id = f.content_id AND ${symbolCondition}`;
}

const selections = {
  in: { edges: edgesIn, defines: defines('s.ordinal = j.value ->> 1') },
  out: { edges: edgesOut, defines: defines('j.value ->> 1 < 0') },
} as const satisfies Record<GraphStep['direction'], unknown>;

/** @returns undefined when no edge can match */
function selectStep({ direction, kinds, tiers }: GraphStep): string | undefined {
  const selection = selections[direction];
  const subqueries = [
    ...(kinds.some((kind) => kind !== 'defines') ? [selection.edges] : []),
    ...(kinds.includes('defines') && tiers.includes('resolved') ? [selection.defines] : []),
  ];
  // The condition uses all parameters, because D1 rejects values for unused ones.
  const query = `SELECT * FROM (${subqueries.join(' UNION ALL ')}) WHERE (to_file IS NOT NULL OR package IS NOT NULL) AND ?4 <> '' AND ?5 <> '' AND ?6 <> ''
    ORDER BY path, line, kind <> 'defines', ordinal, from_file, to_file, to_symbol LIMIT ${maxEdges}`;
  return subqueries.length === 0 ? undefined : query;
}

interface EdgeRecord {
  from_file: number;
  from_symbol: number;
  to_file: number | null;
  to_symbol: number;
  package: string | null;
  kind: EdgeKind;
  tier: EdgeTier;
  path: string;
  line: number;
}

interface NamedPlaceRecord {
  file: number;
  symbol: number;
  name: string;
  kind: EdgeKind;
  path: string;
  line: number;
  candidates: number;
}

function toEdge(row: EdgeRecord): GraphEdge {
  const to: NodeId =
    row.to_file === null ? formatPackageId(row.package ?? '') : formatNodeId(row.to_file, row.to_symbol);
  const { kind, tier, path, line } = row;
  return { from: formatNodeId(row.from_file, row.from_symbol), to, kind, tier, path, line };
}

export function allEdgeReads(databases: IndexDatabases): Pick<GraphStore, 'allEdges' | 'edgesOfRange'> {
  const select = selector(databases);
  const { listPages, readPages } = createPager(select);
  /** Maps the id of each place to its file or package in this snapshot. */
  const readTargets = async (key: SnapshotKey): Promise<ReadonlyMap<number, Target>> => {
    const rows = await select<{ place: number; file: number | null; name: string | null }>(key, selectPlaces);
    return new Map(rows.map(({ place, file, name }) => [place, { file, name }]));
  };
  const readEncodedEdges = async (key: SnapshotKey, range?: FileRange) => {
    const filePages = await listPages(key, range);
    return readPages<EncodedEdges>(key, selectEdges, filePages);
  };

  return {
    async allEdges(key) {
      const targets = await readTargets(key);
      return (await readEncodedEdges(key)).flatMap((file) =>
        decodeEdges(file, targets).filter((edge) => edge.tier !== 'name-match' && !isPackage(edge.to)),
      );
    },
    async edgesOfRange(key, range) {
      const targets = await readTargets(key);
      const files = (await readEncodedEdges(key, range)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
      return files.flatMap((file) => decodeEdges(file, targets).sort((a, b) => a.line - b.line));
    },
  };
}

const selectPlaces = `SELECT f.place_id AS place, f.id AS file, NULL AS name FROM file AS f
    WHERE ${inSnapshot} AND f.place_id IS NOT NULL
  UNION ALL SELECT p.id, NULL, p.name FROM place AS p WHERE p.repository = ${repositoryOfSnapshot} AND p.kind = 'package'`;
/** Returns one row per file, because one row per edge costs several times as much. */
const selectEdges = `SELECT f.id, f.path,
    (SELECT json_group_array(json_array(e.from_symbol, e.to_place, e.to_symbol, e.kind, e.tier, e.line))
     FROM edge AS e WHERE e.set_id = f.edge_set_id AND e.candidates = 0) AS edges
  FROM file AS f WHERE ${isInPage} AND f.edge_set_id IS NOT NULL ORDER BY f.id`;

interface EncodedEdges {
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

function decodeEdges({ id, path, edges }: EncodedEdges, targets: ReadonlyMap<number, Target>): GraphEdge[] {
  return (JSON.parse(edges) as readonly EdgeTuple[]).flatMap(([from, place, symbol, kind, tier, line]) => {
    const to = toTargetId(targets.get(place), symbol);
    return to === undefined ? [] : [{ from: formatNodeId(id, from), to, kind, tier, path, line }];
  });
}

function toTargetId(target: Target | undefined, symbol: number): NodeId | undefined {
  if (target === undefined) return undefined;
  if (target.file !== null) return formatNodeId(target.file, symbol);
  return target.name === null ? undefined : formatPackageId(target.name);
}

function isPackage(id: NodeId): boolean {
  return id.startsWith('package:');
}

export function edgeDamage(databases: IndexDatabases): Pick<GraphStore, 'edgesMissing'> {
  return {
    async edgesMissing(key, expected) {
      const sql = `SELECT count(*) AS sets, coalesce(sum(stored), 0) AS edges, coalesce(sum(s.edges IS NULL OR s.edges <> stored), 0) AS broken
        FROM (SELECT f.edge_set_id AS id, (SELECT count(*) FROM edge WHERE set_id = f.edge_set_id) AS stored FROM file AS f
          WHERE ${inSnapshot} AND f.edge_set_id IS NOT NULL) AS counted LEFT JOIN edge_set AS s ON s.id = counted.id`;
      const row = await firstRow<{ edges: number; broken: number }>(
        databases(key.shard).prepare(sql).bind(key.snapshot, key.generation),
      );
      return Math.max(row?.broken ?? 0, expected - (row?.edges ?? 0), 0);
    },
  };
}
