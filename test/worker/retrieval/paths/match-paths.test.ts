/** Paths are found by parts, by the beginnings of words and despite typos; the marked ranges lie in the path. */
import { array, assert, asyncProperty, constantFrom, string } from 'fast-check';
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

const options = { maxMatches: 200, pause: async () => false };
const find = async (text: string) => matchPaths(files, text, options);
const listPaths = async (text: string): Promise<readonly string[]> =>
  (await find(text)).matches.map(({ file }) => file.path);
const markPaths = async (text: string): Promise<readonly string[]> =>
  (await find(text)).matches.map(({ file: { path }, ranges }) =>
    ranges.toReversed().reduce((marked, { start, end }) => {
      return `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`;
    }, path),
  );

describe('a path that contains every word', () => {
  it('is found by words in any order and case, and the closest file name comes first', async () => {
    expect(await listPaths('BLUE')).toEqual([
      'docs/blueprints.rst',
      'src/app/blueprints.py',
      'tests/test_blueprints.py',
    ]);
    expect(await listPaths('sansio app')).toEqual(['src/app/sansio/scaffold.py']);
    expect(await markPaths('router.ts smart')).toEqual(['src/router/[smart]-router/[router.ts]']);
  });

  it('excludes paths that only resemble the words', async () => {
    expect(await find('router node')).toMatchObject({ isApproximate: false, total: 1 });
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
  ])('to %j are %j', async (text, marked) => {
    expect(await markPaths(text)).toEqual(marked);
  });

  it.each([['bluprint'], ['bluprints'], ['blueprnts'], ['bluprnt'], ['lbueprint']])(
    'to the misspelled %j are the blueprints',
    async (text) => {
      expect((await find(text)).isApproximate).toBe(true);
      expect(await listPaths(text)).toEqual([
        'docs/blueprints.rst',
        'src/app/blueprints.py',
        'tests/test_blueprints.py',
      ]);
    },
  );

  it.each([['xyzzy'], ['tide'], ['sxr'], ['payments invoice'], ['q'.repeat(300)]])(
    'to the unrelated %j do not exist',
    async (text) => {
      expect(await find(text)).toMatchObject({ isApproximate: true, total: 0 });
    },
  );
});

describe('many paths', () => {
  const manyFiles = Array.from({ length: 5_000 }, (_, index) => ({
    path: `packages/configuration${index}/resources/serializers.spec.tsx`,
  }));

  it('are compared with a repeated word once, and with six words', async () => {
    const repeated = await matchPaths(manyFiles, 'packagex '.repeat(33), options);
    expect(repeated).toMatchObject({ total: 5_000, isIncomplete: false });
    expect(repeated.matches[0]?.ranges).toEqual([{ start: 0, end: 8 }]);
    const words = 'packagex configurationn resourcess serializerss specc tsxx';
    expect(await matchPaths(manyFiles, `${words} xy`, options)).toMatchObject({ total: 5_000 });
  });

  it('are compared until the time is over, and the closest ones so far are returned', async () => {
    let pauses = 0;
    const pause = async (): Promise<boolean> => (pauses += 1) === 2;
    const found = await matchPaths(manyFiles, 'serialisers', { maxMatches: 10, pause });
    expect(found).toMatchObject({ isApproximate: true, isIncomplete: true });
    expect(found.total).toBeGreaterThan(10);
    expect(found.total).toBeLessThan(2_000);
    expect(found.matches).toHaveLength(10);
  });
});

test('the total counts paths that are not returned', async () => {
  expect(await matchPaths(files, 'src', { ...options, maxMatches: 2 })).toMatchObject({
    total: 7,
    matches: [{}, {}],
  });
});

test('ranges are in order, do not overlap and lie in the path', async () => {
  const anyPath = string({ unit: constantFrom(...'abcRS-_./é日İ1'), maxLength: 30 });
  await assert(
    asyncProperty(array(anyPath, { maxLength: 5 }), anyPath, async (paths, text) => {
      const { matches } = await matchPaths(
        paths.map((path) => ({ path })),
        text,
        options,
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
