/** Reads and formats the address of the search page, so that a reload, a shared link, back and forward show the same results. */

export const searchModes = ['hybrid', 'regex', 'path'] as const;
export type SearchMode = (typeof searchModes)[number];

/** The kinds of filter. They are the parameter names in the address, and each may occur several times. */
export const filterKinds = ['path', 'language', 'kind', 'package', 'tag'] as const;
export type FilterKind = (typeof filterKinds)[number];

export interface Filter {
  readonly kind: FilterKind;
  readonly value: string;
}

export interface SearchAddress {
  readonly mode: SearchMode;
  readonly query: string;
  /** In the order of `filterKinds`, without duplicates. */
  readonly filters: readonly Filter[];
  readonly ignoreCase: boolean;
  /** The user asked for more results. */
  readonly showsMore: boolean;
  readonly version: string | undefined;
}

/** The filters that each mode supports. The others stay in the address and apply again after a change of mode. */
export const filterKindsByMode: Readonly<Record<SearchMode, readonly FilterKind[]>> = {
  hybrid: filterKinds,
  regex: ['path', 'language'],
  path: [],
};

export function readSearchAddress(query: Pick<URLSearchParams, 'get' | 'getAll' | 'has'>): SearchAddress {
  const mode = query.get('mode');
  return {
    mode: searchModes.find((searchMode) => searchMode === mode) ?? 'hybrid',
    query: query.get('q') ?? '',
    filters: filterKinds.flatMap((kind) =>
      [...new Set(query.getAll(kind))].filter((value) => value !== '').map((value) => ({ kind, value })),
    ),
    ignoreCase: query.get('case') === 'ignore',
    showsMore: query.has('more'),
    version: query.get('version') ?? undefined,
  };
}

/** The query string with its `?`; empty for the defaults. */
export function formatSearchAddress(address: SearchAddress): string {
  const query = new URLSearchParams();
  if (address.query !== '') query.set('q', address.query);
  if (address.mode !== 'hybrid') query.set('mode', address.mode);
  for (const kind of filterKinds)
    for (const filter of address.filters) if (filter.kind === kind) query.append(kind, filter.value);
  if (address.ignoreCase) query.set('case', 'ignore');
  if (address.showsMore) query.set('more', '');
  if (address.version !== undefined) query.set('version', address.version);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

export function activeFilters(address: SearchAddress): readonly Filter[] {
  return address.filters.filter((filter) => filterKindsByMode[address.mode].includes(filter.kind));
}

export function withFilter(address: SearchAddress, filter: Filter): SearchAddress {
  const otherFilters = withoutFilter(address, filter).filters;
  const filters = filterKinds.flatMap((kind) =>
    [...otherFilters, filter].filter((item) => item.kind === kind),
  );
  return { ...address, filters, showsMore: false };
}

export function withoutFilter(address: SearchAddress, filter: Filter): SearchAddress {
  const isOther = ({ kind, value }: Filter): boolean => kind !== filter.kind || value !== filter.value;
  return { ...address, filters: address.filters.filter(isOther), showsMore: false };
}
