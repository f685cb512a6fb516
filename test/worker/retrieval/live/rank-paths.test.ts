/** Ranks the paths of an unread repository by names, words, roles, host search results and referenced names. */
import { describe, expect, it } from 'vitest';
import { detectFileRole } from '../../../../worker/core/files/file-role.ts';
import { rankPaths, type PathQuery, type TreeFile } from '../../../../worker/retrieval/live/rank-paths.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const tree = (paths: readonly string[], bytes = 4_000): readonly TreeFile[] =>
  paths.map((path) => ({ path, bytes, role: detectFileRole(path) }));
const ranked = (
  paths: readonly string[] | readonly TreeFile[],
  text: string,
  overrides: Partial<PathQuery> = {},
): readonly string[] => {
  const resolved = paths.map((one) => (typeof one === 'string' ? tree([one])[0] : one));
  const files = resolved.flatMap((one) => one ?? []);
  return rankPaths(files, {
    question: readQuestion(text),
    hostMatches: [],
    referencedNames: [],
    ...overrides,
  }).map(({ path }) => path);
};
const places = ['src/tides.py', 'src/locks.py', 'src/port/gauge.py', 'docs/locks.md', 'tests/test_locks.py'];

describe('rankPaths', () => {
  it('ranks the file with the words in its name first, then its docs, then its tests', () => {
    expect(ranked(places, 'How are the locks opened?').slice(0, 2)).toEqual([
      'src/locks.py',
      'docs/locks.md',
    ]);
    expect(ranked(places, 'Which tests are there of the locks?')[0]).toBe('tests/test_locks.py');
  });

  it('matches names with files in any naming style', () => {
    const paths = ['lib/a.ts', 'lib/tide-gauge.ts', 'lib/gauge.ts', 'lib/tide.ts'];
    expect(ranked(paths, 'What does `TideGauge` return?')[0]).toBe('lib/tide-gauge.ts');
    expect(ranked(['lib/b.go', 'lib/locks/index.ts'], 'How are locks kept?')[0]).toBe('lib/locks/index.ts');
  });

  it('ranks a requested path first', () => {
    const found = ['src/locks.py', 'src/tides.py'];
    expect(ranked(places, 'What is in port/gauge.py about locks?', { hostMatches: found })[0]).toBe(
      'src/port/gauge.py',
    );
  });

  it('uses the order of the host search if paths do not match', () => {
    const found = ['src/port/gauge.py', 'src/tides.py'];
    expect(ranked(places, 'Who keeps the lamps?', { hostMatches: found }).slice(0, 2)).toEqual(found);
  });

  it('ranks files higher whose names the first read refers to', () => {
    const names = ['gauge', 'tides'];
    expect(ranked(places, 'Who keeps the lamps?', { referencedNames: names }).slice(0, 2)).toEqual([
      'src/port/gauge.py',
      'src/tides.py',
    ]);
  });

  it('ranks larger sources first without other signals, and other roles last', () => {
    const [small, large] = [
      { path: 'src/a.py', bytes: 900, role: 'source' },
      { path: 'src/b.py', bytes: 30_000, role: 'source' },
    ] as const;
    expect(ranked([small, ...tree(['tests/test_c.py'], 30_000), large], 'Who keeps the lamps?')).toEqual([
      'src/b.py',
      'src/a.py',
      'tests/test_c.py',
    ]);
  });

  it('does not depend on the order of the tree', () => {
    const question = 'How are the locks and tides read?';
    expect(ranked(places.toReversed(), question)).toEqual(ranked(places, question));
  });
});
