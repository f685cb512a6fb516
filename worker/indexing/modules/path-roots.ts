/** Finds files by the end of their path, for imports whose root folders only the build defines. */

import type { SnapshotLayout } from './module-map.ts';
import { fileName, maxSameName } from './snapshot-path.ts';

/** @returns the folders that contain the path; the empty string is the repository's root */
type FindRoots = (path: string) => readonly string[];

export function createPathRoots({ files }: SnapshotLayout): FindRoots {
  const byName = new Map<string, string[]>();
  for (const { path } of files) {
    const name = fileName(path);
    const paths = byName.get(name);
    if (paths === undefined) byName.set(name, [path]);
    else if (paths.length < maxSameName) paths.push(path);
  }
  return (path) =>
    (byName.get(fileName(path)) ?? []).flatMap((candidate) => {
      if (candidate === path) return [''];
      return candidate.endsWith(`/${path}`) ? [candidate.slice(0, -path.length - 1)] : [];
    });
}
