/** Matches are grouped by file in runs of lines. Each match appears once, lines are in order, and runs do not touch. */
import { array, assert, integer, property, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';
import type { GrepResponse } from '../../../web/src/lib/api.ts';
import { groupMatches } from '../../../web/src/lib/features/search/group-matches.ts';

const file = Array.from({ length: 60 }, (_, index) => `line ${index + 1}`);
const match = (path: string, line: number, context = 2): GrepResponse['matches'][number] => ({
  path,
  line,
  language: 'text',
  text: file[line - 1] ?? '',
  ranges: [{ start: 0, end: 4 }],
  before: file.slice(Math.max(0, line - 1 - context), line - 1),
  after: file.slice(line, line + context),
});

test('matches share a run only if their contexts touch', () => {
  const [group] = groupMatches([match('a', 1), match('a', 4), match('a', 20)]);
  expect(group?.runs.map((run) => run.map(({ line, ranges }) => (ranges ? `${line}!` : `${line}`)))).toEqual([
    ['1!', '2', '3', '4!', '5', '6'],
    ['18', '19', '20!', '21', '22'],
  ]);
  expect(group).toMatchObject({ path: 'a', matchCount: 3, language: 'text' });
});

test('shows every match and every line once, in runs that do not touch', () => {
  const lines = uniqueArray(integer({ min: 1, max: 60 }));
  assert(
    property(array(lines, { maxLength: 3 }), integer({ min: 0, max: 10 }), (files, context) => {
      const matches = files.flatMap((numbers, index) =>
        numbers.toSorted((a, b) => a - b).map((line) => match(`f${index}`, line, context)),
      );
      for (const group of groupMatches(matches)) {
        const grouped = group.runs.flat();
        expect(grouped.map(({ text }) => text)).toEqual(grouped.map(({ line }) => file[line - 1]));
        const matchLines = matches.filter(({ path }) => path === group.path).map(({ line }) => line);
        expect(grouped.filter(({ ranges }) => ranges !== null).map(({ line }) => line)).toEqual(matchLines);
        const gaps = grouped.slice(1).map(({ line }, index) => line - (grouped[index]?.line ?? 0));
        expect(gaps.every((gap) => gap > 0)).toBe(true);
        expect(gaps.filter((gap) => gap > 1)).toHaveLength(group.runs.length - 1);
      }
    }),
  );
});
