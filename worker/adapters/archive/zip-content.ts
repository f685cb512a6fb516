/**
 * Reads the content of one zip entry and verifies its size and checksum. zip.js would use ten streams per entry, which in workerd take a
 * millisecond and a hundred kilobytes each, and would not limit what the data unpacks to. Calling zlib directly avoids both.
 */

import { crc32, inflateRawSync } from 'node:zlib';
import type { EntryMetaData } from '@zip.js/zip.js/lib/zip-core-native.js';
import type { ZipFileReader } from './zip-file-reader.ts';
import { lowerBound } from '../../core/text/lower-bound.ts';

/** APPNOTE.TXT 4.3.7: signature and fixed fields, then the name and the extra field. */
const localHeader = { signature: 0x04034b50, length: 30, nameLengthAt: 26, extraLengthAt: 28 };
const stored = 0;
const deflated = 8;
/** workerd counts whole buffers of 40 KiB against `maxOutputLength`. The exact length is checked afterwards. */
const outputSlack = 64 * 1024;

/** @throws Error whose message continues a sentence about the entry. */
export async function readZipContent(
  entry: EntryMetaData,
  file: ZipFileReader,
  claims: ByteClaims,
): Promise<Uint8Array> {
  const header = await file.readUint8Array(entry.offset, localHeader.length);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (header.length < localHeader.length || view.getUint32(0, true) !== localHeader.signature) {
    throw new Error('its data is not at the offset that the directory states');
  }
  const nameAndExtraLength =
    view.getUint16(localHeader.nameLengthAt, true) + view.getUint16(localHeader.extraLengthAt, true);
  const start = entry.offset + localHeader.length + nameAndExtraLength;
  if (!claims.claim(entry.offset, start + entry.compressedSize))
    throw new Error('its data overlaps another entry’s');
  // Deflate adds at most five bytes per block, so a packed size far above the unpacked size is wrong.
  if (entry.compressedSize > 2 * entry.uncompressedSize + 1024) throw new Error('its packed size is wrong');
  const packed = await file.readUint8Array(start, entry.compressedSize);
  if (packed.length < entry.compressedSize) throw new Error('its data is truncated');
  const content = unpack(packed, entry);
  if (content.length !== entry.uncompressedSize) {
    throw new Error(`it unpacks to ${content.length} bytes and declares ${entry.uncompressedSize}`);
  }
  if (crc32(content) !== entry.crc32) throw new Error('its checksum does not match');
  return content;
}

function unpack(packed: Uint8Array, { compressionMethod, uncompressedSize }: EntryMetaData): Uint8Array {
  if (compressionMethod === stored) return packed;
  if (compressionMethod !== deflated)
    throw new Error(`its compression method ${compressionMethod} is not supported`);
  try {
    const content = inflateRawSync(packed, { maxOutputLength: uncompressedSize + outputSlack });
    return new Uint8Array(content.buffer, content.byteOffset, content.byteLength);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Error(`it unpacks to more than the ${uncompressedSize} bytes it declares`, { cause: error });
  }
}

/** Tracks which byte ranges of a file are claimed, because two entries of a zip must not share bytes. */
interface ByteClaims {
  /** Claims `start` to `end` (exclusive). Returns false and claims nothing if a part of it is claimed already. */
  claim(start: number, end: number): boolean;
}

export function createByteClaims(): ByteClaims {
  const starts: number[] = [];
  const ends: number[] = [];
  return {
    claim(start, end) {
      const position = lowerBound(starts.length, (index) => (starts[index] ?? 0) < start);
      const next = starts[position] ?? Infinity;
      if (next < end || (position > 0 && (ends[position - 1] ?? 0) > start)) return false;
      starts.splice(position, 0, start);
      ends.splice(position, 0, end);
      return true;
    },
  };
}
