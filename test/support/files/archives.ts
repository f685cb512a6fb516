/**
 * Archives a stranger might send, sound, odd and hostile, each with what must come of it. Used on the archive adapter by
 * itself and through the public door. They are made when asked for; the largest is a few hundred kilobytes.
 */

import type { ErrorCode } from '../../../worker/core/errors.ts';
import type { SkipReason } from '../../../worker/core/files/file.ts';
import type { ArchiveFormat } from '../../../worker/adapters/archive/archive-format.ts';
import { oddTars } from './odd-tars.ts';
import { brokenTars, unsafeTars } from './hostile-tars.ts';
import { zips } from './zips.ts';

export interface ArchiveCase {
  readonly format: ArchiveFormat;
  readonly bytes: () => Promise<Uint8Array>;
  /** `ready` when it can be indexed, otherwise the code of the error that says why not. */
  readonly outcome: 'ready' | ErrorCode;
  /** When ready: the files indexed, by path without the wrapper folder, with the beginning of their text. */
  readonly files?: Readonly<Record<string, string>>;
  /** When ready: what is listed as left out. */
  readonly skipped?: Readonly<Record<string, SkipReason>>;
  /** What the error tells the person who sent it. */
  readonly says?: RegExp;
}

export const archives: Readonly<Record<string, ArchiveCase>> = {
  ...oddTars,
  ...unsafeTars,
  ...brokenTars,
  ...zips,
};

/** Those that end in an error: after each the server must be as well as before. */
export const hostileArchives = Object.fromEntries(
  Object.entries(archives).filter(([, { outcome }]) => outcome !== 'ready'),
);

export function contentTypeOf({
  format,
}: Pick<ArchiveCase, 'format'>): 'application/gzip' | 'application/zip' {
  return format === 'zip' ? 'application/zip' : 'application/gzip';
}
