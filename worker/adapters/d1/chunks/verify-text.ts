/** Compares stored text with the hash it was indexed under. The store never returns text that differs. */

import { AppError } from '../../../core/errors.ts';
import { sha256 } from '../../../core/text/hash.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import { encodeText } from '../../../core/text/decode-text.ts';
import type { Encoding } from '../../../core/files/file.ts';

interface FileText {
  readonly path: string;
  readonly text: string | null;
  readonly encoding: Encoding;
  readonly hash: string;
}

interface ChunkText {
  readonly path: string;
  readonly raw: string | null;
  readonly chunk_hash: string | null;
}

/** Returns the files whose text encodes to the bytes that were hashed. */
export function intactFiles<Row extends FileText>(
  key: SnapshotKey,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  return intactRows(key, rows, async ({ text, encoding, hash }) => {
    try {
      return (await sha256(encodeText(text ?? '', encoding))) === hash;
    } catch (error) {
      // The encoding cannot represent this text, so it is not the text that was indexed.
      if (error instanceof RangeError) return false;
      throw error;
    }
  });
}

/** Returns the rows whose chunk has the text that was indexed. Text and hash are null if the chunk's row is missing. */
export function intactChunks<Row extends ChunkText>(
  key: SnapshotKey,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  return intactRows(
    key,
    rows,
    async ({ raw, chunk_hash: hash }) => raw !== null && (await sha256(raw)) === hash,
  );
}

async function intactRows<Row extends { readonly path: string }>(
  key: SnapshotKey,
  rows: readonly Row[],
  isIntact: (row: Row) => Promise<boolean>,
): Promise<readonly Row[]> {
  const intact = await Promise.all(rows.map(isIntact));
  reportDamage(key, [...new Set(rows.filter((_, index) => intact[index] !== true).map(({ path }) => path))]);
  return rows.filter((_, index) => intact[index] === true);
}

/** @throws AppError `content_damaged`, unless the key collects the paths. */
function reportDamage({ damaged }: SnapshotKey, paths: readonly string[]): void {
  if (paths.length === 0) return;
  if (damaged === undefined) {
    const listed = paths.slice(0, 5).map((path) => JSON.stringify(path));
    const more = paths.length > listed.length ? ` and ${paths.length - listed.length} more files` : '';
    throw new AppError(
      'content_damaged',
      `The stored text of ${listed.join(', ')}${more} does not match the hash it was indexed under.`,
      { details: { paths: paths.slice(0, 100) } },
    );
  }
  for (const path of paths) damaged.add(path);
}
