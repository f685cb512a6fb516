/**
 * The database of a repository's shard: vectors by id, in rows of pages, and the vectors of each snapshot's chunks. New vectors reuse the rows
 * of unreferenced ones. Nothing is created before the first addition.
 */

import type { PackedEntries } from './state-entries.ts';
import { entryRows } from './state-entries.ts';
import { pageBody, rowsPerPage, vectorPage, writeRow, type VectorPage } from './vector-page.ts';

/** Ids bound to one statement as JSON, whose maximum is 2 MB. */
const maxIdsPerStatement = 10_000;

const tables = `
  CREATE TABLE page (number INTEGER PRIMARY KEY, dimensions INTEGER NOT NULL, rows INTEGER NOT NULL, body BLOB NOT NULL) STRICT;
  CREATE TABLE vector (id TEXT PRIMARY KEY, row INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE free_row (row INTEGER PRIMARY KEY) STRICT;
  CREATE TABLE batch (number INTEGER PRIMARY KEY, snapshot INTEGER NOT NULL, generation INTEGER NOT NULL, space TEXT NOT NULL,
    columns BLOB NOT NULL, paths TEXT NOT NULL) STRICT;
  CREATE INDEX batch_state ON batch (snapshot, generation);
`;

export type VectorTables = ReturnType<typeof openVectorTables>;

type Rows = <Row extends Record<string, SqlStorageValue>>(
  text: string,
  ...values: unknown[]
) => SqlStorageCursor<Row>;

export function openVectorTables(sql: SqlStorage) {
  const rows: Rows = (text, ...values) => sql.exec(text, ...values);
  return {
    exists: (): boolean => sql.exec(`SELECT 1 FROM sqlite_schema WHERE name = 'vector'`).toArray().length > 0,
    create: (): void => void sql.exec(tables),
    ...pageTables(rows),
    ...batchTables(rows),
    ...orphanTables(rows),
  };
}

function pageTables(rows: Rows) {
  const readPage = (number: number): VectorPage => {
    const { dimensions, body } = rows<{ dimensions: number; body: ArrayBuffer }>(
      'SELECT dimensions, body FROM page WHERE number = ?',
      number,
    ).one();
    return vectorPage(dimensions, body);
  };
  return {
    readPage,

    /** Rows of stored vectors by id. */
    rowsOfIds(ids: readonly string[]): Map<string, number> {
      const found = new Map<string, number>();
      for (let at = 0; at < ids.length; at += maxIdsPerStatement)
        for (const { id, row } of rows<{ id: string; row: number }>(
          'SELECT id, row FROM vector WHERE id IN (SELECT value FROM json_each(?))',
          JSON.stringify(ids.slice(at, at + maxIdsPerStatement)),
        ))
          found.set(id, row);
      return found;
    },

    /** Stores new vectors. @returns their rows, in order */
    storeVectors(
      dimensions: number,
      vectors: readonly { readonly id: string; readonly vector: Float32Array }[],
    ): number[] {
      const taken = takeRows(rows, dimensions, vectors.length);
      const pages = new Map<number, VectorPage>();
      for (const [index, { vector }] of vectors.entries()) {
        const row = taken[index] ?? 0;
        const number = Math.floor(row / rowsPerPage);
        const page = pages.get(number) ?? readPage(number);
        pages.set(number, page);
        writeRow(page, row % rowsPerPage, vector);
      }
      for (const [number, page] of pages)
        rows('UPDATE page SET body = ? WHERE number = ?', pageBody(page), number);
      rows(
        'INSERT INTO vector (id, row) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
        JSON.stringify(vectors.map(({ id }, index) => [id, taken[index]])),
      );
      return taken;
    },
  };
}

/** Takes free rows first, then rows at the end of open pages, then new pages. */
function takeRows(rows: Rows, dimensions: number, count: number): number[] {
  const free = rows<{ row: number }>(
    `SELECT row FROM free_row JOIN page ON number = row / ${rowsPerPage} WHERE dimensions = ? ORDER BY row LIMIT ?`,
    dimensions,
    count,
  )
    .toArray()
    .map(({ row }) => row);
  rows('DELETE FROM free_row WHERE row IN (SELECT value FROM json_each(?))', JSON.stringify(free));
  const taken = free;
  while (taken.length < count) {
    const [open] = rows<{ number: number; rows: number }>(
      `SELECT number, rows FROM page WHERE dimensions = ? AND rows < ${rowsPerPage} ORDER BY number LIMIT 1`,
      dimensions,
    ).toArray();
    if (open === undefined) {
      rows(
        'INSERT INTO page (number, dimensions, rows, body) SELECT coalesce(max(number), -1) + 1, ?, 0, ? FROM page',
        dimensions,
        pageBody(vectorPage(dimensions)),
      );
      continue;
    }
    const more = Math.min(count - taken.length, rowsPerPage - open.rows);
    for (let row = 0; row < more; row += 1) taken.push(open.number * rowsPerPage + open.rows + row);
    rows('UPDATE page SET rows = ? WHERE number = ?', open.rows + more, open.number);
  }
  return taken;
}

