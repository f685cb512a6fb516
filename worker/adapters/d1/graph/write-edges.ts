/**
 * Ends the link and rank stages. One transaction writes the edges and the part's completion. A file's edges are written only if no
 * snapshot of the repository has stored the same ones.
 */

import type { EdgeTarget, FileEdge } from '../../../core/code/edge.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { GraphStore, LinkedFile, RankedNode } from '../../../ports/graph-store.ts';
import { inSlices, listRemovedFiles } from '../sql/delete-in-slices.ts';
import { recordRowsWritten, finishPart, requireHeldPart } from '../jobs/part-statements.ts';
import { parseNodeId } from './node-ids.ts';
import { allRows, runBatch, statementsOver, type IndexDatabases } from '../sql/statements.ts';

/** Edges per row of a statement's parameter, which keeps each row short. */
const edgesAtOnce = 1_000;

export function edgeWrites(
  databases: IndexDatabases,
  clock: Clock,
): Pick<GraphStore, 'saveEdges' | 'saveRanks' | 'remove'> {
  return {
    async saveEdges(key, part, { repositoryId, files }) {
      const database = databases(key.shard);
      const sets = files.filter((file) => file.edges.length > 0);
      const known = await findStoredSets(database, repositoryId, sets);
      const fresh = sets.filter((file) => !known.has(file.hash));
      const over = (sql: string, rows: readonly (readonly unknown[])[], ...more: unknown[]) =>
        statementsOver(database, sql, rows, [repositoryId, ...more]);
      const sizes = sets.map((file) => [file.hash, file.edges.length]);
      const links = files.map(({ id, path, hash, edges }) => [id, path, edges.length > 0 ? hash : null]);
      const edges = sets.reduce((sum, file) => sum + file.edges.length, 0);
      const rows = await runBatch(database, [
        requireHeldPart(database, part),
        ...over(insertPlaces, listPlaces(files, fresh)),
        ...over(
          insertSets,
          fresh.map((file) => [file.hash, file.edges.length]),
        ),
        ...over(insertEdges, fresh.flatMap(edgeRows)),
        ...over(requireSets, sizes),
        ...over(linkFiles, links, key.snapshot, key.generation),
        finishPart(database, part, { counts: { edges }, now: clock.now() }),
      ]);
      await recordRowsWritten(database, part, rows);
    },
    async saveRanks(key, part, ranks) {
      const database = databases(key.shard);
      const rows = await runBatch(database, [
        requireHeldPart(database, part),
        ...statementsOver(database, updateRanks, rankRows(ranks), [key.snapshot, key.generation]),
        finishPart(database, part, { counts: {}, now: clock.now() }),
      ]);
      await recordRowsWritten(database, part, rows);
    },
    async remove(removed) {
      const database = databases(removed.shard);
      const files = await listRemovedFiles(database, removed);
      await inSlices(files, filesAtOnce, (slice) => {
        const ids = JSON.stringify(slice);
        return runBatch(
          database,
          removals.map((sql) => database.prepare(sql).bind(ids)),
        );
      });
    },
  };
}

/** Those that are whole: of any other what is missing is written again. */
const selectSets = `SELECT s.hash FROM json_each(?1) AS j CROSS JOIN edge_set AS s ON s.repository = ?2 AND s.hash = j.value ->> 0
  WHERE s.edges = (SELECT count(*) FROM edge WHERE set_id = s.id)`;
const insertPlaces = `INSERT OR IGNORE INTO place (repository, kind, name)
  SELECT ?2, value ->> 0, value ->> 1 FROM json_each(?1)`;
const insertSets = `INSERT OR IGNORE INTO edge_set (repository, hash, edges)
  SELECT ?2, value ->> 0, value ->> 1 FROM json_each(?1)`;
const insertEdges = `INSERT OR IGNORE INTO edge
  (set_id, from_symbol, ordinal, kind, tier, line, to_place, to_symbol, candidates)
  SELECT s.id, e.value ->> 1, e.value ->> 0, e.value ->> 2, e.value ->> 3, e.value ->> 4, p.id, e.value ->> 7, e.value ->> 8
  FROM json_each(?1) AS j CROSS JOIN edge_set AS s ON s.repository = ?2 AND s.hash = j.value ->> 0
  CROSS JOIN json_each(j.value, '$[1]') AS e
  CROSS JOIN place AS p ON p.repository = ?2 AND p.kind = e.value ->> 5 AND p.name = e.value ->> 6`;
/** Fails the transaction when edges that were there when the part began are not: `json` of a sentence is an error. */
const requireSets = `SELECT json(iif(total(s.edges = j.value ->> 1 AND
    (SELECT count(*) FROM edge WHERE set_id = s.id) = s.edges) = count(*), '1', 'edges were removed meanwhile'))
  FROM json_each(?1) AS j LEFT JOIN edge_set AS s ON s.repository = ?2 AND s.hash = j.value ->> 0`;
