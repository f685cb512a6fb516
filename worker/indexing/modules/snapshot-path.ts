/** Paths of a snapshot: `/` between segments; the folder of what lies in the root is the empty string. */

export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export function fileNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** @param name may hold slashes, but no `.` or `..`; empty for the folder itself. */
export function within(folder: string, name: string): string {
  if (name === '') return folder;
  return folder === '' ? name : `${folder}/${name}`;
}

/** @param relative may hold `.`, `..` and empty segments. @returns undefined where it leads out of the repository. */
export function joinPath(folder: string, relative: string): string | undefined {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}

/** The folder, the one above it and so on to the root. */
export function foldersFrom(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== '';) {
    at = folderOf(at);
    folders.push(at);
  }
  return folders;
}

/** Whether a path lies in a folder, or is it. */
function liesIn(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

const standsAlone =
  /^(?:.*\/)?(?:tests?|__tests__|specs?|e2e|fixtures?|__fixtures__|testdata|test-data|examples?|samples?|demos?|playgrounds?|benchmarks?|templates?)(?=\/|$)/;

/**
 * Whether a folder is or lies in one of tests, fixtures or examples that the other folder is not in: what is packed there is no
 * library of the repository, and may bear the name of a package from elsewhere.
 */
export function isApart(folder: string, from: string): boolean {
  const apart = standsAlone.exec(folder)?.[0];
  return apart !== undefined && !liesIn(from, apart);
}

/** Of places that bear one name only so many are compared: which is meant could not be told anyway. */
export const mostOfOneName = 100;

/** The folder that shares most of its path with `from`, then the one with the shortest path; undefined where several are as near. */
export function nearestFolder(folders: readonly string[], from: string): string | undefined {
  let best = { folder: '', shared: -1, depth: 0 };
  let isTie = false;
  for (const folder of folders) {
    const shared = sharedSegments(folder, from);
    if (shared < best.shared) continue;
    const depth = segmentsOf(folder);
    const isNearer = shared > best.shared || depth < best.depth;
    isTie = !isNearer && (isTie || depth === best.depth);
    if (isNearer) best = { folder, shared, depth };
  }
  return isTie || best.shared < 0 ? undefined : best.folder;
}

function segmentsOf(folder: string): number {
  let count = folder === '' ? 0 : 1;
  for (let at = folder.indexOf('/'); at >= 0; at = folder.indexOf('/', at + 1)) count += 1;
  return count;
}

/** Made for a hundred folders at a time, and so without lists of segments. */
function sharedSegments(a: string, b: string): number {
  let count = 0;
  for (let at = 0; at < a.length && at < b.length && a[at] === b[at]; at += 1) {
    if (isEnd(a, at + 1) && isEnd(b, at + 1)) count += 1;
  }
  return count;
}

function isEnd(path: string, at: number): boolean {
  return at === path.length || path[at] === '/';
}
