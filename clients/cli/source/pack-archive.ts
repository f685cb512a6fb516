/**
 * A source as a tar.gz stream, made as it is read: nothing is held but the entry at hand and what the stream has not
 * taken yet. Every path lies in one folder named after the source, as in the archives code hosts serve, so that a tree
 * whose only entry is a folder keeps that folder.
 */

import { createTarPacker } from 'modern-tar';
import type { TarHeader } from 'modern-tar';
import { leftOutReport } from './left-out-report.ts';
import type { PackEntry, PackSource } from './pack-source.ts';

export interface PackProgress {
  readonly entries: number;
  /** Bytes of content, before compression. */
  readonly contentBytes: number;
  /** Bytes the stream has given out. */
  readonly packedBytes: number;
}

/** Compression works best on pieces of this size; headers come in pieces of 512 bytes. */
const pieceBytes = 256 * 1024;

/** @param report called as entries are added and as bytes leave. */
export function packArchive(
  source: PackSource,
  report: (progress: PackProgress) => void,
): ReadableStream<Uint8Array> {
  let progress: PackProgress = { entries: 0, contentBytes: 0, packedBytes: 0 };
  const count = (more: Partial<PackProgress>): void => {
    progress = {
      entries: progress.entries + (more.entries ?? 0),
      contentBytes: progress.contentBytes + (more.contentBytes ?? 0),
      packedBytes: progress.packedBytes + (more.packedBytes ?? 0),
    };
    report(progress);
  };
  const { readable, controller } = createTarPacker();
  const top = topFolder(source.defaultName);
  const fill = async (): Promise<void> => {
    for await (const entry of source.entries()) {
      await addEntry(controller.add(headerOf(entry, top)), entry);
      count({ entries: 1, contentBytes: entry.size });
    }
    const report = leftOutReport(source.leftOut);
    if (report !== undefined) await addEntry(controller.add(headerOf(report, top)), report);
    controller.finalize();
  };
  fill().catch((cause: unknown) => controller.error(cause));
  return readable
    .pipeThrough(gatherPieces(pieceBytes))
    .pipeThrough(new CompressionStream('gzip'))
    .pipeThrough(onEachPiece((piece) => count({ packedBytes: piece.length })));
}

async function addEntry(body: WritableStream<Uint8Array>, entry: PackEntry): Promise<void> {
  const writer = body.getWriter();
  for await (const piece of entry.content()) await writer.write(piece);
  await writer.close();
}

function headerOf(entry: PackEntry, top: string): TarHeader {
  return {
    name: `${top}/${entry.path}`,
    size: entry.size,
    type: entry.kind,
    mode: entry.executable ? 0o755 : 0o644,
    // The same tree makes the same archive.
    mtime: new Date(0),
    ...(entry.linkTarget === undefined ? {} : { linkname: entry.linkTarget }),
  };
}

function topFolder(name: string): string {
  return name.replace(/[^\w.-]+/g, '-').replace(/^\.+/, '') || 'source';
}

function gatherPieces(bytes: number): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const flush = (controller: TransformStreamDefaultController<Uint8Array<ArrayBuffer>>): void => {
    if (heldBytes > 0) controller.enqueue(Buffer.concat(held));
    held = [];
    heldBytes = 0;
  };
  return new TransformStream({
    transform: (piece, controller) => {
      held.push(piece);
      heldBytes += piece.length;
      if (heldBytes >= bytes) flush(controller);
    },
    flush,
  });
}

function onEachPiece(see: (piece: Uint8Array) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform: (piece, controller) => {
      see(piece);
      controller.enqueue(piece);
    },
  });
}
