/** Chooses the folder that contains most of the code, such as `src/flask` or `packages`. Build output, documentation and data do not count. */

import type { FileRow } from '../../ports/chunk-store.ts';
import { isBuildOutput } from '../definitions/is-build-output.ts';

/** The main folder has at least this part of the code. */
const minFraction = 0.5;
/** A subfolder replaces its parent if it has this part of the parent's code. */
const dominantFraction = 0.8;
/** A longer file is usually data, so it counts as this many lines. */
const maxFileLines = 2_000;
const besideCode =
  /(?:^|\/)(?:docs?|website|www|site|bench(?:es|marks?)?|profiling|third_party|thirdparty)\//i;

/** @returns empty if no folder has most of the code */
export function chooseMainFolder(files: readonly FileRow[]): string {
  const sources = files
    .filter(
      ({ path, role, lines }) =>
        role === 'source' && lines > 0 && !isBuildOutput(path) && !besideCode.test(path),
    )
    .map((file) => ({ ...file, lines: Math.min(file.lines, maxFileLines) }));
  let folder = '';
  for (let fraction = minFraction; ; fraction = dominantFraction) {
    const inside = sources.filter(({ path }) => isInFolder(path, folder));
    const largest = [...countLinesByChild(inside, folder)].toSorted((a, b) => b[1] - a[1])[0];
    const total = inside.reduce((sum, { lines }) => sum + lines, 0);
    if (largest === undefined || largest[1] < total * fraction) return folder;
    folder = largest[0];
  }
}

/** The path of the folder of a file; empty for the root. */
export function folderPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

export function isInFolder(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** Returns the folder directly below `folder` that contains the path; undefined for a file directly in it. */
export function childFolder(path: string, folder: string): string | undefined {
  const start = folder === '' ? 0 : folder.length + 1;
  const slash = path.indexOf('/', start);
  return slash === -1 ? undefined : path.slice(0, slash);
}

function countLinesByChild(files: readonly FileRow[], folder: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const file of files) {
    const child = childFolder(file.path, folder);
    if (child !== undefined) lines.set(child, (lines.get(child) ?? 0) + file.lines);
  }
  return lines;
}
