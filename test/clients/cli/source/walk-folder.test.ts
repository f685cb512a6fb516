import { rmSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { walkFolder } from '../../../../clients/cli/source/walk-folder.ts';
import { git } from '../../../support/files/git.ts';
import { createFolder, temporaryFolder, writeFiles } from '../../../support/files/temporary-folder.ts';

const name = fc.constantFrom('a', 'b', 'A', 'build', 'x.log', 'y.log', 'src');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => `${parts.join('/')}.ts`);
const pattern = fc.constantFrom(
  'a',
  'b/',
  '/a',
  '*.log',
  '!x.log',
  'build/',
  '!build/',
  'src/*',
  '!src/a',
  '**/b',
  'a/**',
  '!a.ts',
  '*.ts',
  '!/src/',
  '# a',
  '',
  'x.log/',
  '/src/b.ts',
  'A',
);
const ignoreFile = fc.tuple(
  fc.array(name, { maxLength: 3 }).map((parts) => [...parts, '.gitignore'].join('/')),
  fc.array(pattern, { maxLength: 5 }).map((lines) => `${lines.join('\n')}\n`),
);

test('agrees with git on listed and ignored files, for any rules', { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(
      fc.array(path, { minLength: 1, maxLength: 12 }),
      fc.array(ignoreFile, { maxLength: 3 }),
      (paths, rules) => {
        const folder = temporaryFolder();
        const files = new Map([...paths.map((file) => [file, ''] as const), ...rules]);
        writeFiles(folder, Object.fromEntries(files));
        const walked = walkFolder(folder);
        git(folder, 'init', '--quiet');
        const list = (...options: string[]) =>
          git(folder, 'ls-files', '--others', '--exclude-standard', '-z', ...options)
            .split('\0')
            .filter(Boolean)
            .toSorted();
        const [included, ignored] = [list(), list('--ignored')];
        rmSync(join(folder, '.git'), { recursive: true });
        expect(walked.paths.toSorted()).toEqual(included);
        // Every ignored file is reported, by itself or with a folder that contains it. No packed file is reported.
        const skipped = walked.skipped.map((entry) => entry.path);
        const isSkipped = (file: string) =>
          skipped.some((entry) => (entry.endsWith('/') ? file.startsWith(entry) : file === entry));
        expect(ignored.filter((file) => !isSkipped(file))).toEqual([]);
        expect(included.filter(isSkipped)).toEqual([]);
      },
    ),
    { numRuns: 60 },
  );
});

test('lists files in a folder that an inner rule includes again', () => {
  const folder = createFolder({
    '.gitignore': 'src/*\nsrc/build/c d/*\n',
    'src/.gitignore': '!build/\n!b \\[1]/\n',
    'src/a.ts': '',
    'src/build/a.ts': '',
    'src/build/c d/a.ts': '',
    'src/b [1]/a.ts': '',
    'src/other/a.ts': '',
  });
  const { paths } = walkFolder(folder);
  expect(paths.filter((path) => path.endsWith('.ts'))).toEqual(['src/b [1]/a.ts', 'src/build/a.ts']);
});

test('skips folders that never contain source code, and reports the package folders', () => {
  const folder = createFolder({
    'a.ts': '',
    '.git/config': '',
    '.hg/store': '',
    'node_modules/x/index.js': '',
    'packages/p/node_modules/y/index.js': '',
  });
  const { paths, skipped } = walkFolder(folder);
  expect(paths).toEqual(['a.ts']);
  expect(skipped.map((entry) => entry.path)).toEqual(['node_modules/', 'packages/p/node_modules/']);
});
