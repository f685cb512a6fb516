/**
 * Normalizes the path of an archive entry: relative, `/` between segments, no `.` and no empty segment. A path that could leave its folder on
 * any system is rejected rather than repaired, because such an archive is malicious.
 */

import { AppError } from '../../core/errors.ts';
import { truncate } from '../../core/text/truncate.ts';

/** Linux's PATH_MAX; a longer name cannot have come from a folder. */
const maxPathLength = 4096;
const maxShownLength = 200;

/**
 * @returns the normalized path; empty for the archive's own root (`./`).
 * @throws AppError `archive_unsafe` for an absolute path, a drive letter, a `..` segment or a NUL; `archive_invalid` for
 * a path longer than any folder allows. The entry is in `details`.
 */
export function safePath(name: string): string {
  const entry = truncate(name, maxShownLength + 1);
  if (name.length > maxPathLength) {
    const message = `The archive contains an entry whose path is ${name.length} characters long`;
    throw new AppError('archive_invalid', message, { details: { entry, limit: maxPathLength } });
  }
  // Zip tools on Windows write `\`, and Windows treats it as a separator in any archive.
  const path = name.replaceAll('\\', '/');
  const normalized = path
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.')
    .join('/');
  const danger = findDanger(path, normalized);
  if (danger !== undefined) {
    throw new AppError('archive_unsafe', `The entry ${JSON.stringify(entry)} ${danger}`, {
      details: { entry },
    });
  }
  return normalized;
}

function findDanger(path: string, normalized: string): string | undefined {
  if (path.includes('\0')) return 'has a NUL byte in its path';
  if (path.startsWith('/')) return 'has an absolute path';
  if (/^[A-Za-z]:/.test(normalized)) return 'has a path that begins with a drive letter';
  if (path.split('/').includes('..')) return 'has a path with `..` in it';
  return undefined;
}
