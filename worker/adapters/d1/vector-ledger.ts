/** Records in the index databases which vectors an external vector index contains. */

import type { SnapshotRemoval, SnapshotKey } from '../../core/repositories/repository.ts';
import type { LedgerEntry, VectorCopy, VectorLedger } from '../../ports/vector-ledger.ts';
import { deleteInSlices, isRemoved } from './sql/delete-in-slices.ts';
import {
  allRows,
  firstRow,
  runBatch,
  createSlicedStatements,
  type IndexDatabases,
} from './sql/statements.ts';

/** How many copies one call of `someCopies` returns. */
const copiesPerCall = 1_000;

const selectEntries = `SELECT e.chunk AS key, e.path, e.modality, e.vector FROM json_each(?1) AS j CROSS JOIN vector_entry AS e`;

export function createD1VectorLedger(databases: IndexDatabases): VectorLedger {
  return { ...ledgerWrites(databases), ...ledgerReads(databases), ...ledgerRemovals(databases) };
}

function ledgerWrites(databases: IndexDatabases): Pick<VectorLedger, 'plan' | 'record' | 'markSettled'> {
  return {
    async plan(key, copies) {
      const database = databases(key.shard);
      const rows = copies.map(({ vector, id }) => [vector, id]);
      const insert = `INSERT OR IGNORE INTO vector_copy (vector, repository, snapshot, generation, embedded, progress)
        SELECT value ->> 0, ?2, ?3, ?4, value ->> 1, 'planned' FROM json_each(?1)`;
      const version = [key.repository, key.snapshot, key.generation];
      if (rows.length > 0) await runBatch(database, createSlicedStatements(database, insert, rows, version));
    },
    async record(key, { copies, entries, write }) {
      const database = databases(key.shard);
      const version = [key.snapshot, key.generation];
      const statements = [
        ...createSlicedStatements(
          database,
          `UPDATE vector_copy SET progress = 'written' WHERE progress = 'planned' AND vector IN (SELECT value ->> 0 FROM json_each(?1))`,
          copies.map(({ vector }) => [vector]),
        ),
        ...createSlicedStatements(
          database,
          `INSERT OR REPLACE INTO vector_entry (snapshot, generation, chunk, modality, path, vector)
           SELECT ?2, ?3, value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?1)`,
          entries.map((entry) => [entry.key, entry.modality, entry.path, entry.vector]),
          version,
        ),
      ];
      if (write !== undefined)
        statements.push(
          database
            .prepare(
              `INSERT INTO vector_write (snapshot, generation, mutation, written_at) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT DO UPDATE SET mutation = ?3, written_at = ?4 WHERE written_at <= ?4`,
            )
            .bind(...version, write.mutation, write.writtenAt),
        );
      if (statements.length > 0) await runBatch(database, statements);
    },
    async markSettled(key) {
      const database = databases(key.shard);
      const update = `UPDATE vector_copy SET progress = 'settled' WHERE snapshot = ?1 AND generation = ?2 AND progress = 'written'`;
      await runBatch(database, [database.prepare(update).bind(key.snapshot, key.generation)]);
    },
  };
}

function ledgerReads(
  databases: IndexDatabases,
): Pick<
  VectorLedger,
  'readableCopies' | 'writtenCopies' | 'lastWrite' | 'entriesOfVectors' | 'entriesOfChunks'
> {
  const select = async <Row>(
    key: SnapshotKey,
    sql: string,
    values: readonly unknown[],
    parameters: readonly unknown[],
  ): Promise<readonly Row[]> => {
    const statements = createSlicedStatements(
      databases(key.shard),
      sql,
      values.map((value) => [value]),
      parameters,
    );
    return (await Promise.all(statements.map((statement) => allRows<Row>(statement)))).flat();
  };
  return {
    readableCopies: (key, ids) =>
      select<VectorCopy>(
        key,
        `SELECT min(c.vector) AS vector, c.embedded AS id FROM json_each(?1) AS j
         CROSS JOIN vector_copy AS c ON c.repository = ?2 AND c.embedded = j.value ->> 0
         WHERE c.progress = 'settled' OR (c.progress = 'written' AND c.snapshot = ?3 AND c.generation = ?4) GROUP BY c.embedded`,
        ids,
        [key.repository, key.snapshot, key.generation],
      ),
    async writtenCopies(key, vectors) {
      const rows = await select<{ vector: string }>(
        key,
        `SELECT c.vector FROM json_each(?1) AS j CROSS JOIN vector_copy AS c ON c.vector = j.value ->> 0 WHERE c.progress <> 'planned'`,
        vectors,
        [],
      );
      return new Set(rows.map(({ vector }) => vector));
    },
    lastWrite: (key) =>
      firstRow(
        databases(key.shard)
          .prepare(
            'SELECT mutation, written_at AS writtenAt FROM vector_write WHERE snapshot = ?1 AND generation = ?2',
          )
          .bind(key.snapshot, key.generation),
      ),
    entriesOfVectors: (key, vectors) =>
      select<LedgerEntry>(
        key,
        `${selectEntries} ON e.vector = j.value ->> 0 WHERE e.snapshot = ?2 AND e.generation = ?3`,
        vectors,
        [key.snapshot, key.generation],
      ),
    entriesOfChunks: (key, keys) =>
      select<LedgerEntry>(
        key,
        `${selectEntries} ON e.snapshot = ?2 AND e.generation = ?3 AND e.chunk = j.value ->> 0`,
        keys,
        [key.snapshot, key.generation],
      ),
  };
}

function removalParameters({ snapshot, generation }: SnapshotRemoval): readonly unknown[] {
  return [snapshot, generation ?? null];
}

function ledgerRemovals(
  databases: IndexDatabases,
): Pick<VectorLedger, 'countCopies' | 'listCopiesToDelete' | 'deleteCopyRecords' | 'remove'> {
  return {
    async countCopies(key) {
      const count = `SELECT count(*) AS copies FROM vector_copy WHERE snapshot = ?1 AND generation = ?2 AND progress <> 'planned'`;
      const row = await firstRow<{ copies: number }>(
        databases(key.shard).prepare(count).bind(key.snapshot, key.generation),
      );
      return row?.copies ?? 0;
    },
    async listCopiesToDelete(removed) {
      const sql = `SELECT vector FROM vector_copy WHERE ${isRemoved} LIMIT ${copiesPerCall}`;
      const rows = await allRows<{ vector: string }>(
        databases(removed.shard)
          .prepare(sql)
          .bind(...removalParameters(removed)),
      );
      return rows.map(({ vector }) => vector);
    },
    async deleteCopyRecords(shard, vectors) {
      const database = databases(shard);
      const sql = 'DELETE FROM vector_copy WHERE vector IN (SELECT value ->> 0 FROM json_each(?1))';
      const rows = vectors.map((vector) => [vector]);
      if (rows.length > 0) await runBatch(database, createSlicedStatements(database, sql, rows));
    },
    async remove(removed) {
      const database = databases(removed.shard);
      const filter = { where: isRemoved, values: removalParameters(removed) };
      await deleteInSlices(database, { table: 'vector_copy', key: 'vector', ...filter });
      const entryKey = 'snapshot, generation, chunk, modality';
      await deleteInSlices(database, { table: 'vector_entry', key: entryKey, ...filter });
      await deleteInSlices(database, { table: 'vector_write', key: 'snapshot, generation', ...filter });
    },
  };
}
