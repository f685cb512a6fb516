/** Compares the files of two versions. A removed and an added file with the same content count as renamed. */

/** A path whose content differs: its SHA-256 before and after, undefined where it is not there. */
export interface DifferingFile {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface FileChange {
  readonly change: 'added' | 'removed' | 'changed' | 'renamed';
  readonly path: string;
  /** What a renamed file was called before. */
  readonly oldPath: string | undefined;
}

/** In the order of paths. Of several files with one content each is renamed to one, in that order. */
export function compareFiles(differing: readonly DifferingFile[]): readonly FileChange[] {
  const sorted = differing.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const gone = new Map<string, string[]>();
  for (const { path, before, after } of sorted) {
    if (before === undefined || after !== undefined) continue;
    const alike = gone.get(before);
    if (alike === undefined) gone.set(before, [path]);
    else alike.push(path);
  }
  // Taken from the end: thousands of empty files may be alike.
  for (const alike of gone.values()) alike.reverse();
  const renamed = new Map<string, string>();
  for (const { path, before, after } of sorted) {
    if (before !== undefined || after === undefined) continue;
    const oldPath = gone.get(after)?.pop();
    if (oldPath !== undefined) renamed.set(path, oldPath);
  }
  const old = new Set(renamed.values());
  return sorted.flatMap(({ path, before, after }): FileChange[] => {
    if (old.has(path)) return [];
    const oldPath = renamed.get(path);
    if (oldPath !== undefined) return [{ change: 'renamed', path, oldPath }];
    const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    return [{ change, path, oldPath: undefined }];
  });
}
