/** Files by their name without folders, for imports whose roots only a build knows: found by the end of their path. */

import type { SnapshotLayout } from './module-map.ts';
import { fileNameOf, mostOfOneName } from './snapshot-path.ts';

/** @returns the folders below which a path is found; the empty one is the repository's root. */
type RootsHolding = (path: string) => readonly string[];

export function createRootsHolding({ files }: SnapshotLayout): RootsHolding {
  const byName = new Map<string, string[]>();
  for (const { path } of files) {
    const name = fileNameOf(path);
    const paths = byName.get(name);
    if (paths === undefined) byName.set(name, [path]);
    else if (paths.length < mostOfOneName) paths.push(path);
  }
  return (path) =>
    (byName.get(fileNameOf(path)) ?? []).flatMap((one) => {
      if (one === path) return [''];
      return one.endsWith(`/${path}`) ? [one.slice(0, -path.length - 1)] : [];
    });
}
