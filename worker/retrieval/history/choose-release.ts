/** Chooses the commit of a release among tags and commits that mention its version. */

import type { ReleaseCommit } from '../../ports/history-store.ts';

const releaseSubject =
  /^\W*(?:\w+(?:\([^)]*\))?:\s*)?(?:v?\d|(?:cut |prepare |prep |preparing )?(?:the )?(?:final |new )?(?:version|release|released|releasing|bump(?:ed|ing)?|changelog|change log|update (?:the )?(?:version|changelog)|publish|tag|set version)\b)/i;
const tagPrefix = /^(?:.*[@/_-])?v?(?=\d)/i;
const versionNumber = /^\d+(?:\.\d+)*/;

/** @returns undefined if nothing is certain to be the release */
export function chooseReleaseCommit(
  found: readonly ReleaseCommit[],
  version: string,
): ReleaseCommit | undefined {
  const wanted = normalize(version);
  const tags = found.filter(({ text, isTag }) => isTag && normalize(text.replace(tagPrefix, '')) === wanted);
  const plain = tags.toSorted((a, b) => a.text.length - b.text.length)[0];
  if (plain !== undefined) return plain;
  const subjects = found.filter(
    ({ text, isTag }) => !isTag && releaseSubject.test(text) && mentionsVersion(text, wanted),
  );
  // The shortest subject is the release; longer ones prepare or correct it.
  return subjects.toSorted((a, b) => a.text.length - b.text.length || b.committedAt - a.committedAt)[0];
}

/** Returns the newest full release with a lower number than a release. */
export function choosePreviousRelease(
  found: readonly ReleaseCommit[],
  release: ReleaseCommit,
): ReleaseCommit | undefined {
  const own = readNumbers(release);
  if (own === undefined) return undefined;
  return found
    .filter((one) => one.isTag === release.isTag && (one.isTag || releaseSubject.test(one.text)))
    .flatMap((one) => {
      const numbers = readNumbers(one);
      return numbers !== undefined && compareNumbers(numbers, own) < 0 && !isPreRelease(one.text)
        ? [{ one, numbers }]
        : [];
    })
    .toSorted((a, b) => compareNumbers(b.numbers, a.numbers))[0]?.one;
}

function readNumbers({ text, isTag }: ReleaseCommit): readonly number[] | undefined {
  const found = isTag ? versionNumber.exec(text.replace(tagPrefix, '')) : /\d+(?:\.\d+)+/.exec(text);
  return found?.[0].split('.').map(Number);
}

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function isPreRelease(text: string): boolean {
  return /\d[-.]?(?:a|alpha|b|beta|rc|pre|dev)[-.]?\d*\b/i.test(text);
}

function mentionsVersion(text: string, wanted: string): boolean {
  const versions =
    text.match(/\d+(?:\.\d+)+(?:[-.]?(?:a|alpha|b|beta|rc|pre|dev)[-.]?\d*)?|(?<=v)\d+\b/gi) ?? [];
  return versions.some((version) => normalize(version) === wanted);
}

/** `v1.2` equals `1.2.0`. */
function normalize(version: string): string {
  return version
    .toLowerCase()
    .replace(/^v/, '')
    .replace(/(?:\.0)+$/, '');
}
