/** Paths ranked for a question nobody has read the repository for: names and words in them, roles, what the host found, what is referred to. */
import { describe, expect, it } from 'vitest';
import { detectFileRole } from '../../../../worker/core/files/file-role.ts';
import { rankPaths, type PathQuery, type TreeFile } from '../../../../worker/retrieval/live/rank-paths.ts';
import { readQuestion } from '../../../../worker/retrieval/question/read-question.ts';

const tree = (paths: readonly string[], bytes = 4_000): readonly TreeFile[] =>
  paths.map((path) => ({ path, bytes, role: detectFileRole(path) }));
const ranked = (
  paths: readonly string[] | readonly TreeFile[],
  text: string,
  more: Partial<PathQuery> = {},
): readonly string[] => {
  const files = paths.map((one) => (typeof one === 'string' ? tree([one])[0] : one));
  const read = files.flatMap((one) => one ?? []);
  return rankPaths(read, { question: readQuestion(text), found: [], names: [], ...more }).map(
    ({ path }) => path,
  );
};
const places = ['src/tides.py', 'src/locks.py', 'src/port/gauge.py', 'docs/locks.md', 'tests/test_locks.py'];

describe('rankPaths', () => {
  it('puts the file first whose name holds the words, its docs after, its tests behind', () => {
    expect(ranked(places, 'How are the locks opened?').slice(0, 2)).toEqual([
      'src/locks.py',
      'docs/locks.md',
    ]);
    expect(ranked(places, 'Which tests are there of the locks?')[0]).toBe('tests/test_locks.py');
  });

  it('finds a name in files called so, however they are written', () => {
    const paths = ['lib/a.ts', 'lib/tide-gauge.ts', 'lib/gauge.ts', 'lib/tide.ts'];
    expect(ranked(paths, 'What does `TideGauge` return?')[0]).toBe('lib/tide-gauge.ts');
    expect(ranked(['lib/b.go', 'lib/locks/index.ts'], 'How are locks kept?')[0]).toBe('lib/locks/index.ts');
  });

  it('puts a path that is asked for before anything else', () => {
    const found = ['src/locks.py', 'src/tides.py'];
    expect(ranked(places, 'What is in port/gauge.py about locks?', { found })[0]).toBe('src/port/gauge.py');
  });

  it('goes by what the host found, in its order, where the paths tell nothing', () => {
    const found = ['src/port/gauge.py', 'src/tides.py'];
    expect(ranked(places, 'Who keeps the lamps?', { found }).slice(0, 2)).toEqual(found);
  });

  it('goes by the names a first read refers to', () => {
    const names = ['gauge', 'tides'];
    expect(ranked(places, 'Who keeps the lamps?', { names }).slice(0, 2)).toEqual([
      'src/port/gauge.py',
      'src/tides.py',
    ]);
  });

  it('puts larger sources first where nothing is told, and what is no source behind', () => {
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

  it('is the same whatever order the tree is told in', () => {
    const question = 'How are the locks and tides read?';
    expect(ranked(places.toReversed(), question)).toEqual(ranked(places, question));
  });
});
