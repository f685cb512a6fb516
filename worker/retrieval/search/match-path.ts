/** Finds the files that a path in a question may refer to. */

/** Returns the file with this path, otherwise files whose path ends with it, otherwise the files of that folder, least nested and longest first. */
export function matchFiles<File extends { readonly path: string; readonly lines?: number }>(
  files: readonly File[],
  path: string,
): readonly File[] {
  const exact = files.filter((file) => file.path === path);
  if (exact.length > 0) return exact;
  const ending = files.filter((file) => file.path.endsWith(`/${path}`));
  if (ending.length > 0) return ending;
  const folder = `${path.replace(/\/$/, '')}/`;
  return files
    .filter((file) => file.path.startsWith(folder) || file.path.includes(`/${folder}`))
    .sort((a, b) => pathDepth(a.path) - pathDepth(b.path) || (b.lines ?? 0) - (a.lines ?? 0));
}

/** Returns the number of segments of a path: 1 at the top level. */
export function pathDepth(path: string): number {
  return path.split('/').length;
}
