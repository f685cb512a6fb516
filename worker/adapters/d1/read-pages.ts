/** Reads of a whole snapshot in pages of files: no one answer of the database grows with the repository. */

import type { SnapshotKey } from '../../core/repository.ts';
import type { FileRange } from '../../ports/graph-store.ts';
import { inSnapshot, toRanges, type selector } from './read-chunks.ts';

/** Files read at once. */
const pageFiles = 400;

/** Files of one page; `f` is file. By the rows' ids, which the pluses make sure of: a page looks at no other's rows. */
export const ofPage = 'f.id BETWEEN ?3 AND ?4 AND +f.snapshot = ?1 AND +f.generation = ?2';

export function pagesOf(select: ReturnType<typeof selector>) {
  return {
    /** Parsed files page by page, each page as the range from its first to its last. */
    async pages(key: SnapshotKey, range?: FileRange): Promise<readonly FileRange[]> {
      const rows = await select<{ id: number }>(
        key,
        `SELECT f.id FROM file AS f WHERE ${inSnapshot} AND f.content_id IS NOT NULL AND f.id BETWEEN ?3 AND ?4 ORDER BY f.id`,
        range?.firstFile ?? 0,
        range?.lastFile ?? Number.MAX_SAFE_INTEGER,
      );
      return toRanges(
        rows.map(({ id }) => ({ id, weight: 1 })),
        pageFiles,
      );
    },
    /** The rows a statement over one page gives, of all pages in order. */
    async paged<Row>(key: SnapshotKey, sql: string, pages: readonly FileRange[]): Promise<readonly Row[]> {
      const rows: Row[] = [];
      for (const { firstFile, lastFile } of pages)
        for (const row of await select<Row>(key, sql, firstFile, lastFile)) rows.push(row);
      return rows;
    },
  };
}
