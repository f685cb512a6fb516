/** What the palette offers of what it knows. */
import { expect, test } from 'vitest';
import { matchGroups } from '../../web/src/lib/features/palette/match-groups.ts';
import type { PaletteGroup } from '../../web/src/lib/features/palette/palette-entry.ts';

const entry = (label: string, detail = '') => ({ id: label, label, detail, icon: 'file', to: '/' }) as const;
const groups: readonly PaletteGroup[] = [
  { heading: 'Pages', entries: [entry('Files'), entry('Search')] },
  {
    heading: 'Repositories',
    entries: [entry('old parcel'), entry('parcel', 'main'), entry('harbour', 'main')],
  },
];

function labels(typed: string, maxEntries = 6): Record<string, string[]> {
  return Object.fromEntries(
    matchGroups(groups, typed, maxEntries).map(({ heading, entries }) => [
      heading,
      entries.map(({ label }) => label),
    ]),
  );
}

test('everything while nothing is typed', () =>
  expect(labels(' ')).toEqual({
    Pages: ['Files', 'Search'],
    Repositories: ['old parcel', 'parcel', 'harbour'],
  }));

test('what holds every word, in its label or beside it', () =>
  expect(labels('MAIN har')).toEqual({ Repositories: ['harbour'] }));

test('first what begins with it', () =>
  expect(labels('parcel')).toEqual({ Repositories: ['parcel', 'old parcel'] }));

test('no more of a group than fit', () =>
  expect(labels('', 1)).toEqual({ Pages: ['Files'], Repositories: ['old parcel'] }));

test('no group without an entry', () => expect(labels('satellite')).toEqual({}));
