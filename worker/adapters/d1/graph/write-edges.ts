/**
 * Writes the results of the link and rank stages. One transaction writes the edges and the part's completion. A file's edges are written only
 * if no snapshot of the repository has stored the same edges.
 */

import type { EdgeTarget, FileEdge } from '../../../core/code/edge.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { GraphStore, LinkedFile, RankedNode } from '../../../ports/graph-store.ts';
import { forEachSlice, listRemovedFiles } from '../sql/delete-in-slices.ts';
import { recordRowsWritten, finishPart, requireHeldPart } from '../jobs/part-statements.ts';
import { parseNodeId } from './node-ids.ts';
import { allRows, runBatch, createSlicedStatements, type IndexDatabases } from '../sql/statements.ts';

/** Edges per row of a statement's parameter, which keeps each row short. */
const edgesPerRow = 1_000;

export function edgeWrites(
  databases: IndexDatabases,
  clock: Clock,
): Pick<GraphStore, 'saveEdges' | 'saveRanks' | 'remove'> {
  return {
    async saveEdges(key, part, { repositoryId, files }) {
      const database = databases(key.shard);
      const filesWithEdges = files.filter((file) => file.edges.length > 0);
      const storedHashes = await findStoredSets(database, repositoryId, filesWithEdges);
      const newSets = filesWithEdges.filter((file) => !storedHashes.has(file.hash));
      const forRepository = (sql: string, rows: readonly (readonly unknown[])[], ...parameters: unknown[]) =>
        createSlicedStatements(database, sql, rows, [repositoryId, ...parameters]);
      const sizes = filesWithEdges.map((file) => [file.hash, file.edges.length]);
      const links = files.map(({ id, path, hash, edges }) => [id, path, edges.length > 0 ? hash : null]);
      const edges = filesWithEdges.reduce((sum, file) => sum + file.edges.length, 0);
      const rows = await runBatch(database, [
        requireHeldPart(database, part),
        ...forRepository(insertPlaces, listPlaces(files, newSets)),
        ...forRepository(
          insertSets,
          newSets.map((file) => [file.hash, file.edges.length]),
        ),
        ...forRepository(insertEdges, newSets.flatMap(edgeRows)),
        ...forRepository(requireSets, sizes),
        ...forRepository(linkFiles, links, key.snapshot, key.generation),
        finishPart(database, part, { counts: { edges }, now: clock.now() }),
      ]);
      await recordRowsWritten(database, part, rows);
    },
    async saveRanks(key, part, ranks) {
      const database = databases(key.shard);
      const rows = await runBatch(database, [
        requireHeldPart(database, part),
        ...createSlicedStatements(database, updateRanks, rankRows(ranks), [key.snapshot, key.generation]),
        finishPart(database, part, { counts: {}, now: clock.now() }),
      ]);
      await recordRowsWritten(database, part, rows);
    },
    async remove(removed) {
      const database = databases(removed.shard);
      const files = await listRemovedFiles(database, removed);
      await forEachSlice(files, filesPerTransaction, (slice) => {
        const ids = JSON.stringify(slice);
        return runBatch(
          database,
          removals.map((sql) => database.prepare(sql).bind(ids)),
        );
      });
    },
  };
}

/** Selects the complete edge sets. The missing edges of any other set are written again. */
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
/** Fails the transaction if edges that existed when the part began are gone: `json()` fails on text that is not JSON. */
const requireSets = `SELECT json(iif(total(s.edges = j.value ->> 1 AND
    (SELECT count(*) FROM edge WHERE set_id = s.id) = s.edges) = count(*), '1', 'edges were removed meanwhile'))
  FROM json_each(?1) AS j LEFT JOIN edge_set AS s ON s.repository = ?2 AND s.hash = j.value ->> 0`;
/** Finds each row by its id. The unary pluses keep SQLite from searching all files of the snapshot for each row. */
const linkFiles = `UPDATE file SET place_id = p.id,
    edge_set_id = (SELECT id FROM edge_set WHERE repository = ?2 AND hash = j.value ->> 2)
  FROM json_each(?1) AS j CROSS JOIN place AS p ON p.repository = ?2 AND p.kind = 'file' AND p.name = j.value ->> 1
  WHERE file.id = j.value ->> 0 AND +file.snapshot = ?3 AND +file.generation = ?4`;
const updateRanks = `UPDATE file SET rank = j.value ->> 1, symbol_ranks = nullif(j.value -> 2, 'null') FROM json_each(?1) AS j
  WHERE file.id = j.value ->> 0 AND +file.snapshot = ?2 AND +file.generation = ?3`;

/** How many files, with their edges, one transaction processes. */
const filesPerTransaction = 20;

const slice = 'SELECT value FROM json_each(?1)';
/** Selects the edge sets that no file outside the slice uses. */
const orphans = `SELECT f.edge_set_id FROM file AS f WHERE f.id IN (${slice}) AND f.edge_set_id IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM file AS other WHERE other.edge_set_id = f.edge_set_id AND other.id NOT IN (${slice}))`;
/** Places are deleted before the edges that refer to them. The files lose their references last, so that the removal can be repeated. */
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
  const statements = createSlicedStatements(
    database,
    selectSets,
    sets.map((file) => [file.hash]),
    [repositoryId],
  );
  const hashRows = await Promise.all(statements.map((statement) => allRows<{ hash: string }>(statement)));
  return new Set(hashRows.flat().map((row) => row.hash));
}

/** Lists every linked file and the target of every new edge, each once. */
function listPlaces(
  files: readonly LinkedFile[],
  newSets: readonly LinkedFile[],
): readonly (readonly string[])[] {
  const places = new Map<string, readonly string[]>();
  const add = ([kind, name]: readonly [string, string]): void => {
    places.set(`${kind} ${name}`, [kind, name]);
  };
  for (const file of files) add(['file', file.path]);
  for (const edge of newSets.flatMap((file) => file.edges)) add(targetPlace(edge.to));
  return [...places.values()];
}

function targetPlace(target: EdgeTarget): readonly [kind: string, name: string] {
  if ('path' in target) return ['file', target.path];
  return 'external' in target ? ['package', target.external] : ['name', target.name];
}

function edgeRows({ hash, edges }: LinkedFile): readonly (readonly unknown[])[] {
  const tuples = edges.map(edgeTuple);
  const slices = Math.ceil(tuples.length / edgesPerRow);
  return Array.from({ length: slices }, (_, slice) => [
    hash,
    tuples.slice(slice * edgesPerRow, (slice + 1) * edgesPerRow),
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

/** Returns one row per file: the file's rank, and the ranks of its definitions as a list by ordinal. */
function rankRows(ranks: readonly RankedNode[]): readonly (readonly unknown[])[] {
  const files = new Map<number, { rank: number | null; symbols: number[] }>();
  for (const { id, rank } of ranks) {
    const key = parseNodeId(id);
    if (key?.file === undefined) continue;
    const fileRanks = files.get(key.file) ?? { rank: null, symbols: [] };
    files.set(key.file, fileRanks);
    // Five digits distinguish ranks and do not depend on the order of summation.
    const rounded = Number(rank.toPrecision(5));
    if (key.symbol < 0) fileRanks.rank = rounded;
    else {
      while (fileRanks.symbols.length < key.symbol) fileRanks.symbols.push(0);
      fileRanks.symbols[key.symbol] = rounded;
    }
  }
  return [...files].map(([file, { rank, symbols }]) => [file, rank, symbols.length > 0 ? symbols : null]);
}
