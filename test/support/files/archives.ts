/**
 * Sound, odd and hostile archives, each with its expected outcome. The archive adapter's tests and the journeys use them. They are created
 * on demand; the largest is a few hundred kilobytes.
 */

import type { ErrorCode } from '../../../worker/core/errors.ts';
import type { SkipReason } from '../../../worker/core/files/file.ts';
import type { ArchiveFormat } from '../../../worker/adapters/archive/archive-format.ts';
import { oddTars } from './odd-tars.ts';
import { damagedTars, unsafeTars } from './hostile-tars.ts';
import { zips } from './zips.ts';

export interface ArchiveCase {
  readonly format: ArchiveFormat;
  readonly bytes: () => Promise<Uint8Array>;
  /** `ready` if it can be indexed, otherwise the code of the error. */
  readonly outcome: 'ready' | ErrorCode;
  /** If ready: the indexed files, by path without the wrapper folder, each with the start of its text. */
  readonly files?: Readonly<Record<string, string>>;
  /** If ready: the skipped files and their reasons. */
  readonly skipped?: Readonly<Record<string, SkipReason>>;
  /** What the error message must match. */
  readonly errorPattern?: RegExp;
}

export const archives: Readonly<Record<string, ArchiveCase>> = {
  ...oddTars,
  ...unsafeTars,
  ...damagedTars,
  ...zips,
};

/** Archives that end in an error; the server must stay healthy after each. */
export const hostileArchives = Object.fromEntries(
  Object.entries(archives).filter(([, { outcome }]) => outcome !== 'ready'),
);

export function getContentType({
  format,
}: Pick<ArchiveCase, 'format'>): 'application/gzip' | 'application/zip' {
  return format === 'zip' ? 'application/zip' : 'application/gzip';
}
