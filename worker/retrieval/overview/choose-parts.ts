/**
 * Divides the code into the parts whose dependencies an overview shows: the packages of a monorepo, else the folders around and below the main folder,
 * else the files of a folder without subfolders.
 */

import type { OverviewPart, OverviewParts } from '../../core/repositories/overview.ts';
import type { FileRow } from '../../ports/chunk-store.ts';
import { childFolder, chooseMainFolder, isInFolder } from './choose-main-folder.ts';

const maxParts = 15;
/** With fewer folders, the files of the main folder are the parts. */
const minFolders = 3;
const minPackages = 3;
/** A package with a larger part of the code is divided into folders. */
const maxPackageFraction = 0.7;

export interface DividedCode extends Pick<OverviewParts, 'parts' | 'moreParts'> {
  /** The part of a file; undefined if it belongs to none of `parts`. */
  readonly partOf: (path: string) => string | undefined;
}

/** A part's path, with a slash at the end for the direct files of a folder that has parts inside it. Empty for the root package. */
type PartKey = string;

export function chooseParts(files: readonly FileRow[]): DividedCode {
  const sources = files.filter(({ role }) => role === 'source');
  const keyOf = choosePartKeys(sources, files);
  const keys = new Map(sources.map((file) => [file.path, keyOf(file)]));
  const totals = new Map<PartKey, { files: number; lines: number }>();
  for (const file of sources) {
    const key = keys.get(file.path) ?? '';
    const total = totals.get(key) ?? { files: 0, lines: 0 };
    totals.set(key, { files: total.files + 1, lines: total.lines + file.lines });
  }
  const ordered = [...totals].toSorted((a, b) => b[1].lines - a[1].lines || (a[0] < b[0] ? -1 : 1));
  const parts = ordered.slice(0, maxParts).map(([key, total]): OverviewPart => ({
    path: toPartPath(key),
    isDirect: key.endsWith('/'),
    ...total,
  }));
  const listed = new Set(parts.map(({ path }) => path));
  return {
    parts,
    moreParts: ordered.length - parts.length,
    partOf(path) {
      const key = keys.get(path);
      const part = key === undefined ? undefined : toPartPath(key);
      return part !== undefined && listed.has(part) ? part : undefined;
    },
  };
}

function choosePartKeys(sources: readonly FileRow[], files: readonly FileRow[]): (file: FileRow) => PartKey {
  const total = sources.reduce((sum, { lines }) => sum + lines, 0);
  const packageLines = new Map<string, number>();
  for (const { package: folder = '', lines } of sources)
    packageLines.set(folder, (packageLines.get(folder) ?? 0) + lines);
  const isMonorepo =
    packageLines.size >= minPackages && Math.max(...packageLines.values()) <= total * maxPackageFraction;
  if (isMonorepo) return ({ package: folder }) => folder ?? '';
  const main = chooseMainFolder(files);
  const folderKey = ({ path }: FileRow): PartKey => {
    if (isInFolder(path, main)) return childFolder(path, main) ?? `${main}/`;
    // A folder beside the main folder: the first one that does not contain it.
    let folder = childFolder(path, '');
    while (folder !== undefined && main.startsWith(`${folder}/`)) {
      const next = childFolder(path, folder);
      if (next === undefined) return `${folder}/`;
      folder = next;
    }
    return folder ?? '/';
  };
  const hasFolders = new Set(sources.map(folderKey)).size > minFolders;
  if (hasFolders) return folderKey;
  return (file) =>
    isInFolder(file.path, main) && childFolder(file.path, main) === undefined ? file.path : folderKey(file);
}

function toPartPath(key: PartKey): string {
  return key === '/' ? '' : key.replace(/\/$/, '');
}
