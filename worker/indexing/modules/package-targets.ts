/** What `exports` and `imports` of a package.json give for a subpath, conditions and patterns followed. */

import { matchPattern } from './ecmascript-configs.ts';
import { type ManifestTable, isTable } from './manifest-values.ts';
import { onceForEach } from './once-for-each.ts';

/** No package nests conditions deeper, or names more files for one subpath. */
const deepest = 10;
const mostTargets = 50;
/** Entries with a pattern: more than any package has. */
const mostPatterns = 300;

/** Conditions under which a package gives its source rather than what is built of it. */
const sourceConditions: ReadonlySet<string> = new Set([
  'source',
  'src',
  'development',
  'deno',
  'bun',
  'svelte',
]);

interface Pattern {
  readonly key: string;
  readonly prefix: string;
  readonly suffix: string;
}

/**
 * @param entries what a manifest says under `exports` or `imports`.
 * @param subpath `.`, `./x`; `#x` of `imports`.
 * @returns paths as written, of whichever condition: source first, types last. Undefined where the subpath is not given.
 */
type PackageTargets = (entries: unknown, subpath: string) => readonly string[] | undefined;

/** Entries are taken apart once: a long list is asked for thousands of subpaths. */
export function createPackageTargets(): PackageTargets {
  const patternsOf = onceForEach((entries: ManifestTable) => patternsIn(entries));
  return (entries, subpath) => {
    const patterns = isTable(entries) ? patternsOf(entries) : undefined;
    if (!isTable(entries) || patterns === undefined) {
      return subpath === '.' && entries !== undefined ? targetsOf(entries, '') : undefined;
    }
    if (Object.hasOwn(entries, subpath)) return targetsOf(entries[subpath], '');
    const best = patterns.find((pattern) => matchPattern(pattern, subpath) !== undefined);
    if (best === undefined) return undefined;
    const star = matchPattern(best, subpath) ?? '';
    const targets = targetsOf(entries[best.key], star);
    // Before patterns, a key that ended in a slash stood for the folder.
    return best.key.includes('*') ? targets : targets.map((target) => target + star);
  };
}

/** The longest prefix first. @returns undefined where the entries are conditions and not subpaths. */
function patternsIn(entries: ManifestTable): readonly Pattern[] | undefined {
  const keys = Object.keys(entries);
  if (!keys.some((key) => /^[.#]/.test(key))) return undefined;
  return keys
    .filter((key) => key.includes('*') || key.endsWith('/'))
    .slice(0, mostPatterns)
    .map((key) => {
      const [prefix = key, suffix = ''] = key.split('*', 2);
      return { key, prefix, suffix };
    })
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
}

function targetsOf(entry: unknown, star: string): readonly string[] {
  const found: { readonly target: string; readonly rank: number }[] = [];
  const collect = (value: unknown, depth: number, rank: number): void => {
    if (depth > deepest || found.length >= mostTargets) return;
    if (typeof value === 'string') {
      found.push({ target: value.replaceAll('*', () => star), rank });
    } else if (Array.isArray(value)) {
      for (const one of value) collect(one, depth + 1, rank);
    } else if (isTable(value)) {
      for (const [condition, one] of Object.entries(value)) collect(one, depth + 1, rankOf(condition, rank));
    }
  };
  collect(entry, 0, 1);
  return found.toSorted((a, b) => a.rank - b.rank).map(({ target }) => target);
}

function rankOf(condition: string, rank: number): number {
  if (sourceConditions.has(condition)) return 0;
  return condition.startsWith('types') ? 2 : rank;
}
