/** The address of the graph page contains the whole state of the page, except default values. */
import { describe, expect, test } from 'vitest';
import {
  defaultKinds,
  formatGraphAddress,
  maxExpandedNodes,
  toNodeName,
  readGraphAddress,
  withFocus,
  withExpansionToggled,
  type GraphAddress,
} from '../../../../web/src/lib/features/graph/page/graph-address.ts';
import { graphPath } from '../../../../web/src/lib/features/graph/page/graph-path.ts';

const read = (query: string): GraphAddress => readGraphAddress(new URLSearchParams(query));

describe('the graph address', () => {
  test.each([
    '',
    '?symbol=Flask.run&path=src%2Fapp.py',
    '?path=src%2Fapp.py',
    '?symbol=run&direction=in&depth=3&kinds=calls%2Cextends&tiers=resolved&tests=hide&languages=python&view=table&version=s1',
    '?symbol=run&expand=src%2Fa.py%7CStore.%23cut&expand=src%2Fb.py&expand=%7Cpackage%3Areact',
  ])('round-trips the query “%s”', (query) => {
    expect(formatGraphAddress(read(query))).toBe(query);
  });

  test('omits defaults', () => {
    expect(formatGraphAddress(read('?symbol=run&direction=both&depth=1&view=picture'))).toBe('?symbol=run');
  });

  test('ignores invalid values', () => {
    expect(read('?symbol=run&direction=up&depth=x&kinds=walks&view=film')).toMatchObject({
      direction: 'both',
      depth: 1,
      kinds: [],
      view: 'picture',
    });
    expect(read('?symbol=run&depth=99').depth).toBe(5);
    expect(read('?symbol=').focus).toBeNull();
  });

  test('escapes special characters in names', () => {
    const expanded = [{ symbol: 'operator|', path: 'a&b/c#d.cpp' }];
    expect(read(formatGraphAddress({ ...read('?symbol=x'), expanded })).expanded).toEqual(expanded);
  });

  test('shows `defines` edges only on request', () => {
    expect(read('?path=a.py').kinds).toEqual(defaultKinds);
    expect(read('?path=a.py&kinds=defines').kinds).toEqual(['defines']);
    expect(defaultKinds).not.toContain('defines');
  });
});

test('keeps filters and collapses expanded nodes when the focus changes', () => {
  const address = read('?path=a.py&tests=hide&expand=b.py');
  const newAddress = withFocus(address, { symbol: 'run', path: 'a.py' });
  expect(newAddress).toMatchObject({ sourceOnly: true, expanded: [], kinds: defaultKinds });
  const withChosenKinds = withFocus(read('?path=a.py&kinds=calls'), { symbol: 'run', path: 'a.py' });
  expect(withChosenKinds.kinds).toEqual(['calls']);
});

test('toggles expanded nodes, and drops the oldest beyond the limit', () => {
  const name = { symbol: 'run', path: 'a.py' };
  const expandedAddress = withExpansionToggled(read('?symbol=x'), name);
  expect(expandedAddress.expanded).toEqual([name]);
  expect(withExpansionToggled(expandedAddress, { ...name }).expanded).toEqual([]);
  const names = Array.from({ length: maxExpandedNodes + 1 }, (_, index) => ({
    symbol: `f${index}`,
    path: 'a.py',
  }));
  const fullAddress = names.reduce(withExpansionToggled, read('?symbol=x'));
  expect(fullAddress.expanded).toEqual(names.slice(1));
});

test('identifies a package by its id and a file by its path', () => {
  expect(toNodeName({ id: 'package:re', kind: 'package', symbol: 're', path: '' })).toEqual({
    symbol: 'package:re',
    path: undefined,
  });
  expect(toNodeName({ id: '4', kind: 'file', path: 'a.py' })).toEqual({ symbol: undefined, path: 'a.py' });
});

test('reads addresses from `graphPath`', () => {
  const path = graphPath(
    { repositoryId: 'a/b', version: 's1' },
    { symbol: 'run', path: 'a.py', direction: 'in', depth: 3 },
  );
  const url = new URL(path, 'http://localhost');
  expect(url.pathname).toBe('/r/a%2Fb/graph');
  expect(readGraphAddress(url.searchParams)).toMatchObject({
    focus: { symbol: 'run', path: 'a.py' },
    direction: 'in',
    depth: 3,
    version: 's1',
  });
  expect(graphPath({ repositoryId: 'r', version: undefined })).toBe('/r/r/graph');
});
