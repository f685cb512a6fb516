/**
 * Detects a file's traits: from its content (at parse time), from its path, and from other paths, since a folder is an older version
 * only if a newer one exists.
 */

import type { FileTrait } from './file.ts';
import { createOlderVersionMatcher } from './older-versions.ts';

/** Only this many characters at the end of a path are matched, because paths are untrusted. */
const maxPathLength = 1_024;

const stubPath = /\.pyi$|\.d\.[cm]?ts$|\.stub\.php$|\.rbi$/i;
/** A file named only `deprecated` does not count: `deprecated.py` may implement the deprecation marker. */
const legacyPath =
  /(?:^|\/)(?:versioned_docs|versioned_sidebars|archived?|attic)\/|(?:^|[/_.-])(?:legacy|deprecated|obsolete|old)(?:[_.-][^/]*)?\/|(?:^|\/)(?:legacy|old|deprecated|obsolete)[-_][^/]*$|(?:^|\/)[^/]*[-_.](?:legacy|old|deprecated|obsolete)\.[^/]*$|(?:^|\/)(?:legacy|obsolete)\.[a-z]+$/i;
const changelogPath =
  /(?:^|\/)(?:change-?logs?|(?:changes|history|news|releases|unreleased)|release[-_]?notes?|what-?s[-_]?new)(?:[-_.]v?\d[^/]*|[-_.]old)?\.(?:md|mdx|rst|txt|adoc)$|(?:^|\/)(?:CHANGES|CHANGELOG|HISTORY|NEWS|ChangeLog)$|(?:^|\/)(?:change-?logs?|changelog\.d|changes\.d|\.changes?|\.changesets?|news|newsfragments?|release[-_]?notes?|whatsnew|announce)\/[^/]*\.(?:md|mdx|rst|txt|ya?ml)$|(?:^|\/)release[-_]v?\d[^/]*\.(?:md|rst|txt)$/i;

const byPath: readonly (readonly [FileTrait, RegExp])[] = [
  ['stub', stubPath],
  ['legacy', legacyPath],
  ['changelog', changelogPath],
];

interface RowWithTraits {
  readonly path: string;
  readonly metadata?: { readonly traits?: readonly FileTrait[] };
}

/** The traits of the path alone. */
export function detectPathTraits(fullPath: string): readonly FileTrait[] {
  const path = fullPath.slice(-maxPathLength);
  return byPath.filter(([, pattern]) => pattern.test(path)).map(([trait]) => trait);
}

/**
 * Creates a function that returns the traits of a file or chunk: those stored at parse time, and those of its path.
 * @param paths all paths to compare: the candidates of a question, or a whole snapshot
 */
export function createTraitDetector(paths: Iterable<string>): (row: RowWithTraits) => ReadonlySet<FileTrait> {
  const isOlder = createOlderVersionMatcher(paths);
  const cache = new Map<string, readonly FileTrait[]>();
  const pathTraits = (path: string): readonly FileTrait[] => {
    const cached = cache.get(path);
    if (cached !== undefined) return cached;
    const traits: readonly FileTrait[] = isOlder(path)
      ? [...detectPathTraits(path), 'legacy']
      : detectPathTraits(path);
    cache.set(path, traits);
    return traits;
  };
  return ({ path, metadata }) => new Set([...pathTraits(path), ...(metadata?.traits ?? [])]);
}
