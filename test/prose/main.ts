/** Lints the prose of every tracked file against the glossary. Prints each finding with its location; exits with 1 if there is any. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findWrongTerms } from './find-wrong-terms.ts';

const root = join(import.meta.dirname, '../..');
const requestedPaths = process.argv.slice(2);
const trackedFiles = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '--', ...(requestedPaths.length === 0 ? ['.'] : requestedPaths)],
  {
    cwd: root,
    encoding: 'utf8',
  },
);
/** Sample files, the glossary itself, and a page of verbatim quotations. */
const excludedPaths = /^test\/(?:fixtures\/|prose\/|eval\/results\/web-docs\.md$)/;
const isProse = (path: string): boolean => /\.(?:ts|svelte|md)$/.test(path) && !excludedPaths.test(path);
/** Git still lists a file whose deletion is not committed. */
const paths = trackedFiles.split('\n').filter((path) => isProse(path) && existsSync(join(root, path)));

let count = 0;
for (const path of paths) {
  for (const { line, column, message } of await findWrongTerms(
    path,
    readFileSync(join(root, path), 'utf8'),
  )) {
    count += 1;
    console.log(`${path}:${line}:${column} ${message}`);
  }
}
console.log(`${paths.length} files, ${count} terms to replace.`);
process.exitCode = count === 0 ? 0 : 1;
