/** The palette lists the entries that contain every typed word. */
import { expect, test } from 'vitest';
import { matchGroups } from '../../../web/src/lib/features/palette/match-groups.ts';
import type { PaletteGroup } from '../../../web/src/lib/features/palette/palette-entry.ts';

const entry = (label: string, detail = '') => ({ id: label, label, detail, icon: 'file', to: '/' }) as const;
const groups: readonly PaletteGroup[] = [
  { heading: 'Pages', entries: [entry('Files'), entry('Search')] },
  {
    heading: 'Repositories',
    entries: [entry('old parcel'), entry('parcel', 'main'), entry('harbour', 'main')],
  },
];

function listLabels(typedText: string, maxEntries = 6): Record<string, string[]> {
  return Object.fromEntries(
    matchGroups(groups, typedText, maxEntries).map(({ heading, entries }) => [
      heading,
      entries.map(({ label }) => label),
    ]),
  );
}

test('lists all entries while nothing is typed', () =>
  expect(listLabels(' ')).toEqual({
    Pages: ['Files', 'Search'],
    Repositories: ['old parcel', 'parcel', 'harbour'],
  }));

test('finds entries that contain every word in label or detail', () =>
  expect(listLabels('MAIN har')).toEqual({ Repositories: ['harbour'] }));

test('lists entries that begin with the text first', () =>
  expect(listLabels('parcel')).toEqual({ Repositories: ['parcel', 'old parcel'] }));

test('limits the entries of a group', () =>
  expect(listLabels('', 1)).toEqual({ Pages: ['Files'], Repositories: ['old parcel'] }));

test('omits empty groups', () => expect(listLabels('satellite')).toEqual({}));
