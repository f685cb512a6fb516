/** Functions on paths of a snapshot. Segments are separated by `/`, and the root folder is the empty string. */

export function parentFolder(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** @param name may contain slashes, but no `.` or `..`; empty for the folder itself */
export function childPath(folder: string, name: string): string {
  if (name === '') return folder;
  return folder === '' ? name : `${folder}/${name}`;
}

/** @param relative may contain `.`, `..` and empty segments. @returns undefined if it leaves the repository */
export function joinPath(folder: string, relative: string): string | undefined {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/');
}

/** The folder and all folders above it, up to the root. */
export function foldersFrom(folder: string): readonly string[] {
  const folders = [folder];
  for (let at = folder; at !== '';) {
    at = parentFolder(at);
    folders.push(at);
  }
  return folders;
}

/** Whether a path is the folder or inside it. */
function isInside(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

const sampleFolder =
  /^(?:.*\/)?(?:tests?|__tests__|specs?|e2e|fixtures?|__fixtures__|testdata|test-data|examples?|samples?|demos?|playgrounds?|benchmarks?|templates?)(?=\/|$)/;

/**
 * Whether a folder belongs to tests, fixtures or examples that do not contain `from`. A package there is not a library of the repository,
 * and may have the name of an external package.
 */
export function isUnrelatedSample(folder: string, from: string): boolean {
  const sample = sampleFolder.exec(folder)?.[0];
  return sample !== undefined && !isInside(from, sample);
}

/** Maximum number of candidates compared per name. Among more, the right one could not be determined anyway. */
export const maxSameName = 100;

/** The folder that shares the most path segments with `from`, then the shortest; undefined when several are equally near. */
export function nearestFolder(folders: readonly string[], from: string): string | undefined {
  let best = { folder: '', shared: -1, depth: 0 };
  let isTie = false;
  for (const folder of folders) {
    const shared = sharedSegments(folder, from);
    if (shared < best.shared) continue;
    const depth = countSegments(folder);
    const isNearer = shared > best.shared || depth < best.depth;
    isTie = !isNearer && (isTie || depth === best.depth);
    if (isNearer) best = { folder, shared, depth };
  }
  return isTie || best.shared < 0 ? undefined : best.folder;
}

function countSegments(folder: string): number {
  let count = folder === '' ? 0 : 1;
  for (let at = folder.indexOf('/'); at >= 0; at = folder.indexOf('/', at + 1)) count += 1;
  return count;
}

/** Counts the leading segments that both paths share. It runs for a hundred folders at a time, so it does not split the paths. */
function sharedSegments(a: string, b: string): number {
  let count = 0;
  for (let at = 0; at < a.length && at < b.length && a[at] === b[at]; at += 1) {
    if (isSegmentEnd(a, at + 1) && isSegmentEnd(b, at + 1)) count += 1;
  }
  return count;
}

function isSegmentEnd(path: string, at: number): boolean {
  return at === path.length || path[at] === '/';
}
