/** Sources for the versions of a repository: generated states of a tree, in each of which other files change, and the latest tags of a git repository. */

import { parseVersionNumber } from '../../../worker/core/repositories/match-version.ts';
import { usageError } from '../../../clients/cli/command-error.ts';
import { runGit } from '../../../clients/cli/source/run-git.ts';
import type { PackSource } from '../../../clients/cli/source/pack-source.ts';
import { libraryFiles, librarySource, type LibraryFile } from '../library-tree.ts';

export interface NamedSource {
  readonly ref: string;
  readonly source: PackSource;
}

const treeBytes = 1_500_000;
const changedEach = 12;

/** Oldest first. */
export function treeVersions(count: number): readonly NamedSource[] {
  let files: readonly LibraryFile[] = libraryFiles(treeBytes);
  return Array.from({ length: count }, (_, number) => {
    if (number > 0) files = changedFiles(files, changedEach, number * changedEach);
    return { ref: `v1.${number}`, source: librarySource('tree', files) };
  });
}

/** Appends unique lines to `count` files, spread over the tree. */
export function changedFiles(files: readonly LibraryFile[], count: number, from = 0): readonly LibraryFile[] {
  const step = Math.max(1, Math.floor(files.length / count));
  const positions = new Set(
    Array.from({ length: count }, (_, index) => (from + index * step) % files.length),
  );
  return files.map((file, position) =>
    positions.has(position) ? { ...file, text: `${file.text}\n${addition(file.path, position)}` } : file,
  );
}

function addition(path: string, place: number): string {
  if (path.endsWith('.md')) return `## Added ${place}\n\nWhat was added in this state of the tree.\n`;
  return `export function added${place}(value) {\n  return [value, ${place}];\n}\n`;
}

/** The latest numeric tags of a git repository, oldest first. */
export async function latestTags(folder: string, count: number): Promise<readonly string[]> {
  const { stdout } = await runGit(folder, ['tag', '--list']);
  const tags = stdout
    .split('\n')
    .filter((tag) => /^\d+(?:\.\d+)*$/.test(parseVersionNumber(tag) ?? ''))
    .toSorted((a, b) => compareVersions(parseVersionNumber(a) ?? '', parseVersionNumber(b) ?? ''));
  if (tags.length >= count) return tags.slice(-count);
  throw usageError(`${folder} has ${tags.length} numeric tags.`, `At least ${count} are required.`);
}

function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
