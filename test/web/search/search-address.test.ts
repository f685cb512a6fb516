/** The address of the search page contains the whole search: reading a formatted address gives the same search again. */
import { array, assert, boolean, constantFrom, option, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import {
  activeFilters,
  filterKinds,
  formatSearchAddress,
  readSearchAddress,
  searchModes,
  withFilter,
  withoutFilter,
  type SearchAddress,
} from '../../../web/src/lib/features/search/search-address.ts';

const read = (query: string): SearchAddress => readSearchAddress(new URLSearchParams(query));
const emptyAddress = read('');

test('omits default values from the address', () => {
  expect(formatSearchAddress(emptyAddress)).toBe('');
  expect(emptyAddress).toEqual({
    mode: 'hybrid',
    query: '',
    filters: [],
    ignoreCase: false,
    showsMore: false,
    version: undefined,
  });
});

test('reads a formatted address as the same search', () => {
  const filter = record({ kind: constantFrom(...filterKinds), value: string({ minLength: 1 }) });
  const address = record({
    mode: constantFrom(...searchModes),
    query: string({ unit: 'grapheme' }),
    ignoreCase: boolean(),
    showsMore: boolean(),
    version: option(string(), { nil: undefined }),
  });
  assert(
    property(address, array(filter), (rest, filters) => {
      const addressWithFilters = filters.reduce<SearchAddress>(withFilter, {
        ...rest,
        filters: [],
        showsMore: false,
      });
      const search = { ...addressWithFilters, showsMore: rest.showsMore };
      expect(read(formatSearchAddress(search))).toEqual(search);
    }),
  );
});

test('ignores unknown values in the address', () => {
  expect(read('?mode=magic&q=a&path=&path=x&path=x&case=mind')).toEqual({
    ...emptyAddress,
    query: 'a',
    filters: [{ kind: 'path', value: 'x' }],
  });
});

test('adds a filter once and in order, and removes only the given filter', () => {
  const tag = { kind: 'tag', value: 'docs' } as const;
  const path = { kind: 'path', value: 'src/**' } as const;
  const addressWithBoth = withFilter(withFilter(withFilter(emptyAddress, tag), path), tag);
  expect(addressWithBoth.filters).toEqual([path, tag]);
  expect(withoutFilter(addressWithBoth, path).filters).toEqual([tag]);
});

test('a mode applies only the filters that it supports, and keeps the others', () => {
  const address = read('?q=a&mode=regex&path=x&kind=test');
  expect(activeFilters(address)).toEqual([{ kind: 'path', value: 'x' }]);
  expect(activeFilters({ ...address, mode: 'hybrid' })).toHaveLength(2);
  expect(activeFilters({ ...address, mode: 'path' })).toEqual([]);
});
