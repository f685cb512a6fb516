/** Detects archive formats by their first bytes, so that the error for an unsupported upload names its format. */

import { AppError } from '../../core/errors.ts';

export type ArchiveFormat = 'tar.gz' | 'zip';

interface Signature {
  readonly name: string;
  readonly bytes: readonly number[];
  readonly offset?: number;
  readonly format?: ArchiveFormat;
}

/** Magic numbers, from the formats' own specifications and the file(1) database. */
const signatures: readonly Signature[] = [
  { name: 'gzip', bytes: [0x1f, 0x8b], format: 'tar.gz' },
  { name: 'a zip archive', bytes: [0x50, 0x4b, 0x03, 0x04], format: 'zip' },
  { name: 'an empty zip archive', bytes: [0x50, 0x4b, 0x05, 0x06], format: 'zip' },
  { name: 'a zip archive in parts', bytes: [0x50, 0x4b, 0x07, 0x08], format: 'zip' },
  { name: 'xz', bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { name: 'bzip2', bytes: [0x42, 0x5a, 0x68] },
  { name: 'zstd', bytes: [0x28, 0xb5, 0x2f, 0xfd] },
  { name: 'a 7z archive', bytes: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c] },
  { name: 'a RAR archive', bytes: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07] },
  { name: 'a tar archive that is not compressed', bytes: [0x75, 0x73, 0x74, 0x61, 0x72], offset: 257 },
];

/** Bytes that `requireFormat` needs, or the whole archive if it is shorter. */
export const signatureBytes = 512;

/**
 * @param head the archive's first `signatureBytes`.
 * @throws AppError `archive_invalid` when the archive is empty; `unsupported_media_type`, naming the detected format, when it is another one
 */
export function requireFormat(head: Uint8Array, format: ArchiveFormat): void {
  if (head.length === 0) throw new AppError('archive_invalid', 'The upload is empty: 0 bytes were received.');
  const found = signatures.find(({ bytes, offset = 0 }) =>
    bytes.every((byte, i) => head[offset + i] === byte),
  );
  if (found?.format === format) return;
  const firstBytes = [...head.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
  const sentAs = format === 'zip' ? 'zip' : 'gzip';
  const message = `The upload was sent as ${sentAs} but begins with ${firstBytes}${found ? `: ${found.name}` : ''}`;
  throw new AppError('unsupported_media_type', message, { details: { firstBytes, found: found?.name } });
}
