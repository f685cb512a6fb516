/**
 * Valid, odd and hostile archives, each with its expected outcome. The archive adapter's tests and the journeys use them. They are created
 * on demand; the largest has a few hundred kilobytes.
 */

import type { ErrorCode } from '../../../worker/core/errors.ts';
import type { SkipReason } from '../../../worker/core/files/file.ts';
import type { ArchiveFormat } from '../../../worker/adapters/archive/repository-source.ts';
import { oddTars } from './odd-tars.ts';
import { damagedTars, unsafeTars } from './hostile-tars.ts';
import { zips } from './zips.ts';

export interface ArchiveCase {
  readonly format: ArchiveFormat;
  readonly bytes: () => Promise<Uint8Array>;
  /** `ready` if it can be indexed, otherwise the code of the error. */
  readonly outcome: 'ready' | ErrorCode;
  /** If ready: the start of the text of each indexed file, by path without the wrapper folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** If ready: the skipped files and their reasons. */
  readonly skipped?: Readonly<Record<string, SkipReason>>;
  /** Pattern that the error message must match. */
  readonly errorPattern?: RegExp;
}

export const archives: Readonly<Record<string, ArchiveCase>> = {
  ...oddTars,
  ...unsafeTars,
  ...damagedTars,
  ...zips,
};

/** Archives whose upload ends in an error. The server must stay healthy after each of them. */
export const hostileArchives = Object.fromEntries(
  Object.entries(archives).filter(([, { outcome }]) => outcome !== 'ready'),
);

export function getContentType({
  format,
}: Pick<ArchiveCase, 'format'>): 'application/gzip' | 'application/zip' {
  return format === 'zip' ? 'application/zip' : 'application/gzip';
}
