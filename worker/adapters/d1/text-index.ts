/**
 * The keyword index: one FTS5 table a snapshot and generation. Contentless, since the indexed text (identifiers split and
 * folded) is not the stored text; `contentless_delete` lets a re-run part replace its rows. The table's name carries
 * the version of its shape.
 */

import { AppError } from '../../core/errors.ts';
import type { RemovedState, SnapshotKey } from '../../core/repository.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ColumnWeights, TermLikeness, TextHit, TextIndex, TextQuery } from '../../ports/text-index.ts';
import { bookRowsWritten, finishPart, requireHeld } from './job-parts.ts';
import { forgetChunks } from './chunk-cache.ts';
import { termReads, termStatements } from './chunk-terms.ts';
import { matchAny } from './match-any.ts';
import { chunksOf, chunksPerFile } from './read-chunks.ts';
import { rowsTogether } from './rows-together.ts';
import { allRows, firstRow, run, runBatch, statementsOver, type IndexDatabases } from './statements.ts';

const shape = 1;

const tableOf = (key: SnapshotKey): string => `fts${shape}_${key.snapshot}_${key.generation}`;
const termsOf = (key: SnapshotKey): string => `${tableOf(key)}_terms`;

export function createD1TextIndex(databases: IndexDatabases, clock: Clock): TextIndex {
  return {
    async create(key) {
      const database = databases(key.shard);
      await runBatch(database, [
        database.prepare(
          // Terms come folded: this tokenizer leaves every letter beyond ASCII as it is, `unicode61` would fold some again.
          `CREATE VIRTUAL TABLE IF NOT EXISTS ${tableOf(key)} USING fts5(path, symbols, prose, code, content='',
             contentless_delete=1, tokenize="ascii tokenchars '_'")`,
        ),
        database.prepare(
          `CREATE VIRTUAL TABLE IF NOT EXISTS ${termsOf(key)} USING fts5vocab(${tableOf(key)}, 'row')`,
        ),
      ]);
    },
    ...termReads(databases),
    async add(key, part, indexed) {
      const database = databases(key.shard);
      const counts = { chunks: indexed.files.reduce((sum, file) => sum + file.chunks, 0) };
      const written = await runBatch(database, [
        requireHeld(database, part),
        ...termStatements(database, { key, table: tableOf(key) }, indexed),
        finishPart(database, part, { counts, now: clock.now() }),
      ]);
      await bookRowsWritten(database, part, written);
    },
    async optimise(key) {
      const database = databases(key.shard);
      await runBatch(database, [
        database.prepare(`INSERT INTO ${tableOf(key)} (${tableOf(key)}) VALUES ('optimize')`),
      ]);
    },
    async missing(key, keys) {
      const database = databases(key.shard);
      const sql = `SELECT count(*) AS chunks FROM json_each(?1) AS j
        WHERE NOT EXISTS (SELECT 1 FROM ${tableOf(key)} WHERE rowid = j.value ->> 0)`;
      try {
        await run(
          database.prepare(`INSERT INTO ${tableOf(key)} (${tableOf(key)}) VALUES ('integrity-check')`),
        );
        const counts = await Promise.all(
          statementsOver(
            database,
            sql,
            keys.map((one) => [one]),
          ).map((statement) => firstRow<{ chunks: number }>(statement)),
        );
        return { chunks: counts.reduce((sum, row) => sum + (row?.chunks ?? 0), 0), isBroken: false };
      } catch (error) {
        // The database did not answer, which says nothing of the index.
        if (error instanceof AppError) throw error;
        return { chunks: keys.length, isBroken: true };
      }
    },
    search: (key, query) => searchTerms(databases, key, query),
    async documentFrequencies(key, terms) {
      const database = databases(key.shard);
      const rows = await rowsTogether<{ term: string; doc: number }>(
        database,
        database
          .prepare(`SELECT term, doc FROM ${termsOf(key)} WHERE term IN (SELECT value FROM json_each(?1))`)
          .bind(JSON.stringify(terms)),
      );
      return new Map(rows.map((row) => [row.term, row.doc]));
    },
    termsLike: (key, like) => readTermsLike(databases(key.shard), key, like),
    async remove(removed) {
      forgetChunks();
      const database = databases(removed.shard);
      const tables = await allRows<{ name: string }>(
        database.prepare(
          `SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL%' AND name LIKE 'fts%'`,
        ),
      );
      const doomed = tables
        .map((table) => table.name)
        .filter((name) => isOf(name, removed))
        .toSorted((a, b) => b.length - a.length);
      // The view of an index's terms goes before the index it reads; its name is the longer.
      if (doomed.length > 0)
        await runBatch(
          database,
          doomed.map((name) => database.prepare(`DROP TABLE IF EXISTS ${name}`)),
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
  const inFiles =
    query.paths === undefined
      ? ''
      : ` AND rowid / ${chunksPerFile} IN
             (SELECT id FROM file WHERE snapshot = ?5 AND generation = ?6 AND path IN (SELECT value FROM json_each(?4)))`;
  // `ORDER BY rank` keeps the best as it goes; ordering by bm25() would rank every match.
  const rows = await rowsTogether<{ rowid: number; rank: number }>(
    database,
    database
      .prepare(
        `SELECT rowid, rank FROM ${tableOf(key)} WHERE ${tableOf(key)} MATCH ?1 AND rank MATCH ?2${inFiles} ORDER BY rank LIMIT ?3`,
      )
      .bind(match, bm25Of(query.weights), query.limit, ...filter),
  );
  const chunks = await chunksOf(
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

/** Each beginning is a range of the vocabulary: terms outside of them are never counted, which is what costs. */
async function readTermsLike(
  database: D1Database,
  key: SnapshotKey,
  { beginnings, pieces, shortest, longest, limit }: TermLikeness,
): Promise<ReadonlyMap<string, number>> {
  const rows = await allRows<{ term: string; doc: number }>(
    database
      .prepare(
        `SELECT DISTINCT term, doc FROM json_each(?1) AS beginning
         CROSS JOIN ${termsOf(key)} ON term >= beginning.value AND term < beginning.value || char(1114111)
         WHERE length(term) BETWEEN ?3 AND ?4
           AND EXISTS (SELECT 1 FROM json_each(?2) AS piece WHERE instr(term, piece.value) > 0)
         ORDER BY doc DESC, term LIMIT ?5`,
      )
      .bind(JSON.stringify(beginnings), JSON.stringify(pieces), shortest, longest, limit),
  );
  return new Map(rows.map((row) => [row.term, row.doc]));
}

/** Whether a table, of whatever shape, belongs to what is removed. Read in full: `fts1_2_1_terms` is not of snapshot 1. */
function isOf(table: string, removed: RemovedState): boolean {
  const [, snapshot, generation] = /^fts\d+_(\d+)_(\d+)(?:_terms)?$/.exec(table) ?? [];
  if (Number(snapshot) !== removed.snapshot) return false;
  return removed.generation === undefined || Number(generation) === removed.generation;
}

function bm25Of(weights: ColumnWeights): string {
  return `bm25(${weights.path}, ${weights.symbols}, ${weights.prose}, ${weights.code})`;
}
