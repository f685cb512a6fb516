import { expect, it } from 'vitest';
import { git } from '../../support/files/git.ts';
import { temporaryFolder, writeFiles } from '../../support/files/temporary-folder.ts';
import { makeChangeCases } from './change-cases.ts';
import type { Definition } from './changed-definitions.ts';
import { chooseCommits } from './choose-commits.ts';

const first = ['def one():', '    return 1', '', '', 'def two():', '    return 2', ''].join('\n');
/** The first version with imports above, so that all lines move down before `two` changes. */
const textWithImports = `import os\nimport sys\n\n\n${first}`;

function commit(folder: string, time: number, message: string): void {
  process.env['GIT_COMMITTER_DATE'] = `${time} +0000`;
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', message, '--date', `${time} +0000`);
  delete process.env['GIT_COMMITTER_DATE'];
}

function createHistory(): string {
  const folder = temporaryFolder();
  git(folder, 'init', '--quiet');
  writeFiles(folder, { 'src/a.py': first, 'README.md': 'About' });
  commit(folder, 1_700_000_000, 'Add the first version');
  writeFiles(folder, { 'src/a.py': textWithImports });
  commit(folder, 1_700_000_100, 'Import the modules of the platform');
  writeFiles(folder, {
    'src/a.py': textWithImports.replace('return 2', 'return 3'),
    'src/new.py': 'x = 1\n',
  });
  commit(folder, 1_700_000_200, 'fix: return three from the second function (#7)');
  writeFiles(folder, { 'README.md': 'More about' });
  commit(folder, 1_700_000_300, 'Explain the module in more detail');
  writeFiles(folder, { 'src/a.py': textWithImports.replace('return 2', 'return 4') });
  commit(folder, 1_700_000_400, 'Revert "return three from the second function"');
  return folder;
}

const definition = (name: string, startLine: number): Definition => ({
  id: name,
  name,
  qualifiedName: name,
  kind: 'function',
  path: 'src/a.py',
  startLine,
  endLine: startLine + 1,
  nameLine: startLine,
  signature: '',
  documentation: '',
  exported: true,
  complexity: 1,
});

const outline = async (): Promise<readonly Definition[]> => [definition('one', 1), definition('two', 5)];

it('makes cases from later commits, with definitions of the indexed state', async () => {
  const folder = createHistory();
  const choice = await chooseCommits(folder, 10);
  if (choice === undefined) throw new Error('The history must contain two descriptive commits.');
  expect(choice.indexCommit).toBe(git(folder, 'rev-list', '--max-parents=0', 'HEAD'));
  const cases = await makeChangeCases(choice, { folder, paths: new Set(['src/a.py']), outline }, 10);
  const summaries = cases.map(({ query, files, definitions, pr }) => ({
    query,
    files,
    names: definitions.map(({ name }) => name),
    pr,
  }));
  expect(summaries.sort((left, right) => (left.query < right.query ? -1 : 1))).toEqual([
    { query: 'Import the modules of the platform', files: ['src/a.py'], names: [], pr: null },
    { query: 'return three from the second function', files: ['src/a.py'], names: ['two'], pr: 7 },
  ]);
});

it('makes no cases from a history that is too short', async () => {
  const folder = temporaryFolder();
  git(folder, 'init', '--quiet');
  writeFiles(folder, { 'a.py': first });
  commit(folder, 1_700_000_000, 'Add the first version');
  expect(await chooseCommits(folder, 10)).toBeUndefined();
});
