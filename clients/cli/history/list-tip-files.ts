/** Lists the text files of a source that are small enough to trace their lines through history, with content hash and line count. */

import { createHash } from 'node:crypto';
import type { PackEntry, PackSource } from '../source/pack-source.ts';

export interface TipFile {
  /** The packed path. */
  readonly path: string;
  /** SHA-256 of the file's bytes. */
  readonly hash: string;
  readonly lines: number;
}

interface TipFiles {
  readonly files: readonly TipFile[];
  /** Number of files that are too large to trace, including binary files over the size limit. */
  readonly tooLarge: number;
}

const maxBytes = 1_000_000;
const maxLines = 20_000;
/** Limit of the wire format; no file system has longer paths. */
const maxPathLength = 4_096;
/** Git looks for a NUL in this many bytes to detect binary files. */
const binaryCheckBytes = 8_000;
const lineFeed = 10;

export async function listTipFiles(source: PackSource, signal: AbortSignal): Promise<TipFiles> {
  const files: TipFile[] = [];
  let tooLarge = 0;
  for await (const entry of source.entries()) {
    signal.throwIfAborted();
    if (entry.kind !== 'file' || entry.path.length > maxPathLength) continue;
    const file = entry.size > maxBytes ? undefined : await readTipFile(entry);
    if (file === undefined || file.lines > maxLines) tooLarge++;
    else if (file.isText) files.push({ path: entry.path, hash: file.hash, lines: file.lines });
  }
  return { files, tooLarge };
}

async function readTipFile(entry: PackEntry): Promise<{ hash: string; lines: number; isText: boolean }> {
  const hash = createHash('sha256');
  const head: Uint8Array[] = [];
  let [lines, bytes, lastByte] = [0, 0, lineFeed];
  for await (const piece of entry.content()) {
    hash.update(piece);
    if (bytes < binaryCheckBytes) head.push(piece.subarray(0, binaryCheckBytes - bytes));
    bytes += piece.length;
    for (let at = piece.indexOf(lineFeed); at >= 0; at = piece.indexOf(lineFeed, at + 1)) lines++;
    lastByte = piece.at(-1) ?? lastByte;
  }
  if (lastByte !== lineFeed) lines++;
  return { hash: hash.digest('hex'), lines, isText: !head.some((piece) => piece.includes(0)) };
}
