/**
 * What a file is besides its role: what its content told when it was cut, what its path tells, and what the paths beside it tell,
 * for a folder of an older version is one only beside a newer.
 */

import type { FileTrait } from './file.ts';
import { olderVersions } from './older-versions.ts';

/** Read of a path, from its end: paths come from strangers. */
const maxPath = 1_024;

const stubPath = /\.pyi$|\.d\.[cm]?ts$|\.stub\.php$|\.rbi$/i;
/** Of a file by that name alone nothing is told: `deprecated.py` may be what marks things as deprecated. */
const legacyPath =
  /(?:^|\/)(?:versioned_docs|versioned_sidebars|archived?|attic)\/|(?:^|[/_.-])(?:legacy|deprecated|obsolete|old)(?:[_.-][^/]*)?\/|(?:^|\/)(?:legacy|old|deprecated|obsolete)[-_][^/]*$|(?:^|\/)[^/]*[-_.](?:legacy|old|deprecated|obsolete)\.[^/]*$|(?:^|\/)(?:legacy|obsolete)\.[a-z]+$/i;
const changelogPath =
  /(?:^|\/)(?:change-?logs?|(?:changes|history|news|releases|unreleased)|release[-_]?notes?|what-?s[-_]?new)(?:[-_.]v?\d[^/]*|[-_.]old)?\.(?:md|mdx|rst|txt|adoc)$|(?:^|\/)(?:CHANGES|CHANGELOG|HISTORY|NEWS|ChangeLog)$|(?:^|\/)(?:change-?logs?|changelog\.d|changes\.d|\.changes?|\.changesets?|news|newsfragments?|release[-_]?notes?|whatsnew|announce)\/[^/]*\.(?:md|mdx|rst|txt|ya?ml)$|(?:^|\/)release[-_]v?\d[^/]*\.(?:md|rst|txt)$/i;

const byPath: readonly (readonly [FileTrait, RegExp])[] = [
  ['stub', stubPath],
  ['legacy', legacyPath],
  ['changelog', changelogPath],
];

interface TraitedRow {
  readonly path: string;
  readonly metadata?: { readonly traits?: readonly FileTrait[] };
}

/** What the path alone tells. */
export function traitsOfPath(fullPath: string): readonly FileTrait[] {
  const path = fullPath.slice(-maxPath);
  return byPath.filter(([, pattern]) => pattern.test(path)).map(([trait]) => trait);
}

/**
 * Tells traits of rows among others: those of the candidates of a question, or of a whole snapshot.
 * @param paths what a newer version is looked for among.
 */
export function traitsAmong(paths: Iterable<string>): (row: TraitedRow) => ReadonlySet<FileTrait> {
  const isOlder = olderVersions(paths);
  const known = new Map<string, readonly FileTrait[]>();
  const ofPath = (path: string): readonly FileTrait[] => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const told: readonly FileTrait[] = isOlder(path) ? [...traitsOfPath(path), 'legacy'] : traitsOfPath(path);
    known.set(path, told);
    return told;
  };
  return ({ path, metadata }) => new Set([...ofPath(path), ...(metadata?.traits ?? [])]);
}
