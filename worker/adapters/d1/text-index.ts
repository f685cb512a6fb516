/**
 * Implements the keyword index with one FTS5 table per snapshot and generation. The tables are contentless, because the indexed terms (split,
 * normalized identifiers) differ from the stored text; `contentless_delete` lets a retried part of an indexing job replace its rows. A table's
 * name contains the schema version.
 */

import { AppError } from '../../core/errors.ts';
import type { SnapshotRemoval, SnapshotKey } from '../../core/repositories/repository.ts';
import type { Clock } from '../../ports/clock.ts';
import type {
  ColumnWeights,
  SimilarTermQuery,
  TextHit,
  TextIndex,
  TextQuery,
} from '../../ports/text-index.ts';
import { recordRowsWritten, finishPart, requireHeldPart } from './jobs/part-statements.ts';
import { clearChunkCache } from './chunks/chunk-cache.ts';
import { cachedFrequency, cacheFrequency, clearFrequencies } from './document-frequencies.ts';
import { termReads, termStatements } from './chunks/chunk-terms.ts';
import { matchAny } from './sql/full-text-table.ts';
import { readChunksByKey, chunksPerFile } from './chunks/read-chunks.ts';
import { readBatched } from './sql/batch-reads.ts';
import {
  allRows,
  firstRow,
  run,
  runBatch,
  createSlicedStatements,
  type IndexDatabases,
} from './sql/statements.ts';

const schemaVersion = 1;

const indexTable = (key: SnapshotKey): string => `fts${schemaVersion}_${key.snapshot}_${key.generation}`;
const vocabularyTable = (key: SnapshotKey): string => `${indexTable(key)}_terms`;

export function createD1TextIndex(databases: IndexDatabases, clock: Clock): TextIndex {
  return {
    async create(key) {
      const database = databases(key.shard);
      await runBatch(database, [
        database.prepare(
          // Terms are already normalized. This tokenizer does not change letters beyond ASCII; `unicode61` would change some of them.
          `CREATE VIRTUAL TABLE IF NOT EXISTS ${indexTable(key)} USING fts5(path, symbols, prose, code, content='',
             contentless_delete=1, tokenize="ascii tokenchars '_'")`,
        ),
        database.prepare(
          `CREATE VIRTUAL TABLE IF NOT EXISTS ${vocabularyTable(key)} USING fts5vocab(${indexTable(key)}, 'row')`,
        ),
      ]);
    },
    ...termReads(databases),
    async add(key, part, indexed) {
      const database = databases(key.shard);
      const counts = { chunks: indexed.files.reduce((sum, file) => sum + file.chunks, 0) };
      const written = await runBatch(database, [
        requireHeldPart(database, part),
        ...termStatements(database, { key, table: indexTable(key) }, indexed),
        finishPart(database, part, { counts, now: clock.now() }),
      ]);
      await recordRowsWritten(database, part, written);
    },
    async optimize(key) {
      const database = databases(key.shard);
      await runBatch(database, [
        database.prepare(`INSERT INTO ${indexTable(key)} (${indexTable(key)}) VALUES ('optimize')`),
      ]);
    },
    async missing(key, keys) {
      const database = databases(key.shard);
      const sql = `SELECT count(*) AS chunks FROM json_each(?1) AS j
        WHERE NOT EXISTS (SELECT 1 FROM ${indexTable(key)} WHERE rowid = j.value ->> 0)`;
      try {
        await run(
          database.prepare(`INSERT INTO ${indexTable(key)} (${indexTable(key)}) VALUES ('integrity-check')`),
        );
        const counts = await Promise.all(
          createSlicedStatements(
            database,
            sql,
            keys.map((chunkKey) => [chunkKey]),
          ).map((statement) => firstRow<{ chunks: number }>(statement)),
        );
        return { chunks: counts.reduce((sum, row) => sum + (row?.chunks ?? 0), 0), isBroken: false };
      } catch (error) {
        // An unavailable database does not prove that the index is broken.
        if (error instanceof AppError) throw error;
        return { chunks: keys.length, isBroken: true };
      }
    },
    search: (key, query) => searchTerms(databases, key, query),
    documentFrequencies: (key, terms) => readFrequencies(databases(key.shard), key, terms),
    similarTerms: (key, query) => readSimilarTerms(databases(key.shard), key, query),
    async remove(removed) {
      clearChunkCache();
      clearFrequencies();
      const database = databases(removed.shard);
      const tables = await allRows<{ name: string }>(
        database.prepare(
          `SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%' AND name LIKE 'fts%'`,
        ),
      );
      const tablesToDrop = tables
        .map((table) => table.name)
        .filter((name) => belongsToRemovedSnapshot(name, removed))
        .toSorted((a, b) => b.length - a.length);
      // The vocabulary table has the longer name and is dropped before the index it reads.
      if (tablesToDrop.length > 0)
        await runBatch(
          database,
          tablesToDrop.map((name) => database.prepare(`DROP TABLE IF EXISTS ${name}`)),
        );
    },
  };
}

