/** A repository over a cap is refused with the cap, the count found and the folders that could be indexed instead. */

import { AppError } from '../core/errors.ts';
import { largestFolders, type Caps } from './largest-folders.ts';

/**
 * @param files every file kept by the filters, by its path in the repository.
 * @throws AppError `over_limit`, with `largestFolders` in its details.
 */
export function requireWithinCaps(
  files: readonly { readonly path: string; readonly lines: number }[],
  { maxFiles, maxLines }: Caps,
): void {
  const lines = files.reduce((total, file) => total + file.lines, 0);
  const over = [
    ...(files.length > maxFiles ? [`${count(files.length)} files where ${count(maxFiles)} are allowed`] : []),
    ...(lines > maxLines ? [`${count(lines)} lines where ${count(maxLines)} are allowed`] : []),
  ];
  if (over.length === 0) return;
  const folders = largestFolders(files, { maxFiles, maxLines });
  throw new AppError('over_limit', `After filters the repository has ${over.join(' and ')}`, {
    details: { files: files.length, lines, maxFiles, maxLines, largestFolders: folders },
  });
}

function count(value: number): string {
  return value.toLocaleString('en');
}