function batchTables(rows: Rows) {
  return {
    addBatch(
      state: { readonly snapshot: number; readonly generation: number; readonly space: string },
      { columns, paths }: PackedEntries,
    ): void {
      rows(
        'INSERT INTO batch (snapshot, generation, space, columns, paths) VALUES (?, ?, ?, ?, ?)',
        state.snapshot,
        state.generation,
        state.space,
        columns,
        JSON.stringify(paths),
      );
    },

    /** Whether a snapshot has vectors and all of them are in this space. */
    hasOnlySpace(state: { readonly snapshot: number; readonly generation: number }, space: string): boolean {
      const spaces = rows<{ space: string }>(
        'SELECT DISTINCT space FROM batch WHERE snapshot = ? AND generation = ?',
        state.snapshot,
        state.generation,
      ).toArray();
      return spaces.length === 1 && spaces[0]?.space === space;
    },

    *readBatches(
      state: { readonly snapshot: number; readonly generation: number },
      space: string,
    ): Generator<PackedEntries> {
      for (const { columns, paths } of rows<{ columns: ArrayBuffer; paths: string }>(
        'SELECT columns, paths FROM batch WHERE snapshot = ? AND generation = ? AND space = ? ORDER BY number',
        state.snapshot,
        state.generation,
        space,
      ))
        yield { columns, paths: JSON.parse(paths) as string[] };
    },

    /** Rows of these snapshots' vectors, in any space. */
    referencedRows(
      states: readonly { readonly snapshot: number; readonly generation: number }[],
    ): Set<number> {
      const referenced = new Set<number>();
      for (const { snapshot, generation } of states)
        for (const { columns } of rows<{ columns: ArrayBuffer }>(
          'SELECT columns FROM batch WHERE snapshot = ? AND generation = ?',
          snapshot,
          generation,
        ))
          for (const row of entryRows(columns)) referenced.add(row);
      return referenced;
    },

    /** @returns whether any batch is left. */
    removeBatches(snapshot: number, generation: number | undefined): boolean {
      rows(
        'DELETE FROM batch WHERE snapshot = ?1 AND (?2 IS NULL OR generation = ?2)',
        snapshot,
        generation ?? null,
      );
      return rows('SELECT 1 FROM batch LIMIT 1').toArray().length > 0;
    },
  };
}

function orphanTables(rows: Rows) {
  return {
    /** Frees the rows of unreferenced vectors, and deletes pages that have no other rows. */
    freeOrphans(): void {
      const referenced = new Set<number>();
      for (const { columns } of rows<{ columns: ArrayBuffer }>('SELECT columns FROM batch'))
        for (const row of entryRows(columns)) referenced.add(row);
      const orphans = rows<{ id: string; row: number }>('SELECT id, row FROM vector')
        .toArray()
        .filter(({ row }) => !referenced.has(row));
      for (let at = 0; at < orphans.length; at += maxIdsPerStatement) {
        const slice = JSON.stringify(
          orphans.slice(at, at + maxIdsPerStatement).map(({ id, row }) => [id, row]),
        );
        rows('DELETE FROM vector WHERE id IN (SELECT value ->> 0 FROM json_each(?))', slice);
        rows('INSERT INTO free_row (row) SELECT value ->> 1 FROM json_each(?)', slice);
      }
      const emptied = rows<{ number: number }>(
        `SELECT number FROM page WHERE rows = (SELECT count(*) FROM free_row WHERE row BETWEEN number * ${rowsPerPage} AND number * ${rowsPerPage} + ${rowsPerPage - 1})`,
      ).toArray();
      for (const { number } of emptied) {
        rows('DELETE FROM page WHERE number = ?', number);
        rows('DELETE FROM free_row WHERE row / ? = ?', rowsPerPage, number);
      }
    },
  };
}