async function searchTerms(
  databases: IndexDatabases,
  key: SnapshotKey,
  query: TextQuery,
): Promise<readonly TextHit[]> {
  const match = matchAny(query.terms);
  if (match === '') return [];
  const database = databases(key.shard);
  const filter = query.paths === undefined ? [] : [JSON.stringify(query.paths), key.snapshot, key.generation];
  const fileFilter =
    query.paths === undefined
      ? ''
      : ` AND rowid / ${chunksPerFile} IN
             (SELECT id FROM file WHERE snapshot = ?5 AND generation = ?6 AND path IN (SELECT value FROM json_each(?4)))`;
  // With `ORDER BY rank`, SQLite keeps only the best matches; ordering by bm25() would sort all of them.
  const rows = await readBatched<{ rowid: number; rank: number }>(
    database,
    database
      .prepare(
        `SELECT rowid, rank FROM ${indexTable(key)} WHERE ${indexTable(key)} MATCH ?1 AND rank MATCH ?2${fileFilter} ORDER BY rank LIMIT ?3`,
      )
      .bind(match, bm25Expression(query.weights), query.limit, ...filter),
  );
  const chunks = await readChunksByKey(
    databases,
    key,
    rows.map(({ rowid }) => rowid),
  );
  const byKey = new Map(chunks.map((chunk) => [chunk.key, chunk]));
  return rows
    .toSorted((a, b) => a.rank - b.rank || a.rowid - b.rowid)
    .flatMap(({ rowid, rank }) => {
      const chunk = byKey.get(rowid);
      return chunk === undefined ? [] : [{ ...chunk, score: -rank }];
    });
}

async function readFrequencies(
  database: D1Database,
  key: SnapshotKey,
  terms: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  // Reads the cache once: an entry may be evicted while the database counts the other terms.
  const cached = new Map(terms.map((term) => [term, cachedFrequency(key, term)]));
  const unknown = [...cached].flatMap(([term, chunks]) => (chunks === undefined ? [term] : []));
  const rows =
    unknown.length === 0
      ? []
      : await readBatched<{ term: string; doc: number }>(
          database,
          database
            .prepare(
              `SELECT term, doc FROM ${vocabularyTable(key)} WHERE term IN (SELECT value FROM json_each(?1))`,
            )
            .bind(JSON.stringify(unknown)),
        );
  const found = new Map(rows.map(({ term, doc }) => [term, doc]));
  for (const term of unknown) cacheFrequency(key, term, found.get(term) ?? 0);
  const counts = [...cached.keys()]
    .sort()
    .map((term) => [term, cached.get(term) ?? found.get(term) ?? 0] as const);
  return new Map(counts.filter(([, chunks]) => chunks > 0));
}

/** Reads each prefix as a range of the vocabulary. Counting a term is expensive, and terms outside the ranges are never counted. */
async function readSimilarTerms(
  database: D1Database,
  key: SnapshotKey,
  { prefixes, pieces, minLength, maxLength, limit }: SimilarTermQuery,
): Promise<ReadonlyMap<string, number>> {
  const rows = await allRows<{ term: string; doc: number }>(
    database
      .prepare(
        `SELECT DISTINCT term, doc FROM json_each(?1) AS beginning
         CROSS JOIN ${vocabularyTable(key)} ON term >= beginning.value AND term < beginning.value || char(1114111)
         WHERE length(term) BETWEEN ?3 AND ?4
           AND EXISTS (SELECT 1 FROM json_each(?2) AS piece WHERE instr(term, piece.value) > 0)
         ORDER BY doc DESC, term LIMIT ?5`,
      )
      .bind(JSON.stringify(prefixes), JSON.stringify(pieces), minLength, maxLength, limit),
  );
  return new Map(rows.map((row) => [row.term, row.doc]));
}

/** Whether a table of any schema version belongs to the removed snapshot. Parses the whole name: `fts1_2_1_terms` belongs to snapshot 2, not 1. */
function belongsToRemovedSnapshot(table: string, removed: SnapshotRemoval): boolean {
  const [, snapshot, generation] = /^fts\d+_(\d+)_(\d+)(?:_terms)?$/.exec(table) ?? [];
  if (Number(snapshot) !== removed.snapshot) return false;
  return removed.generation === undefined || Number(generation) === removed.generation;
}

function bm25Expression(weights: ColumnWeights): string {
  return `bm25(${weights.path}, ${weights.symbols}, ${weights.prose}, ${weights.code})`;
}
