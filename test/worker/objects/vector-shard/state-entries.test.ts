/** remapEntries copies exactly the entries within the runs, with path and modality. */
import { expect, it } from 'vitest';
import {
  packEntries,
  remapEntries,
  unpackEntries,
  type PlacedEntry,
} from '../../../../worker/objects/vector-shard/state-entries.ts';

const entry = (key: number, row: number, more: Partial<PlacedEntry> = {}): PlacedEntry => ({
  key,
  path: `${Math.floor(key / 10)}.py`,
  modality: 'code',
  row,
  ...more,
});
const copyRuns = (entries: readonly PlacedEntry[], ...runs: Parameters<typeof remapEntries>[1][]) =>
  remapEntries(unpackEntries([packEntries(entries)]), runs.flat());

it('copies entries of runs in any order, from first key to last', () => {
  const entries = [entry(9, 0), entry(10, 1), entry(12, 2), entry(13, 3), entry(30, 4), entry(31, 5)];
  const [slice, ...more] = copyRuns(entries, [
    { from: 30, to: 5, count: 1 },
    { from: 10, to: 100, count: 3 },
  ]);
  expect(more).toEqual([]);
  expect(slice).toEqual([
    { key: 100, path: '1.py', modality: 'code', row: 1 },
    { key: 102, path: '1.py', modality: 'code', row: 2 },
    { key: 5, path: '3.py', modality: 'code', row: 4 },
  ]);
});

it('copies both vectors of a chunk', () => {
  const entries = [entry(10, 7), entry(10, 3, { modality: 'text' })];
  expect(copyRuns(entries, [{ from: 10, to: 20, count: 1 }])).toEqual([
    [
      { key: 20, path: '1.py', modality: 'text', row: 3 },
      { key: 20, path: '1.py', modality: 'code', row: 7 },
    ],
  ]);
});

it('returns nothing without a run, and several slices for many entries', () => {
  expect(copyRuns([entry(1, 1)], [])).toEqual([]);
  expect(copyRuns([], [{ from: 0, to: 1, count: 9 }])).toEqual([]);
  const many = Array.from({ length: 20_000 }, (_, at) => entry(at, at));
  const slices = copyRuns(many, [{ from: 0, to: 50_000, count: 20_000 }]);
  expect(slices.length).toBeGreaterThan(1);
  expect(slices.flat().map(({ key }) => key)).toEqual(many.map(({ key }) => key + 50_000));
});
