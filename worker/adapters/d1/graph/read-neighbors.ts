/**
 * Reads the edges between definitions that a search follows. All edges of a direction are one text, because a row with named columns costs
 * several times as much as the edge in it.
 */

import { edgeKinds, provenTiers } from '../../../core/code/edge.ts';
import type { GraphStore, Neighbor, NeighborQuery } from '../../../ports/graph-store.ts';
import { batchingSelector, inSnapshot } from '../chunks/read-chunks.ts';
import type { IndexDatabases } from '../sql/statements.ts';
import { formatNodeId, nodeParameters } from './node-ids.ts';
import { matchesKindAndTier, maxEdges } from './read-edges.ts';

const seeds = {
  ids: `SELECT f.id AS file, f.path, f.place_id AS place, f.edge_set_id AS edges, j.value ->> 1 AS symbol
    FROM json_each(?3) AS j CROSS JOIN file AS f ON f.id = j.value ->> 0 AND ${inSnapshot} WHERE j.value ->> 1 >= 0`,
  ranges: `SELECT DISTINCT f.id AS file, f.path, f.place_id AS place, f.edge_set_id AS edges, s.ordinal AS symbol
    FROM json_each(?3) AS j CROSS JOIN file AS f ON f.path = j.value ->> 0 AND ${inSnapshot}
    CROSS JOIN symbol AS s ON s.content_id = f.content_id AND s.start_line <= j.value ->> 2 AND s.end_line >= j.value ->> 1
    WHERE s.name_line BETWEEN j.value ->> 1 AND j.value ->> 2 OR (s.start_line <= j.value ->> 1 AND s.end_line >= j.value ->> 2)`,
} as const;

const outgoing = `SELECT 'out' AS direction, t.file AS from_file, t.symbol AS from_symbol, o.id AS to_file, e.to_symbol, e.kind, t.path, e.line, e.ordinal
  FROM seed AS t CROSS JOIN edge AS e ON e.set_id = t.edges AND e.from_symbol = t.symbol
  CROSS JOIN file AS o ON o.place_id = e.to_place AND o.snapshot = ?1 AND o.generation = ?2
  WHERE e.candidates = 0 AND e.to_symbol >= 0 AND ${matchesKindAndTier(4)}`;
const incoming = `SELECT 'in', f.id, e.from_symbol, t.file, t.symbol, e.kind, f.path, e.line, e.ordinal
  FROM seed AS t CROSS JOIN edge AS e ON e.to_place = t.place AND e.to_symbol = t.symbol
  CROSS JOIN file AS f ON f.edge_set_id = e.set_id AND ${inSnapshot}
  WHERE e.from_symbol >= 0 AND ${matchesKindAndTier(4)}`;

const selectNeighbors = (seed: string): string => `WITH seed AS MATERIALIZED (${seed})
  SELECT direction, group_concat(from_file || ' ' || from_symbol || ' ' || to_file || ' ' || to_symbol || ' ' || kind, ';'
    ORDER BY path, line, ordinal, from_file, to_file, to_symbol) AS edges
  FROM (${outgoing} UNION ALL ${incoming} LIMIT ${maxEdges}) GROUP BY direction`;

const selectImports = `SELECT f.id AS file, f.path, o.id AS to_file, s.ordinal, s.name FROM json_each(?3) AS j
  CROSS JOIN file AS f ON f.path = j.value AND ${inSnapshot}
  CROSS JOIN edge AS e ON e.set_id = f.edge_set_id AND e.from_symbol = -1
  CROSS JOIN file AS o ON o.place_id = e.to_place AND o.snapshot = ?1 AND o.generation = ?2
  CROSS JOIN symbol AS s ON s.content_id = o.content_id AND s.ordinal = e.to_symbol
  WHERE e.candidates = 0 AND ${matchesKindAndTier(4)} ORDER BY f.path, e.line, e.ordinal, o.id, s.ordinal LIMIT ${maxEdges}`;

export function neighborReads(
  databases: IndexDatabases,
): Pick<GraphStore, 'neighbors' | 'importedDefinitions'> {
  const select = batchingSelector(databases);
  return {
    async neighbors(key, { from, kinds, tiers }) {
      const { seed, nodes } = selectSeeds(from);
      const rows = await select<{ direction: 'in' | 'out'; edges: string }>(
        key,
        selectNeighbors(seed),
        nodes,
        JSON.stringify(kinds),
        JSON.stringify(tiers),
      );
      const edges = new Map(rows.map((row) => [row.direction, parseEdges(row.edges)]));
      return { outgoing: edges.get('out') ?? [], incoming: edges.get('in') ?? [] };
    },
    async importedDefinitions(key, paths) {
      const rows = await select<ImportRecord>(
        key,
        selectImports,
        JSON.stringify([...new Set(paths)]),
        '["imports"]',
        JSON.stringify(provenTiers),
      );
      return rows.map(({ file, path, to_file: toFile, ordinal, name }) => ({
        from: formatNodeId(file, -1),
        path,
        to: formatNodeId(toFile, ordinal),
        name,
      }));
    },
  };
}

interface ImportRecord {
  file: number;
  path: string;
  to_file: number;
  ordinal: number;
  name: string;
}

function selectSeeds(from: NeighborQuery['from']): { readonly seed: string; readonly nodes: string } {
  if (!('ranges' in from)) return { seed: seeds.ids, nodes: nodeParameters(from).nodes };
  const ranges = from.ranges.map(({ path, startLine, endLine }) => [path, startLine, endLine]);
  return { seed: seeds.ranges, nodes: JSON.stringify(ranges) };
}

function parseEdges(edges: string): readonly Neighbor[] {
  return edges.split(';').flatMap((edge) => {
    const [fromFile, fromSymbol, toFile, toSymbol, name] = edge.split(' ');
    const kind = edgeKinds.find((known) => known === name);
    return kind === undefined
      ? []
      : [{ from: `${fromFile}.${fromSymbol}`, to: `${toFile}.${toSymbol}`, kind }];
  });
}
