/** The folders proposed for a repository that exceeds a cap are within the cap and disjoint, largest first. */
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { findLargestFolders } from '../../../../worker/ingestion/source-files/require-within-caps.ts';

it('replaces a folder over the cap by its subfolders, largest first', () => {
  const files = [
    { path: 'packages/a/src/one.ts', lines: 60 },
    { path: 'packages/a/src/two.ts', lines: 30 },
    { path: 'packages/b/one.ts', lines: 50 },
    { path: 'docs/index.md', lines: 70 },
    { path: 'README.md', lines: 500 },
  ];
  expect(findLargestFolders(files, { maxFiles: Infinity, maxLines: 100 })).toEqual([
    { path: 'packages/a', files: 2, lines: 90 },
    { path: 'docs', files: 1, lines: 70 },
    { path: 'packages/b', files: 1, lines: 50 },
  ]);
});

it('returns a folder without subfolders even if it is over the cap', () => {
  const files = Array.from({ length: 5 }, (_, index) => ({ path: `src/${index}.ts`, lines: 1 }));
  expect(findLargestFolders(files, { maxFiles: 3, maxLines: Infinity })).toEqual([
    { path: 'src', files: 5, lines: 5 },
  ]);
});

it('never returns a folder twice or inside another', () => {
  const path = fc
    .array(fc.constantFrom('a', 'b', 'c'), { minLength: 2, maxLength: 5 })
    .map((names) => names.join('/'));
  const files = fc.array(fc.record({ path, lines: fc.nat(50) }), { maxLength: 40 });
  fc.assert(
    fc.property(files, fc.nat(20), (sizedFiles, maxFiles) => {
      const folders = findLargestFolders(sizedFiles, { maxFiles, maxLines: 200 }).map(
        (folder) => `${folder.path}/`,
      );
      for (const folder of folders)
        expect(folders.filter((other) => other.startsWith(folder))).toEqual([folder]);
    }),
  );
});
