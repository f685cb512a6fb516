/** Reads of the graph's edges, one step from a set of nodes at a time. */

import type { EdgeKind, EdgeTier, GraphEdge, NodeId } from '../../core/edge.ts';
import type { GraphStep, GraphStore } from '../../ports/graph-store.ts';
import { nodeIdOf, nodeParameters, packageIdOf } from './node-key.ts';
import { inSnapshot, selector, selectorTogether } from './read-chunks.ts';
import { maxNodes, ofRepository } from './read-nodes.ts';
import type { IndexDatabases } from './statements.ts';

export const maxEdges = 20_000;
/** Mostly with few edges: those both ways are read in one call. */
const fewNodes = 100;

type EdgeReads = Pick<GraphStore, 'maxEdges' | 'step' | 'namedPlaces' | 'countEdges'>;

export function edgeReads(databases: IndexDatabases): EdgeReads {
  const select = selector(databases);
  const selectFew = selectorTogether(databases);
  return {
    maxEdges,
    async step(key, step) {
      const edges = selectStep(step);
      if (edges === undefined) return [];
      const { nodes, packages } = nodeParameters(step.from.slice(0, maxNodes));
      const kinds = JSON.stringify(step.kinds);
      const read = step.from.length <= fewNodes ? selectFew : select;
      const rows = await read<EdgeRecord>(key, edges, nodes, packages, kinds, JSON.stringify(step.tiers));
      return rows.map(toEdge);
    },
    async namedPlaces(key, names) {
      const rows = await select<NamedRecord>(
        key,
        `SELECT f.id AS file, e.from_symbol AS symbol, p.name, e.kind, f.path, e.line, e.candidates FROM json_each(?3) AS j
         CROSS JOIN place AS p ON p.repository = ${ofRepository} AND p.kind = 'name' AND p.name = j.value
         CROSS JOIN edge AS e ON e.to_place = p.id AND e.to_symbol = -1
         CROSS JOIN file AS f ON f.edge_set_id = e.set_id AND ${inSnapshot}
         ORDER BY f.path, e.line, e.ordinal LIMIT ${maxEdges}`,
        JSON.stringify([...new Set(names)].slice(0, maxNodes)),
      );
      return rows.map(({ file, symbol, ...place }) => ({ from: nodeIdOf(file, symbol), ...place }));
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

/** The pluses make it one look at the index a node; without them it is one a kind and tier. */
const asked = `+e.kind IN (SELECT value FROM json_each(?5)) AND +e.tier IN (SELECT value FROM json_each(?6))`;

/** Edges of these ends at `place`s, whatever the snapshot; then those of its files alone. */
const edgesIn = `SELECT f.id AS from_file, e.from_symbol, t.file AS to_file, t.symbol AS to_symbol, t.package, e.kind, e.tier, f.path,
    e.line, e.ordinal
  FROM (SELECT f.place_id AS place, j.value ->> 1 AS symbol, f.id AS file, NULL AS package
      FROM json_each(?3) AS j CROSS JOIN file AS f ON f.id = j.value ->> 0 AND ${inSnapshot}
    UNION ALL SELECT p.id, -1, NULL, p.name
      FROM json_each(?4) AS j CROSS JOIN place AS p ON p.repository = ${ofRepository} AND p.kind = 'package' AND p.name = j.value) AS t
  CROSS JOIN edge AS e ON e.to_place = t.place AND e.to_symbol = t.symbol
  CROSS JOIN file AS f ON f.edge_set_id = e.set_id AND ${inSnapshot}
  WHERE ${asked}`;
const edgesOut = `SELECT f.id AS from_file, e.from_symbol, t.id AS to_file, e.to_symbol,
    iif(t.id IS NULL, (SELECT name FROM place WHERE id = e.to_place AND kind = 'package'), NULL) AS package, e.kind, e.tier, f.path,
    e.line, e.ordinal
  FROM json_each(?3) AS j CROSS JOIN file AS f ON f.id = j.value ->> 0 AND ${inSnapshot}
  CROSS JOIN edge AS e ON e.set_id = f.edge_set_id AND e.from_symbol = j.value ->> 1
  LEFT JOIN file AS t ON t.place_id = e.to_place AND t.snapshot = ?1 AND t.generation = ?2
  WHERE e.candidates = 0 AND ${asked}`;

/** From a file to its definitions, as the symbol table has them. */
function defines(which: string): string {
  return `SELECT f.id AS from_file, -1 AS from_symbol, f.id AS to_file, s.ordinal AS to_symbol, NULL AS package, 'defines' AS kind,
      'resolved' AS tier, f.path, s.name_line AS line, s.ordinal
    FROM json_each(?3) AS j CROSS JOIN file AS f ON f.id = j.value ->> 0 AND ${inSnapshot}
    CROSS JOIN symbol AS s ON s.content_id = f.content_id AND ${which}`;
}

const selections = {
  in: { edges: edgesIn, defines: defines('s.ordinal = j.value ->> 1') },
  out: { edges: edgesOut, defines: defines('j.value ->> 1 < 0') },
} as const satisfies Record<GraphStep['direction'], unknown>;

/** @returns undefined when nothing can be found. */
function selectStep({ direction, kinds, tiers }: GraphStep): string | undefined {
  const selection = selections[direction];
  const parts = [
    ...(kinds.some((kind) => kind !== 'defines') ? [selection.edges] : []),
    ...(kinds.includes('defines') && tiers.includes('resolved') ? [selection.defines] : []),
  ];
  // All parameters are named in every statement: the text alone says which it has.
  const wanted = `SELECT * FROM (${parts.join(' UNION ALL ')}) WHERE (to_file IS NOT NULL OR package IS NOT NULL) AND ?4 <> '' AND ?5 <> '' AND ?6 <> ''
    ORDER BY path, line, kind <> 'defines', ordinal, from_file, to_file, to_symbol LIMIT ${maxEdges}`;
  return parts.length === 0 ? undefined : wanted;
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

interface NamedRecord {
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
    row.to_file === null ? packageIdOf(row.package ?? '') : nodeIdOf(row.to_file, row.to_symbol);
  const { kind, tier, path, line } = row;
  return { from: nodeIdOf(row.from_file, row.from_symbol), to, kind, tier, path, line };
}
