/**
 * Suggests filters: the values in the current results, most frequent first, and the roles of files. Users can also type a filter, such as
 * `language: python`, or exclude with `-language: python`; a filter without a kind is a path. Excluded values start with `!`.
 */
import type { SearchOutcome } from './run-search.ts';
import {
  activeFilters,
  filterKinds,
  filterKindsByMode,
  type Filter,
  type FilterKind,
  type SearchAddress,
} from './search-address.ts';

export interface SuggestedFilter extends Filter {
  /** How many current results have the value; null for a suggestion that does not depend on the results. */
  readonly count: number | null;
}

const roles = ['source', 'test', 'docs', 'example', 'config'];
const maxPerKind = 6;
const kindNames: Readonly<Record<string, FilterKind>> = { lang: 'language', role: 'kind', in: 'path' };

export function suggestFilters(
  outcome: SearchOutcome | undefined,
  address: SearchAddress,
): readonly SuggestedFilter[] {
  const counts = new Map<string, SuggestedFilter>();
  for (const filter of outcome === undefined ? [] : findFilters(outcome)) {
    const key = `${filter.kind} ${filter.value}`;
    counts.set(key, { ...filter, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const byFrequency = [...counts.values()].sort((a, b) => (b.count ?? 0) - (a.count ?? 0));
  const otherRoles = roles
    .filter((role) => !counts.has(`kind ${role}`))
    .map((value) => ({ kind: 'kind' as const, value, count: null }));
  const allowedKinds = filterKindsByMode[address.mode];
  const currentFilters = activeFilters(address);
  return filterKinds
    .filter((kind) => allowedKinds.includes(kind))
    .flatMap((kind) => {
      const suggestedFilters = byFrequency.filter((filter) => filter.kind === kind).slice(0, maxPerKind);
      return kind === 'kind' ? [...suggestedFilters, ...otherRoles] : suggestedFilters;
    })
    .filter(
      ({ kind, value }) => !currentFilters.some((filter) => filter.kind === kind && filter.value === value),
    );
}

/** Parses a typed filter. @returns null for an empty filter, or for a kind that is not allowed */
export function parseFilter(text: string, allowedKinds: readonly FilterKind[]): Filter | null {
  const match = /^\s*([-!]?)([a-z]+)\s*:\s*(.*?)\s*$/i.exec(text);
  const name = match?.[2]?.toLowerCase() ?? '';
  const kind = kindNames[name] ?? filterKinds.find((filterKind) => filterKind === name);
  const mark = match?.[1] === '' ? '' : '!';
  const typedValue = kind === undefined ? text.trim() : (match?.[3] ?? '');
  const value = kind === undefined || typedValue === '' ? typedValue : mark + typedValue;
  const filter = { kind: kind ?? 'path', value };
  return value === '' || !allowedKinds.includes(filter.kind) ? null : filter;
}

function findFilters(outcome: SearchOutcome): readonly Filter[] {
  if (outcome.mode === 'path') return [];
  if (outcome.mode === 'regex')
    return outcome.response.matches.flatMap(({ path, language }) => [
      ...folderFilters(path),
      { kind: 'language', value: language },
    ]);
  return outcome.response.results.flatMap((result) => [
    ...folderFilters(result.path),
    { kind: 'language', value: result.language },
    { kind: 'kind', value: result.role },
    ...(result.kind === result.role ? [] : [{ kind: 'kind' as const, value: result.kind }]),
    ...(result.package === undefined || result.package === ''
      ? []
      : [{ kind: 'package' as const, value: result.package }]),
    ...result.tags.map((value) => ({ kind: 'tag' as const, value })),
  ]);
}

/** The top folder and the containing folder of a path, as globs. */
function folderFilters(path: string): readonly Filter[] {
  const first = path.indexOf('/');
  const last = path.lastIndexOf('/');
  if (first < 0) return [];
  return [...new Set([path.slice(0, first), path.slice(0, last)])].map((folder) => ({
    kind: 'path',
    value: `${folder}/**`,
  }));
}
