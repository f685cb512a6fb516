/**
 * Encodes files as one blob and decodes them again. Layout: a version byte; then for each file the lengths
 * of its UTF-8 path and of its content (four bytes each, little-endian), its path and its content.
 * Decoding does not copy content.
 */

import { AppError } from '../../core/errors.ts';
import type { SourceFile } from '../../core/files/file.ts';

const version = 1;
const lengthFieldBytes = 8;

export function encodePack(files: readonly SourceFile[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts = files.map(({ path, bytes }) => ({ path: encoder.encode(path), bytes }));
  const size = parts.reduce(
    (total, { path, bytes }) => total + lengthFieldBytes + path.length + bytes.length,
    1,
  );
  const pack = new Uint8Array(size);
  const view = new DataView(pack.buffer);
  pack[0] = version;
  let at = 1;
  for (const { path, bytes } of parts) {
    view.setUint32(at, path.length, true);
    view.setUint32(at + 4, bytes.length, true);
    pack.set(path, at + lengthFieldBytes);
    pack.set(bytes, at + lengthFieldBytes + path.length);
    at += lengthFieldBytes + path.length + bytes.length;
  }
  return pack;
}

/**
 * @returns the files in order; their bytes are views into the pack.
 * @throws AppError `internal` if the bytes are not a complete pack of this version.
 */
export function decodePack(pack: Uint8Array): readonly SourceFile[] {
  if (pack[0] !== version)
    throw createPackError(`it has version ${pack[0] ?? 'none'}, expected version ${version}`);
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength);
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
  const files: SourceFile[] = [];
  for (let at = 1; at < pack.length;) {
    if (at + lengthFieldBytes > pack.length) throw createPackError('it is truncated');
    const pathEnd = at + lengthFieldBytes + view.getUint32(at, true);
    const end = pathEnd + view.getUint32(at + 4, true);
    if (end > pack.length) throw createPackError('it is truncated');
    files.push({
      path: decoder.decode(pack.subarray(at + lengthFieldBytes, pathEnd)),
      bytes: pack.subarray(pathEnd, end),
    });
    at = end;
  }
  return files;
}

function createPackError(problem: string): AppError {
  return new AppError('internal', `A stored pack of files cannot be read: ${problem}`);
}
