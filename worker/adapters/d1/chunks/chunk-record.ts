/** The row of a chunk as the database returns it, and its conversion. */

import type { ChunkKind, ChunkMetadata } from '../../../core/code/chunk.ts';
import type { FileRole } from '../../../core/files/file.ts';
import type { LocatedMask } from '../../../core/code/parsed-file.ts';
import type { ChunkRow } from '../../../ports/chunk-store.ts';

export interface ChunkRecord {
  key: number;
  path: string;
  role: FileRole;
  package: string | null;
  file_rank: number | null;
  language: string;
  lines: number;
  file_hash: string;
  ordinal: number;
  start_line: number;
  end_line: number;
  start_offset: number;
  kind: ChunkKind;
  symbol: string | null;
  metadata: string;
  masks: string | null;
  raw: string;
  chunk_hash: string;
  shares_line: number;
}

export function toChunkRow(row: ChunkRecord): ChunkRow {
  return {
    key: row.key,
    path: row.path,
    role: row.role,
    fileRank: row.file_rank ?? 0,
    ...(row.package === null ? {} : { package: row.package }),
    language: row.language,
    lines: row.lines,
    fileHash: row.file_hash,
    ordinal: row.ordinal,
    startLine: row.start_line,
    endLine: row.end_line,
    startOffset: row.start_offset,
    kind: row.kind,
    symbol: row.symbol ?? undefined,
    metadata: JSON.parse(row.metadata) as ChunkMetadata,
    masks: parseMasks(row.masks),
    raw: row.raw,
    ...(row.shares_line === 1 ? { sharesLine: true } : {}),
  };
}

export function parseMasks(json: string | null): readonly LocatedMask[] {
  return json === null ? [] : (JSON.parse(json) as LocatedMask[]);
}
