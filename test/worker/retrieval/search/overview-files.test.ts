/** The document that tells what a repository is, or the sources that do where there is none. */
import { expect, it } from 'vitest';
import { findOverviewFiles } from '../../../../worker/retrieval/search/overview-files.ts';
import { fileRow } from '../../../support/samples/questions.ts';

const paths = (...files: Parameters<typeof findOverviewFiles>[0]) =>
  findOverviewFiles(files, 2).map(({ path }) => path);

it('is the document at the top', () => {
  expect(paths(fileRow('a/README.md'), fileRow('a/x.py'), fileRow('README.rst'))).toEqual(['README.rst']);
});

it('is the one over most of the sources where none is at the top', () => {
  const files = [
    fileRow('docs/README.md'),
    fileRow('packages/core/README.md'),
    fileRow('packages/core/x.py', 500),
  ];
  expect(paths(...files, fileRow('docs/conf.py', 20))).toEqual(['packages/core/README.md']);
});

it('is never an empty one', () => {
  expect(paths(fileRow('README.md', 0), fileRow('lib/README', 3))).toEqual(['lib/README']);
});

it('are else the largest of the outermost sources', () => {
  expect(paths(fileRow('b.py', 5), fileRow('a/c.py', 900), fileRow('a.py', 50), fileRow('d.csv'))).toEqual([
    'a.py',
    'b.py',
  ]);
});
