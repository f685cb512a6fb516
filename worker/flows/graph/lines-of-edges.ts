/** The lines that prove edges, secrets masked. */

import type { GraphEdge } from '../../core/edge.ts';
import { maskText } from '../../core/mask-text.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import { splitLines } from '../../core/text.ts';
import type { Services } from '../services.ts';

/** Files read for one question; edges of further ones go without their line. */
const maxFiles = 300;
/** A longer line is cut. */
const maxLine = 400;

/** By `path:line`. */
export async function linesOfEdges(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  edges: readonly GraphEdge[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = new Map<string, Set<number>>();
  for (const { path, line } of edges) wanted.set(path, (wanted.get(path) ?? new Set()).add(line));
  const files = await chunkStore.readFiles(key, [...wanted.keys()].slice(0, maxFiles));
  const lines = new Map<string, string>();
  for (const file of files) {
    const text = splitLines(maskText(file.text, file.masks));
    for (const line of wanted.get(file.path) ?? [])
      lines.set(`${file.path}:${line}`, (text[line - 1] ?? '').trim().slice(0, maxLine));
  }
  return lines;
}