/** By the rows' ids: the pluses keep it from looking through all files of the snapshot for each. */
const linkFiles = `UPDATE file SET place_id = p.id,
    edge_set_id = (SELECT id FROM edge_set WHERE repository = ?2 AND hash = j.value ->> 2)
  FROM json_each(?1) AS j CROSS JOIN place AS p ON p.repository = ?2 AND p.kind = 'file' AND p.name = j.value ->> 1
  WHERE file.id = j.value ->> 0 AND +file.snapshot = ?3 AND +file.generation = ?4`;
const updateRanks = `UPDATE file SET rank = j.value ->> 1, symbol_ranks = nullif(j.value -> 2, 'null') FROM json_each(?1) AS j
  WHERE file.id = j.value ->> 0 AND +file.snapshot = ?2 AND +file.generation = ?3`;

/** Their edges go in one transaction. */
const filesAtOnce = 20;

const slice = 'SELECT value FROM json_each(?1)';
/** Edges of the files in the slice that no other file has. */
const orphans = `SELECT f.edge_set_id FROM file AS f WHERE f.id IN (${slice}) AND f.edge_set_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM file AS other WHERE other.edge_set_id = f.edge_set_id AND other.id NOT IN (${slice}))`;
/** Places go before the edges that name them. The files lose their references last, so that the removal can be repeated. */
const removals = [
  `DELETE FROM place WHERE id IN (SELECT place_id FROM file WHERE id IN (${slice})
       UNION SELECT to_place FROM edge WHERE set_id IN (${orphans}))
     AND NOT EXISTS (SELECT 1 FROM file WHERE place_id = place.id AND id NOT IN (${slice}))
     AND NOT EXISTS (SELECT 1 FROM edge WHERE to_place = place.id AND set_id NOT IN (${orphans}))`,
  `DELETE FROM edge WHERE set_id IN (${orphans})`,
  `DELETE FROM edge_set WHERE id IN (${orphans})`,
  `UPDATE file SET place_id = NULL, edge_set_id = NULL, rank = NULL, symbol_ranks = NULL
   WHERE id IN (${slice}) AND place_id IS NOT NULL`,
];

async function findStoredSets(
  database: D1Database,
  repositoryId: string,
  sets: readonly LinkedFile[],
): Promise<ReadonlySet<string>> {
  const statements = statementsOver(
    database,
    selectSets,
    sets.map((file) => [file.hash]),
    [repositoryId],
  );
  const found = await Promise.all(statements.map((statement) => allRows<{ hash: string }>(statement)));
  return new Set(found.flat().map((row) => row.hash));
}

/** Every linked file and the target of every new edge, each once. */
function listPlaces(
  files: readonly LinkedFile[],
  fresh: readonly LinkedFile[],
): readonly (readonly string[])[] {
  const places = new Map<string, readonly string[]>();
  const add = ([kind, name]: readonly [string, string]): void => {
    places.set(`${kind} ${name}`, [kind, name]);
  };
  for (const file of files) add(['file', file.path]);
  for (const edge of fresh.flatMap((file) => file.edges)) add(targetPlace(edge.to));
  return [...places.values()];
}

function targetPlace(target: EdgeTarget): readonly [kind: string, name: string] {
  if ('path' in target) return ['file', target.path];
  return 'external' in target ? ['package', target.external] : ['name', target.name];
}

function edgeRows({ hash, edges }: LinkedFile): readonly (readonly unknown[])[] {
  const tuples = edges.map(edgeTuple);
  const slices = Math.ceil(tuples.length / edgesAtOnce);
  return Array.from({ length: slices }, (_, slice) => [
    hash,
    tuples.slice(slice * edgesAtOnce, (slice + 1) * edgesAtOnce),
  ]);
}

function edgeTuple({ kind, tier, line, from, to }: FileEdge, ordinal: number): readonly unknown[] {
  const toSymbol = 'path' in to ? (to.symbol ?? -1) : -1;
  return [
    ordinal,
    from ?? -1,
    kind,
    tier,
    line,
    ...targetPlace(to),
    toSymbol,
    'name' in to ? to.candidates : 0,
  ];
}

/** One row per file: its own rank, and the ranks of its definitions as a list by ordinal. */
function rankRows(ranks: readonly RankedNode[]): readonly (readonly unknown[])[] {
  const files = new Map<number, { rank: number | null; symbols: number[] }>();
  for (const { id, rank } of ranks) {
    const key = parseNodeId(id);
    if (key?.file === undefined) continue;
    const ranked = files.get(key.file) ?? { rank: null, symbols: [] };
    files.set(key.file, ranked);
    // Five digits distinguish ranks and do not depend on the order of summation.
    const rounded = Number(rank.toPrecision(5));
    if (key.symbol < 0) ranked.rank = rounded;
    else {
      while (ranked.symbols.length < key.symbol) ranked.symbols.push(0);
      ranked.symbols[key.symbol] = rounded;
    }
  }
  return [...files].map(([file, { rank, symbols }]) => [file, rank, symbols.length > 0 ? symbols : null]);
}
