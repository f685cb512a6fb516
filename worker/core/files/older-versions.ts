/** Finds paths of older versions: `v3/` next to `v4/`, `docs-v2/` next to `docs/`, `client_v1.go` next to `client_v2.go`. */

/** A file or folder name that contains a version: `v1beta2`, `docs-v3`, `version-10.x`. */
const versionedName =
  /^(?<stem>.*?)[-_.]?v(?:ersion[-_]?)?(?<numbers>\d{1,6}(?:\.\d{1,6}){0,3})(?<prerelease>(?:alpha|beta|rc)\d{0,3})?(?:\.x)?$/i;
/** Limits on untrusted paths. `maxPaths` exceeds the candidates of any search and is about the number of folders in a large repository. */
const maxPaths = 50_000;
const maxSegments = 40;
const maxNameLength = 100;

interface Version {
  readonly stem: string;
  readonly numbers: readonly number[];
  /** `alpha` < `beta` < `rc` < `~`, which marks a release. */
  readonly prerelease: string;
}

/** @returns whether a path, or one of its folders, has a newer version among `paths` */
export function createOlderVersionMatcher(paths: Iterable<string>): (path: string) => boolean {
  /** The newest version of each name, by parent folder and stem. */
  const newest = new Map<string, Version>();
  /** All folders. A folder without a version (`docs/`) is newer than its versioned siblings (`docs-v2/`). */
  const names = new Set<string>();
  let seen = 0;
  for (const path of paths) {
    if (++seen > maxPaths) break;
    for (const { parent, name, isFile } of splitSegments(path)) {
      if (!isFile) names.add(`${parent}/${name}`);
      const version = parseVersion(name);
      if (version === undefined) continue;
      const key = `${parent}/${version.stem}`;
      const known = newest.get(key);
      if (known === undefined || isNewer(version, known)) newest.set(key, version);
    }
  }
  return (path) =>
    newest.size > 0 &&
    splitSegments(path).some(({ parent, name }) => {
      const version = parseVersion(name);
      if (version === undefined) return false;
      const key = `${parent}/${version.stem}`;
      const best = newest.get(key);
      return (best !== undefined && isNewer(best, version)) || (version.stem !== '' && names.has(key));
    });
}

interface Segment {
  readonly parent: string;
  /** A file's name has no extension here. */
  readonly name: string;
  readonly isFile: boolean;
}

function splitSegments(path: string): readonly Segment[] {
  const segments = path.split('/', maxSegments);
  let parent = '';
  return segments.map((segment, at) => {
    const isFile = at === segments.length - 1;
    const result = { parent, name: isFile ? segment.replace(/\.[A-Za-z]+$/, '') : segment, isFile };
    parent += `/${segment}`;
    return result;
  });
}

function parseVersion(name: string): Version | undefined {
  if (name.length > maxNameLength) return undefined;
  const { stem, numbers, prerelease } = versionedName.exec(name)?.groups ?? {};
  if (stem === undefined || numbers === undefined) return undefined;
  // The `v` at the end of a word does not begin a version: `conv2`, `ipv6`.
  if (/[a-z]$/i.test(stem) && !/[-_.]v(?:ersion)?[-_]?\d/i.test(name)) return undefined;
  return { stem, numbers: numbers.split('.').map(Number), prerelease: (prerelease ?? '~').toLowerCase() };
}

function isNewer(a: Version, b: Version): boolean {
  const length = Math.max(a.numbers.length, b.numbers.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return a.prerelease > b.prerelease;
}
