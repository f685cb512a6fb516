/** Reads a whole snapshot in pages of files, so that no response of the database grows with the repository. */

import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { FileRange } from '../../../ports/graph-store.ts';
import { inSnapshot, splitIntoRanges, type selector } from '../chunks/read-chunks.ts';

const filesPerPage = 400;

/** SQL condition: the file `f` is in the page. The unary pluses make SQLite search by row id, so that a page reads no other rows. */
export const isInPage = 'f.id BETWEEN ?3 AND ?4 AND +f.snapshot = ?1 AND +f.generation = ?2';

export function createPager(select: ReturnType<typeof selector>) {
  return {
    /** Divides the parsed files into pages, each the range from its first file to its last. */
    async listPages(key: SnapshotKey, range?: FileRange): Promise<readonly FileRange[]> {
      const rows = await select<{ id: number }>(
        key,
        `SELECT f.id FROM file AS f WHERE ${inSnapshot} AND f.content_id IS NOT NULL AND f.id BETWEEN ?3 AND ?4 ORDER BY f.id`,
        range?.firstFile ?? 0,
        range?.lastFile ?? Number.MAX_SAFE_INTEGER,
      );
      return splitIntoRanges(
        rows.map(({ id }) => ({ id, weight: 1 })),
        filesPerPage,
      );
    },
    /** Runs a statement for every page and returns all rows in order. */
    async readPages<Row>(
      key: SnapshotKey,
      sql: string,
      pages: readonly FileRange[],
    ): Promise<readonly Row[]> {
      const rows: Row[] = [];
      for (const { firstFile, lastFile } of pages)
        for (const row of await select<Row>(key, sql, firstFile, lastFile)) rows.push(row);
      return rows;
    },
  };
}
