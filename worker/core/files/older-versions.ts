/** Finds paths of older versions: `v3/` next to `v4/`, `docs-v2/` next to `docs/`, `client_v1.go` next to `client_v2.go`. */

/** A name and its version: `v1beta2`, `docs-v3`, `version-10.x`. */
const versionedName =
  /^(?<stem>.*?)[-_.]?v(?:ersion[-_]?)?(?<numbers>\d{1,6}(?:\.\d{1,6}){0,3})(?<before>(?:alpha|beta|rc)\d{0,3})?(?:\.x)?$/i;
/** Limits on untrusted paths. No search has as many candidates, and a large repository has about as many folders. */
const maxPaths = 50_000;
const maxSegments = 40;
const maxName = 100;

interface Version {
  readonly stem: string;
  readonly numbers: readonly number[];
  /** `alpha` < `beta` < `rc` < `~`, which stands for a release. */
  readonly before: string;
}

/** @returns whether a path, or one of its folders, has a newer version among `paths` */
export function createOlderVersionMatcher(paths: Iterable<string>): (path: string) => boolean {
  /** Newest version by parent folder and stem, and all folder names, for those without a version. */
  const newest = new Map<string, Version>();
  const names = new Set<string>();
  let seen = 0;
  for (const path of paths) {
    if (++seen > maxPaths) break;
    for (const { place, name, isFile } of splitSegments(path)) {
      if (!isFile) names.add(`${place}/${name}`);
      const version = parseVersion(name);
      if (version === undefined) continue;
      const key = `${place}/${version.stem}`;
      const before = newest.get(key);
      if (before === undefined || isNewer(version, before)) newest.set(key, version);
    }
  }
  return (path) =>
    newest.size > 0 &&
    splitSegments(path).some(({ place, name }) => {
      const version = parseVersion(name);
      if (version === undefined) return false;
      const key = `${place}/${version.stem}`;
      const best = newest.get(key);
      return (best !== undefined && isNewer(best, version)) || (version.stem !== '' && names.has(key));
    });
}

interface Segment {
  readonly place: string;
  /** A file's name has no extension here. */
  readonly name: string;
  readonly isFile: boolean;
}

function splitSegments(path: string): readonly Segment[] {
  const segments = path.split('/', maxSegments);
  let place = '';
  return segments.map((segment, at) => {
    const isFile = at === segments.length - 1;
    const here = { place, name: isFile ? segment.replace(/\.[A-Za-z]+$/, '') : segment, isFile };
    place += `/${segment}`;
    return here;
  });
}

function parseVersion(name: string): Version | undefined {
  if (name.length > maxName) return undefined;
  const { stem, numbers, before } = versionedName.exec(name)?.groups ?? {};
  if (stem === undefined || numbers === undefined) return undefined;
  // The `v` at the end of a word does not begin a version: `conv2`, `ipv6`.
  if (/[a-z]$/i.test(stem) && !/[-_.]v(?:ersion)?[-_]?\d/i.test(name)) return undefined;
  return { stem, numbers: numbers.split('.').map(Number), before: (before ?? '~').toLowerCase() };
}

function isNewer(one: Version, other: Version): boolean {
  const places = Math.max(one.numbers.length, other.numbers.length);
  for (let at = 0; at < places; at += 1) {
    const difference = (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return one.before > other.before;
}
