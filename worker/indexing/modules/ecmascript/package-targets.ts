/** Resolves a subpath through `exports` or `imports` of a package.json, including conditions and patterns. */

import { matchPattern } from './path-configs.ts';
import { type ManifestTable, isTable } from '../manifest-values.ts';
import { memoize } from '../memoize.ts';

/** Maximum nesting of conditions, and number of targets per subpath. No known package has more. */
const maxDepth = 10;
const maxTargets = 50;
/** Maximum number of pattern entries. No known package has more. */
const maxPatterns = 300;

/** Conditions whose targets are sources, not built files. */
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
 * @param entries the value of `exports` or `imports`
 * @param subpath `.` or `./x`; `#x` for `imports`
 * @returns paths as written, for any condition: sources first, types last. Undefined when the subpath is not exported.
 */
type PackageTargets = (entries: unknown, subpath: string) => readonly string[] | undefined;

/** Parses each list of entries once, because it is queried for thousands of subpaths. */
export function createPackageTargets(): PackageTargets {
  const parsePatterns = memoize((entries: ManifestTable) => readPatterns(entries));
  return (entries, subpath) => {
    const patterns = isTable(entries) ? parsePatterns(entries) : undefined;
    if (!isTable(entries) || patterns === undefined) {
      return subpath === '.' && entries !== undefined ? readTargets(entries, '') : undefined;
    }
    if (Object.hasOwn(entries, subpath)) return readTargets(entries[subpath], '');
    const best = patterns.find((pattern) => matchPattern(pattern, subpath) !== undefined);
    if (best === undefined) return undefined;
    const star = matchPattern(best, subpath) ?? '';
    const targets = readTargets(entries[best.key], star);
    // Before patterns existed, a key ending in a slash referred to a folder.
    return best.key.includes('*') ? targets : targets.map((target) => target + star);
  };
}

/** Patterns, longest prefix first. @returns undefined when the keys are conditions, not subpaths */
function readPatterns(entries: ManifestTable): readonly Pattern[] | undefined {
  const keys = Object.keys(entries);
  if (!keys.some((key) => /^[.#]/.test(key))) return undefined;
  return keys
    .filter((key) => key.includes('*') || key.endsWith('/'))
    .slice(0, maxPatterns)
    .map((key) => {
      const [prefix = key, suffix = ''] = key.split('*', 2);
      return { key, prefix, suffix };
    })
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
}

function readTargets(entry: unknown, star: string): readonly string[] {
  const found: { readonly target: string; readonly rank: number }[] = [];
  const collect = (value: unknown, depth: number, rank: number): void => {
    if (depth > maxDepth || found.length >= maxTargets) return;
    if (typeof value === 'string') {
      found.push({ target: value.replaceAll('*', () => star), rank });
    } else if (Array.isArray(value)) {
      for (const item of value) collect(item, depth + 1, rank);
    } else if (isTable(value)) {
      for (const [condition, target] of Object.entries(value))
        collect(target, depth + 1, conditionRank(condition, rank));
    }
  };
  collect(entry, 0, 1);
  return found.toSorted((a, b) => a.rank - b.rank).map(({ target }) => target);
}

function conditionRank(condition: string, rank: number): number {
  if (sourceConditions.has(condition)) return 0;
  return condition.startsWith('types') ? 2 : rank;
}
