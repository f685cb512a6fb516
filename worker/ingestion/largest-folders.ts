/** Where the files of a repository lie, so that one over a cap can be told which of its folders would fit. */

interface FolderSize {
  readonly path: string;
  readonly files: number;
  readonly lines: number;
}

export interface Caps {
  readonly maxFiles: number;
  readonly maxLines: number;
}

const foldersNamed = 10;

/**
 * The largest folders that are within the caps, by lines: none lies in another, and each can be indexed by itself. A
 * folder over a cap gives way to the folders in it; without any it is named all the same.
 * @param files every file kept, with its number of lines.
 */
export function largestFolders(
  files: Iterable<{ path: string; lines: number }>,
  caps: Caps,
): readonly FolderSize[] {
  const sizes = sizesOfFolders(files);
  const childrenOf = new Map<string, FolderSize[]>();
  for (const folder of sizes.values()) {
    const siblings = childrenOf.get(parentOf(folder.path));
    if (siblings === undefined) childrenOf.set(parentOf(folder.path), [folder]);
    else siblings.push(folder);
  }
  const choose = (parent: string): FolderSize[] =>
    (childrenOf.get(parent) ?? []).flatMap((folder) => {
      const fits = folder.files <= caps.maxFiles && folder.lines <= caps.maxLines;
      return fits || !childrenOf.has(folder.path) ? [folder] : choose(folder.path);
    });
  return choose('')
    .sort((a, b) => b.lines - a.lines || b.files - a.files)
    .slice(0, foldersNamed);
}

function sizesOfFolders(files: Iterable<{ path: string; lines: number }>): ReadonlyMap<string, FolderSize> {
  const sizes = new Map<string, FolderSize>();
  for (const { path, lines } of files) {
    for (let folder = parentOf(path); folder !== ''; folder = parentOf(folder)) {
      const size = sizes.get(folder) ?? { path: folder, files: 0, lines: 0 };
      sizes.set(folder, { path: folder, files: size.files + 1, lines: size.lines + lines });
    }
  }
  return sizes;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
