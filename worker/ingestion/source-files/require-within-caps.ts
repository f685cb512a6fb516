/**
 * Rejects a repository that exceeds a cap. The error states the cap, the actual count and the folders that
 * could be indexed instead.
 */

import { AppError } from '../../core/errors.ts';

/**
 * @param files every file that the filters accept, by its path in the repository.
 * @throws AppError `over_limit`, with `largestFolders` in its details.
 */
export function requireWithinCaps(
  files: readonly { readonly path: string; readonly lines: number }[],
  { maxFiles, maxLines }: Caps,
): void {
  const lines = files.reduce((total, file) => total + file.lines, 0);
  const exceeded = [
    ...(files.length > maxFiles
      ? [`${formatCount(files.length)} files (the limit is ${formatCount(maxFiles)})`]
      : []),
    ...(lines > maxLines ? [`${formatCount(lines)} lines (the limit is ${formatCount(maxLines)})`] : []),
  ];
  if (exceeded.length === 0) return;
  const folders = findLargestFolders(files, { maxFiles, maxLines });
  const largest = folders
    .slice(0, maxNamedFolders)
    .map((folder) => `${folder.path} (${formatCount(folder.lines)} lines)`);
  const choices = largest.length === 0 ? '' : ` The largest folders within it: ${largest.join(', ')}.`;
  throw new AppError(
    'over_limit',
    `After filtering, the repository has ${exceeded.join(' and ')}.${choices}`,
    {
      details: { files: files.length, lines, maxFiles, maxLines, largestFolders: folders },
    },
  );
}

function formatCount(value: number): string {
  return value.toLocaleString('en');
}

interface FolderSize {
  readonly path: string;
  readonly files: number;
  readonly lines: number;
}

interface Caps {
  readonly maxFiles: number;
  readonly maxLines: number;
}

const maxFolders = 10;
/** Folders that the message names. */
const maxNamedFolders = 3;

/**
 * Returns the largest folders within the caps, by lines. No folder contains another, and each can be
 * indexed alone. A folder over a cap is replaced by its subfolders, or returned anyway if it has none.
 * @param files every accepted file with its number of lines.
 */
export function findLargestFolders(
  files: Iterable<{ path: string; lines: number }>,
  caps: Caps,
): readonly FolderSize[] {
  const sizes = computeFolderSizes(files);
  const childrenOf = new Map<string, FolderSize[]>();
  for (const folder of sizes.values()) {
    const siblings = childrenOf.get(parentFolder(folder.path));
    if (siblings === undefined) childrenOf.set(parentFolder(folder.path), [folder]);
    else siblings.push(folder);
  }
  const choose = (parent: string): FolderSize[] =>
    (childrenOf.get(parent) ?? []).flatMap((folder) => {
      const fits = folder.files <= caps.maxFiles && folder.lines <= caps.maxLines;
      return fits || !childrenOf.has(folder.path) ? [folder] : choose(folder.path);
    });
  return choose('')
    .sort((a, b) => b.lines - a.lines || b.files - a.files)
    .slice(0, maxFolders);
}

function computeFolderSizes(
  files: Iterable<{ path: string; lines: number }>,
): ReadonlyMap<string, FolderSize> {
  const sizes = new Map<string, FolderSize>();
  for (const { path, lines } of files) {
    for (let folder = parentFolder(path); folder !== ''; folder = parentFolder(folder)) {
      const size = sizes.get(folder) ?? { path: folder, files: 0, lines: 0 };
      sizes.set(folder, { path: folder, files: size.files + 1, lines: size.lines + lines });
    }
  }
  return sizes;
}

function parentFolder(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
