/** States of a tree made of the installed packages: in each some files are changed that were not before, as releases do. */

import type { PackSource } from '../../clients/cli/source/pack-source.ts';
import { libraryFiles, librarySource, type LibraryFile } from './library-tree.ts';

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

/** So many files with lines of their own at the end, spread over the tree. */
export function changedFiles(files: readonly LibraryFile[], count: number, from = 0): readonly LibraryFile[] {
  const step = Math.max(1, Math.floor(files.length / count));
  const places = new Set(Array.from({ length: count }, (_, index) => (from + index * step) % files.length));
  return files.map((file, place) =>
    places.has(place) ? { ...file, text: `${file.text}\n${addition(file.path, place)}` } : file,
  );
}

function addition(path: string, place: number): string {
  if (path.endsWith('.md')) return `## Added ${place}\n\nWhat was added in this state of the tree.\n`;
  return `export function added${place}(value) {\n  return [value, ${place}];\n}\n`;
}
