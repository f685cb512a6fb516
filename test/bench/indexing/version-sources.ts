/** Creates the versions of a repository from a tree in which different files change each time. Also finds the latest tags of a git repository. */

import { parseVersionNumber } from '../../../worker/core/repositories/match-version.ts';
import { usageError } from '../../../clients/cli/command-error.ts';
import { runGit } from '../../../clients/cli/source/run-git.ts';
import type { PackSource } from '../../../clients/cli/source/pack-source.ts';
import { libraryFiles, librarySource, type LibraryFile } from '../library-tree.ts';

export interface VersionSource {
  readonly ref: string;
  readonly source: PackSource;
}

const treeBytes = 1_500_000;
const changedFilesPerVersion = 12;

/** Returns the versions, oldest first. */
export function treeVersions(count: number): readonly VersionSource[] {
  let files: readonly LibraryFile[] = libraryFiles(treeBytes);
  return Array.from({ length: count }, (_, number) => {
    if (number > 0) files = changeFiles(files, changedFilesPerVersion, number * changedFilesPerVersion);
    return { ref: `v1.${number}`, source: librarySource('tree', files) };
  });
}

/** Appends unique lines to `count` files, spread over the tree. */
export function changeFiles(files: readonly LibraryFile[], count: number, from = 0): readonly LibraryFile[] {
  const step = Math.max(1, Math.floor(files.length / count));
  const positions = new Set(
    Array.from({ length: count }, (_, index) => (from + index * step) % files.length),
  );
  return files.map((file, position) =>
    positions.has(position)
      ? { ...file, text: `${file.text}\n${createAddition(file.path, position)}` }
      : file,
  );
}

function createAddition(path: string, position: number): string {
  if (path.endsWith('.md')) return `## Added ${position}\n\nWhat was added in this state of the tree.\n`;
  return `export function added${position}(value) {\n  return [value, ${position}];\n}\n`;
}

/** Returns the latest numeric tags of a git repository, oldest first. @throws CommandError if there are too few */
export async function latestTags(folder: string, count: number): Promise<readonly string[]> {
  const { stdout } = await runGit(folder, ['tag', '--list']);
  const tags = stdout
    .split('\n')
    .filter((tag) => /^\d+(?:\.\d+)*$/.test(parseVersionNumber(tag) ?? ''))
    .toSorted((a, b) => compareVersions(parseVersionNumber(a) ?? '', parseVersionNumber(b) ?? ''));
  if (tags.length >= count) return tags.slice(-count);
  throw usageError(
    `${folder} has ${tags.length} numeric tags, but ${count} are needed.`,
    'Name a repository with more tags such as v1.2.0.',
  );
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
