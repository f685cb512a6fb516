/**
 * Reads spans by position: stored lines with secrets masked, and the hashes that citations are checked against.
 */

import type { Span, SpanPosition } from '../../core/answers/evidence.ts';
import { sha256 } from '../../core/text/hash.ts';
import { maskText } from '../../core/text/mask-text.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import { encodeText, splitLines } from '../../core/text/decode-text.ts';
import type { ChunkStore, StoredFile } from '../../ports/chunk-store.ts';

interface OpenFile {
  readonly file: StoredFile;
  readonly intact: boolean;
  readonly rawLines: readonly string[];
  readonly maskedLines: readonly string[];
}

/** Reads one span per position, in order, and skips positions whose file or lines do not exist. */
export async function readSpans<Position extends SpanPosition>(
  chunkStore: Pick<ChunkStore, 'readFiles'>,
  key: SnapshotKey,
  positions: readonly Position[],
): Promise<readonly (Span & Position)[]> {
  const paths = [...new Set(positions.map((position) => position.path))];
  const files = await Promise.all((await chunkStore.readFiles(key, paths)).map(openFile));
  const byPath = new Map(files.map((open) => [open.file.path, open]));
  const spans = await Promise.all(positions.map((position) => toSpan(position, byPath.get(position.path))));
  return spans.filter((span) => span !== undefined);
}

async function openFile(file: StoredFile): Promise<OpenFile> {
  return {
    file,
    intact: await isIntact(file),
    rawLines: splitLines(file.text),
    maskedLines: splitLines(maskText(file.text, file.masks)),
  };
}

/** Whether the stored text is still the indexed file. It is not if its encoding cannot represent the text. */
async function isIntact(file: StoredFile): Promise<boolean> {
  try {
    return (await sha256(encodeText(file.text, file.encoding))) === file.hash;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

async function toSpan<Position extends SpanPosition>(
  position: Position,
  open: OpenFile | undefined,
): Promise<(Span & Position) | undefined> {
  const first = position.startLine - 1;
  if (
    open === undefined ||
    first < 0 ||
    position.endLine > open.rawLines.length ||
    position.endLine < position.startLine
  )
    return undefined;
  const lines = (allLines: readonly string[]): string => allLines.slice(first, position.endLine).join('');
  return {
    ...position,
    language: open.file.language,
    kind: open.file.role === 'docs' || open.file.role === 'translation' ? 'docs' : 'code',
    fileHash: open.file.hash,
    intact: open.intact,
    spanHash: await sha256(lines(open.rawLines)),
    text: lines(open.maskedLines),
    fileLines: open.maskedLines,
  };
}
