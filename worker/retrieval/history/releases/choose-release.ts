/** Chooses the commit of a release among tags and commits that mention its version. */

import type { ReleaseCommit } from '../../../ports/history-store.ts';

const releaseSubject =
  /^\W*(?:\w+(?:\([^)]*\))?:\s*)?(?:v?\d|(?:cut |prepare |prep |preparing )?(?:the )?(?:final |new )?(?:version|release|released|releasing|bump(?:ed|ing)?|changelog|change log|update (?:the )?(?:version|changelog)|publish|tag|set version)\b)/i;
const preRelease = String.raw`(?:a|alpha|b|beta|c|rc|m|pre|preview|dev|nightly|canary)`;
/** A tag is a package or word that ends in a separator, if any, then a version: `core@3.0.0`, `release-1.2`, `v1.0.0-2`. */
const tagPattern = new RegExp(
  String.raw`^(.*?[@/_-])??v?(\d+(?:[._]\d+)*)((?:[-._]?(?:${preRelease}|post|final)(?:[-._]?\d+)?)*(?:[-+_][\w.+-]+)?)$`,
  'i',
);

const subjectVersions = new RegExp(
  String.raw`\d+(?:\.\d+)+(?:[-.]?${preRelease}[-.]?\d*(?!\w))?|(?<=v)\d+\b`,
  'gi',
);

interface ReleaseVersion {
  /** The package that the tag belongs to; empty if the repository has only one. */
  readonly prefix: string;
  readonly numbers: readonly number[];
  /** What follows the numbers, without separators: `rc1`. */
  readonly suffix: string;
}

/** @returns undefined if nothing is certain to be the release */
export function chooseReleaseCommit(
  found: readonly ReleaseCommit[],
  version: string,
): ReleaseCommit | undefined {
  const wanted = readVersion(version);
  if (wanted === undefined) return undefined;
  const tags = found.filter(({ text, isTag }) => isTag && isSameVersion(readVersion(text), wanted));
  const plain = tags.toSorted((a, b) => a.text.length - b.text.length)[0];
  if (plain !== undefined) return plain;
  const subjects = found.filter(
    ({ text, isTag }) => !isTag && releaseSubject.test(text) && mentionsVersion(text, wanted),
  );
  // The shortest subject is the release; longer ones prepare or correct it.
  return subjects.toSorted((a, b) => a.text.length - b.text.length || b.committedAt - a.committedAt)[0];
}

/** Returns the newest full release of the same package with a lower number than a release. */
export function choosePreviousRelease(
  found: readonly ReleaseCommit[],
  release: ReleaseCommit,
): ReleaseCommit | undefined {
  const own = readRelease(release);
  if (own === undefined) return undefined;
  return found
    .filter((one) => one.isTag === release.isTag && (one.isTag || releaseSubject.test(one.text)))
    .flatMap((one) => {
      const version = readRelease(one);
      const isEarlier =
        version?.prefix === own.prefix &&
        compareNumbers(version.numbers, own.numbers) < 0 &&
        !isPreRelease(version);
      return isEarlier ? [{ one, version }] : [];
    })
    .toSorted((a, b) => compareNumbers(b.version.numbers, a.version.numbers))[0]?.one;
}

function readRelease({ text, isTag }: ReleaseCommit): ReleaseVersion | undefined {
  if (isTag) return readVersion(text);
  const [written] = text.match(subjectVersions) ?? [];
  return written === undefined ? undefined : readVersion(written);
}

function readVersion(text: string): ReleaseVersion | undefined {
  const [, prefix = '', numbers, suffix = ''] = tagPattern.exec(text) ?? [];
  if (numbers === undefined) return undefined;
  return {
    prefix: prefix.toLowerCase(),
    numbers: numbers.split(/[._]/).map(Number),
    suffix: suffix.toLowerCase().replace(/[-._+]/g, ''),
  };
}

/** `v1.2` equals `1.2.0`, and `1.2-rc.1` equals `1.2rc1`. */
function isSameVersion(version: ReleaseVersion | undefined, wanted: ReleaseVersion): boolean {
  return (
    version !== undefined &&
    compareNumbers(version.numbers, wanted.numbers) === 0 &&
    version.suffix === wanted.suffix
  );
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function isPreRelease({ suffix }: ReleaseVersion): boolean {
  return new RegExp(`^${preRelease}\\d*`, 'i').test(suffix);
}

function mentionsVersion(text: string, wanted: ReleaseVersion): boolean {
  return (text.match(subjectVersions) ?? []).some((version) => isSameVersion(readVersion(version), wanted));
}
