/**
 * Packs a source into a tar.gz stream while reading it. It buffers only the current entry and unread output. As in
 * archives of code hosts, all paths are in one top folder named after the source. The server removes only that folder, so
 * a tree with a single folder keeps that folder.
 */

import { createTarPacker, type TarHeader } from 'modern-tar';
import type { PackEntry, PackSource, SkippedEntry } from './pack-source.ts';
import { fileEntry } from './read-files.ts';

export interface PackProgress {
  readonly entries: number;
  /** Bytes of content, before compression. */
  readonly contentBytes: number;
  /** Bytes that the stream has emitted. */
  readonly packedBytes: number;
}

/** Compression is most efficient on chunks of this size; a tar header alone has 512 bytes. */
const pieceBytes = 256 * 1024;

/** @param report called when an entry is added and when bytes are emitted */
export function packArchive(
  source: PackSource,
  report: (progress: PackProgress) => void,
): ReadableStream<Uint8Array> {
  let progress: PackProgress = { entries: 0, contentBytes: 0, packedBytes: 0 };
  const addProgress = (increment: Partial<PackProgress>): void => {
    progress = {
      entries: progress.entries + (increment.entries ?? 0),
      contentBytes: progress.contentBytes + (increment.contentBytes ?? 0),
      packedBytes: progress.packedBytes + (increment.packedBytes ?? 0),
    };
    report(progress);
  };
  const { readable, controller } = createTarPacker();
  const topFolderName = topFolder(source.defaultName);
  const fill = async (): Promise<void> => {
    for await (const entry of source.entries()) {
      await addEntry(controller.add(createHeader(entry, topFolderName)), entry);
      addProgress({ entries: 1, contentBytes: entry.size });
    }
    const skippedReport = createSkippedReport(source.skipped);
    if (skippedReport !== undefined)
      await addEntry(controller.add(createHeader(skippedReport, topFolderName)), skippedReport);
    controller.finalize();
  };
  fill().catch((cause: unknown) => controller.error(cause));
  return readable
    .pipeThrough(gatherPieces(pieceBytes))
    .pipeThrough(new CompressionStream('gzip'))
    .pipeThrough(onEachPiece((piece) => addProgress({ packedBytes: piece.length })));
}

async function addEntry(body: WritableStream<Uint8Array>, entry: PackEntry): Promise<void> {
  const writer = body.getWriter();
  for await (const piece of entry.content()) await writer.write(piece);
  await writer.close();
}

function createHeader(entry: PackEntry, topFolderName: string): TarHeader {
  return {
    name: `${topFolderName}/${entry.path}`,
    size: entry.size,
    type: entry.kind,
    mode: entry.isExecutable ? 0o755 : 0o644,
    // The same tree produces the same archive.
    mtime: new Date(0),
    ...(entry.linkTarget === undefined ? {} : { linkname: entry.linkTarget }),
  };
}

function topFolder(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '') || 'source';
}

function gatherPieces(bytes: number): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  const flush = (controller: TransformStreamDefaultController<Uint8Array<ArrayBuffer>>): void => {
    if (pendingBytes > 0) controller.enqueue(Buffer.concat(pending));
    pending = [];
    pendingBytes = 0;
  };
  return new TransformStream({
    transform: (piece, controller) => {
      pending.push(piece);
      pendingBytes += piece.length;
      if (pendingBytes >= bytes) flush(controller);
    },
    flush,
  });
}

function onEachPiece(onPiece: (piece: Uint8Array) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform: (piece, controller) => {
      onPiece(piece);
      controller.enqueue(piece);
    },
  });
}

/** The server recognizes the report by this name. */
const reportName = '.wherefore-left-out.json';
/** The server accepts a megabyte. Longer lists are truncated. */
const maxBytes = 900_000;
const maxDetailLength = 300;

/**
 * Lists skipped files as an extra archive entry, so that the server can report them. It contains names and reasons,
 * no content. Undefined when nothing was skipped.
 */
function createSkippedReport(skipped: readonly SkippedEntry[]): PackEntry | undefined {
  if (skipped.length === 0) return undefined;
  const items: string[] = [];
  let length = 0;
  for (const { path, reason, detail } of skipped) {
    const item = JSON.stringify({ path, reason, detail: detail.slice(0, maxDetailLength) });
    length += Buffer.byteLength(item) + 2;
    if (length > maxBytes) break;
    items.push(item);
  }
  const bytes = Buffer.from(`[\n${items.join(',\n')}\n]\n`);
  return fileEntry({
    path: reportName,
    size: bytes.length,
    mode: 0o644,
    content: async function* () {
      yield bytes;
    },
  });
}
