/** What `exports` and `imports` of a package.json give for a subpath, conditions and patterns followed. */

import { matchPattern } from './ecmascript-configs.ts';
import { isTable } from './manifest-values.ts';

/** No package nests conditions deeper, or names more files for one subpath. */
const deepest = 10;
const mostTargets = 50;
/** Entries with a pattern; the longest lists known are a tenth of it. */
const mostPatterns = 1_000;

/** Conditions under which a package gives its source rather than what is built of it. */
const sourceConditions: ReadonlySet<string> = new Set([
  'source',
  'src',
  'development',
  'deno',
  'bun',
  'svelte',
]);

/**
 * @param subpath `.`, `./x`; `#x` of `imports`.
 * @returns paths as written, of whichever condition: source first, types last. Undefined where the subpath is not given.
 */
export function packageTargets(entries: unknown, subpath: string): readonly string[] | undefined {
  const isMap = isTable(entries) && Object.keys(entries).some((key) => /^[.#]/.test(key));
  if (!isMap) return subpath === '.' && entries !== undefined ? targetsOf(entries, '') : undefined;
  if (Object.hasOwn(entries, subpath)) return targetsOf(entries[subpath], '');
  const [best] = Object.keys(entries)
    .map((key) => ({ key, star: key.indexOf('*') }))
    .filter(({ key, star }) => star >= 0 || key.endsWith('/'))
    .slice(0, mostPatterns)
    .map(({ key, star }) => ({
      key,
      prefix: star < 0 ? key : key.slice(0, star),
      suffix: star < 0 ? '' : key.slice(star + 1),
    }))
    .filter((pattern) => matchPattern(pattern, subpath) !== undefined)
    .toSorted((a, b) => b.prefix.length - a.prefix.length);
  if (best === undefined) return undefined;
  const star = matchPattern(best, subpath) ?? '';
  const targets = targetsOf(entries[best.key], star);
  // Before patterns, a key that ended in a slash stood for the folder.
  return best.key.includes('*') ? targets : targets.map((target) => target + star);
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
