/** Paths are found by parts, by the beginnings of words and despite typos; the marked ranges lie in the path. */
import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { matchPaths } from '../../../../worker/retrieval/paths/match-paths.ts';

const files = [
  'README.md',
  'docs/blueprints.rst',
  'src/app/sansio/scaffold.py',
  'src/app/blueprints.py',
  'src/app/helpers.py',
  'src/router/smart-router/router.ts',
  'src/router/reg-exp-router/router.ts',
  'src/router/trie-router/node.ts',
  'src/ui/StatusBadge.svelte',
  'tests/test_blueprints.py',
  'tests/static/index.html',
].map((path) => ({ path }));

const find = (text: string) => matchPaths(files, text, 200);
const listPaths = (text: string): readonly string[] => find(text).matches.map(({ file }) => file.path);
const markPaths = (text: string): readonly string[] =>
  find(text).matches.map(({ file: { path }, ranges }) =>
    ranges.toReversed().reduce((marked, { start, end }) => {
      return `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`;
    }, path),
  );

describe('a path that contains every word', () => {
  it('is found by words in any order and case, and the closest file name comes first', () => {
    expect(listPaths('BLUE')).toEqual([
      'docs/blueprints.rst',
      'src/app/blueprints.py',
      'tests/test_blueprints.py',
    ]);
    expect(listPaths('sansio app')).toEqual(['src/app/sansio/scaffold.py']);
    expect(markPaths('router.ts smart')).toEqual(['src/router/[smart]-router/[router.ts]']);
  });

  it('excludes paths that only resemble the words', () => {
    expect(find('router node')).toMatchObject({ isApproximate: false, total: 1 });
  });
});

describe('the closest paths', () => {
  it.each([
    ['smrouter', ['src/router/[sm]art-[router]/router.ts']],
    ['smart router.ts', ['src/router/[smart]-router/[router.ts]']],
    ['scafold', ['src/app/sansio/[scaffold].py']],
    ['scaffodl', ['src/app/sansio/[scaffold].py']],
    ['smartroter', ['src/router/[smart]-[router]/router.ts']],
    ['stbadge', ['src/ui/[St]atus[Badge].svelte']],
    ['rer', ['src/router/[re]g-exp-[r]outer/router.ts']],
    ['app/helprs', ['src/[app]/[helpers].py']],
  ])('to %j are %j', (text, marked) => {
    expect(markPaths(text)).toEqual(marked);
  });

  it.each([['bluprint'], ['bluprints'], ['blueprnts'], ['bluprnt'], ['lbueprint']])(
    'to the misspelled %j are the blueprints',
    (text) => {
      expect(find(text).isApproximate).toBe(true);
      expect(listPaths(text)).toEqual([
        'docs/blueprints.rst',
        'src/app/blueprints.py',
        'tests/test_blueprints.py',
      ]);
    },
  );

  it.each([['xyzzy'], ['tide'], ['sxr'], ['payments invoice'], ['q'.repeat(300)]])(
    'to the unrelated %j do not exist',
    (text) => {
      expect(find(text)).toMatchObject({ isApproximate: true, total: 0 });
    },
  );
});

test('the total counts paths that are not returned', () => {
  expect(matchPaths(files, 'src', 2)).toMatchObject({ total: 7, matches: [{}, {}] });
});

test('ranges are in order, do not overlap and lie in the path', () => {
  const anyPath = string({ unit: constantFrom(...'abcRS-_./é日İ1'), maxLength: 30 });
  assert(
    property(array(anyPath, { maxLength: 5 }), anyPath, (paths, text) => {
      const { matches } = matchPaths(
        paths.map((path) => ({ path })),
        text,
        10,
      );
      for (const { file, ranges } of matches) {
        let end = 0;
        for (const range of ranges) {
          expect(range.start).toBeGreaterThanOrEqual(end);
          expect(range.end).toBeGreaterThan(range.start);
          end = range.end;
        }
        expect(end).toBeLessThanOrEqual(file.path.length);
      }
    }),
  );
});
