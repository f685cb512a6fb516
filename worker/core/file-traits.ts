/**
 * What a file is besides its role: what its content told when it was cut, what its path tells, and what the paths beside it tell,
 * for a folder of an older version is one only beside a newer.
 */

import type { FileTrait } from './file.ts';
import { roleOfPath } from './file-role.ts';
import { olderVersions } from './older-versions.ts';

/** Read of a path, from its end: paths come from strangers. */
const maxPath = 1_024;

const generatedPath =
  /(?:^|\/)(?:_?generated|gen|autogen|genproto)\/|(?:^|\/)(?:zz_generated|_?generated)\.[^/]*$|[._-]generated\.[a-z]+$|\.(?:gen|pb)\.(?!ya?ml$)[a-z]+$|(?:^|\/)migrations\/\d{4}_[^/]*\.py$/i;
const vendoredPath =
  /(?:^|\/)(?:_vendor|_?vendored|vendor_[^/]+|_?externs?|externals?|bundled|internal\/(?:github\.com|golang\.org|third_party))\//i;
const stubPath = /\.pyi$|\.d\.[cm]?ts$|\.stub\.php$|\.rbi$/i;
/** Of a file by that name alone nothing is told: `deprecated.py` may be what marks things as deprecated. */
const legacyPath =
  /(?:^|\/)(?:versioned_docs|versioned_sidebars|archived?|attic)\/|(?:^|[/_.-])(?:legacy|deprecated|obsolete|old)(?:[_.-][^/]*)?\/|(?:^|\/)(?:legacy|old|deprecated|obsolete)[-_][^/]*$|(?:^|\/)[^/]*[-_.](?:legacy|old|deprecated|obsolete)\.[^/]*$|(?:^|\/)(?:legacy|obsolete)\.[a-z]+$/i;
const compatPath =
  /(?:^|\/)(?:_?(?:compat|compatibility|polyfills?|shims?|backports?)|[^/]+[-_]compat)(?:\/|\.[a-z]+$)/i;
const changelogPath =
  /(?:^|\/)(?:change-?logs?|(?:changes|history|news|releases|unreleased)|release[-_]?notes?|what-?s[-_]?new)(?:[-_.]v?\d[^/]*|[-_.]old)?\.(?:md|mdx|rst|txt|adoc)$|(?:^|\/)(?:CHANGES|CHANGELOG|HISTORY|NEWS|ChangeLog)$|(?:^|\/)(?:change-?logs?|changelog\.d|changes\.d|\.changes?|\.changesets?|news|newsfragments?|release[-_]?notes?|whatsnew|announce)\/[^/]*\.(?:md|mdx|rst|txt|ya?ml)$|(?:^|\/)release[-_]v?\d[^/]*\.(?:md|rst|txt)$/i;
const benchmarkPath =
  /(?:^|\/)(?:bench(?:es|marks?)?|__benchmarks?__|perf(?:ormance)?(?:-[a-z]+)?|profiling|[^/]+[-_.](?:bench(?:es|marks?)?|PerformanceTests))\/|(?:^|\/)bench(?:mark)?[^/]*\.[a-z]+$|[._-]bench(?:mark)?s?\.[a-z]+$|Benchmarks?\.(?:java|cs|kt|php)$/;
const scriptPath =
  /(?:^|\/)(?:scripts?|hack|xtask|\.github|build[-_]backend|ci)\/|^(?:tools?|misc|tasks|extras?|support|dev|docker|packaging|_?codegen)\/|(?:^|\/)(?:noxfile|tasks|setup|fabfile|conf)\.py$|(?:^|\/)(?:gulpfile|gruntfile)[^/]*$|(?:^|\/)build\.rs$/i;
const sitePath =
  /^(?:(?:packages|apps|crates)\/)?(?:docs?|documentation|website|www|site|docs[-_](?!src\/)[^/]+|[^/]+[-_](?:docs|website))\//i;

/** Traits of code alone: a page that speaks of benchmarks is still a page. */
const ofCode = new Set<FileTrait>(['benchmark', 'script', 'site']);

const byPath: readonly (readonly [FileTrait, RegExp])[] = [
  ['generated', generatedPath],
  ['vendored', vendoredPath],
  ['stub', stubPath],
  ['legacy', legacyPath],
  ['compat', compatPath],
  ['changelog', changelogPath],
  ['benchmark', benchmarkPath],
  ['script', scriptPath],
  ['site', sitePath],
];

export interface TraitedRow {
  readonly path: string;
  readonly metadata?: { readonly traits?: readonly FileTrait[] };
}

/** What the path alone tells. */
export function traitsOfPath(fullPath: string): readonly FileTrait[] {
  const path = fullPath.slice(-maxPath);
  const role = roleOfPath(path);
  const isCode = role === 'source' || role === 'config' || role === 'test';
  return byPath
    .filter(([trait, pattern]) => (isCode || !ofCode.has(trait)) && pattern.test(path))
    .map(([trait]) => trait);
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
