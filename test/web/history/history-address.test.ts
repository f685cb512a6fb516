/** The address of a history page determines what the page shows, and survives a round trip. */
import { assert, constant, integer, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import {
  commitPath,
  readCommitLines,
  historyPath,
  readHistoryAddress,
} from '../../../web/src/lib/features/history/history-address.ts';

const read = (address: string) => readHistoryAddress(new URL(address, 'http://localhost/').searchParams);
const place = { repositoryId: 'r 1', version: undefined };

test('writes the addresses of the repository, a folder, lines of a file and a definition', () => {
  expect(historyPath(place)).toBe('/r/r%201/history');
  expect(historyPath({ ...place, version: 's1' }, { path: 'src/a b' })).toBe(
    '/r/r%201/history?path=src%2Fa+b&version=s1',
  );
  const range = { startLine: 3, endLine: 9 };
  expect(historyPath(place, { path: 'a.py', range })).toBe('/r/r%201/history?path=a.py&line=L3-L9');
  expect(historyPath(place, { symbol: 'Tide.at' })).toBe('/r/r%201/history?symbol=Tide.at');
});

test('reads back the address that it wrote', () => {
  const versions = oneof(constant(undefined), string({ minLength: 1 }));
  assert(
    property(
      string({ minLength: 1 }),
      integer({ min: 1, max: 9999 }),
      string(),
      versions,
      (path, line, symbol, version) => {
        const range = { startLine: line, endLine: line + 3 };
        const address = historyPath({ repositoryId: 'r', version }, { path, range, symbol });
        expect(read(address)).toEqual({ path, range, symbol, version });
      },
    ),
  );
});

test('reads lines as `4-6`, `L4-L6` or `6-4`, and only with a file', () => {
  for (const lines of ['line=4-6', 'lines=L4-L6', 'lines=6-4'])
    expect(read(`/r/x/history?path=a.py&${lines}`).range).toEqual({ startLine: 4, endLine: 6 });
  expect(read('/r/x/history?line=4').range).toBeNull();
  expect(read('/r/x/history?path=a.py&line=top').range).toBeNull();
});

test('keeps the version in the address of a commit', () => {
  expect(commitPath(place, 'abc1234')).toBe('/r/r%201/commits/abc1234');
  expect(commitPath({ repositoryId: 'r1', version: 's 1' }, 'abc1234')).toBe(
    '/r/r1/commits/abc1234?version=s+1',
  );
  const lines = { path: 'a b.py', startLine: 4, endLine: 6 };
  const address = commitPath(place, 'abc1234', lines);
  expect(readCommitLines(new URL(address, 'http://x').searchParams)).toEqual(lines);
  expect(readCommitLines(new URLSearchParams('path=a.py'))).toBeNull();
});
