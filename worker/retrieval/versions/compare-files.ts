/** Compares the files of two versions. A removed and an added file with the same content are reported as renamed. */

/** A path whose content differs, with the SHA-256 before and after. A hash is undefined if the file does not exist. */
export interface DifferingFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface FileChange {
  readonly change: 'added' | 'removed' | 'changed' | 'renamed';
  readonly path: string;
  /** The earlier path of a renamed file. */
  readonly oldPath: string | undefined;
}

/** Returns changes in path order. Removed and added files with the same content are paired in path order. */
export function compareFiles(differing: readonly DifferingFile[]): readonly FileChange[] {
  const sorted = differing.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const removedByContent = new Map<string, string[]>();
  for (const { path, before, after } of sorted) {
    if (before === undefined || after !== undefined) continue;
    const paths = removedByContent.get(before);
    if (paths === undefined) removedByContent.set(before, [path]);
    else paths.push(path);
  }
  // Reversed so that `pop` returns the first path: thousands of empty files may have the same content.
  for (const paths of removedByContent.values()) paths.reverse();
  const renamed = new Map<string, string>();
  for (const { path, before, after } of sorted) {
    if (before !== undefined || after === undefined) continue;
    const oldPath = removedByContent.get(after)?.pop();
    if (oldPath !== undefined) renamed.set(path, oldPath);
  }
  const renamedFrom = new Set(renamed.values());
  return sorted.flatMap(({ path, before, after }): FileChange[] => {
    if (renamedFrom.has(path)) return [];
    const oldPath = renamed.get(path);
    if (oldPath !== undefined) return [{ change: 'renamed', path, oldPath }];
    const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    return [{ change, path, oldPath: undefined }];
  });
}
