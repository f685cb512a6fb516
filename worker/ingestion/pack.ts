/**
 * Files as one blob, and back. Layout: a version byte, then for each file the length of its path in UTF-8 and of its
 * content, four bytes each, little-endian, followed by the two. Content is not copied on the way back.
 */

import { AppError } from '../core/errors.ts';
import type { SourceFile } from '../core/file.ts';

const version = 1;
const lengthsBytes = 8;

export function encodePack(files: readonly SourceFile[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts = files.map(({ path, bytes }) => ({ path: encoder.encode(path), bytes }));
  const size = parts.reduce((total, { path, bytes }) => total + lengthsBytes + path.length + bytes.length, 1);
  const pack = new Uint8Array(size);
  const view = new DataView(pack.buffer);
  pack[0] = version;
  let at = 1;
  for (const { path, bytes } of parts) {
    view.setUint32(at, path.length, true);
    view.setUint32(at + 4, bytes.length, true);
    pack.set(path, at + lengthsBytes);
    pack.set(bytes, at + lengthsBytes + path.length);
    at += lengthsBytes + path.length + bytes.length;
  }
  return pack;
}

/**
 * @returns the files in order; their bytes are views into the pack.
 * @throws AppError `internal` when the bytes are no whole pack of this version.
 */
export function decodePack(pack: Uint8Array): readonly SourceFile[] {
  if (pack[0] !== version) throw damaged(`it is of version ${pack[0] ?? 'none'}, not ${version}`);
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength);
  const decoder = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true });
  const files: SourceFile[] = [];
  for (let at = 1; at < pack.length;) {
    if (at + lengthsBytes > pack.length) throw damaged('it ends early');
    const pathEnd = at + lengthsBytes + view.getUint32(at, true);
    const end = pathEnd + view.getUint32(at + 4, true);
    if (end > pack.length) throw damaged('it ends early');
    files.push({
      path: decoder.decode(pack.subarray(at + lengthsBytes, pathEnd)),
      bytes: pack.subarray(pathEnd, end),
    });
    at = end;
  }
  return files;
}

function damaged(what: string): AppError {
  return new AppError('internal', `A stored pack of files cannot be read: ${what}`);
}
