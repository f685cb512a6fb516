/** Finds the document that introduces a repository, or the outermost sources of a repository without a README. */
import { expect, it } from 'vitest';
import { findOverviewFiles } from '../../../../worker/retrieval/search/overview-files.ts';
import { fileRow } from '../../../support/samples/questions.ts';

const paths = (...files: Parameters<typeof findOverviewFiles>[0]) =>
  findOverviewFiles(files, 2).map(({ path }) => path);

it('returns the README at the root', () => {
  expect(paths(fileRow('a/README.md'), fileRow('a/x.py'), fileRow('README.rst'))).toEqual(['README.rst']);
});

it('returns the README of the folder with most of the source if the root has none', () => {
  const files = [
    fileRow('docs/README.md'),
    fileRow('packages/core/README.md'),
    fileRow('packages/core/x.py', 500),
  ];
  expect(paths(...files, fileRow('docs/conf.py', 20))).toEqual(['packages/core/README.md']);
});

it('skips an empty README', () => {
  expect(paths(fileRow('README.md', 0), fileRow('lib/README', 3))).toEqual(['lib/README']);
});

it('returns the largest of the outermost sources if there is no README', () => {
  expect(paths(fileRow('b.py', 5), fileRow('a/c.py', 900), fileRow('a.py', 50), fileRow('d.csv'))).toEqual([
    'a.py',
    'b.py',
  ]);
});
