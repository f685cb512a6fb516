import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commitAll, git } from '../support/files/git.ts';
import { temporaryFolder, writeFiles } from '../support/files/temporary-folder.ts';
import { findClone, readCloneName } from './find-clone.ts';

function cloneAt(folders: string, path: string): string {
  const folder = join(folders, path);
  mkdirSync(folder, { recursive: true });
  writeFiles(folder, { 'main.py': `# ${path}\n` });
  return commitAll(folder);
}

describe('a clone', () => {
  it.each(['owner+name', 'owner/name', 'name', 'name.git', 'Owner+Name', 'owner__name', 'owner+name/repo'])(
    'is found as %s',
    async (path) => {
      const folders = temporaryFolder();
      const commit = cloneAt(folders, path);
      cloneAt(folders, 'owner+other');
      expect(await findClone({ repository: 'owner/name', commit: commit.slice(0, 10) }, [folders])).toEqual({
        folder: join(folders, path),
        commit,
      });
    },
  );

  it('is found bare, and in the second of two folders', async () => {
    const folders = temporaryFolder();
    const commit = cloneAt(folders, 'work');
    git(folders, 'clone', '--quiet', '--bare', 'work', 'name.git');
    const found = await findClone({ repository: 'owner/name', commit }, [temporaryFolder(), folders]);
    expect(found).toEqual({ folder: join(folders, 'name.git'), commit });
  });

  it('that lacks the commit is skipped, and reported if no other has it', async () => {
    const folders = temporaryFolder();
    cloneAt(folders, 'name');
    const commit = cloneAt(folders, 'owner+name');
    expect(await findClone({ repository: 'owner/name', commit }, [folders])).toEqual({
      folder: join(folders, 'owner+name'),
      commit,
    });
    const missing = await findClone({ repository: 'owner/name', commit: '0'.repeat(40) }, [folders]);
    expect(missing).toMatchObject({ looked: [expect.stringContaining('has no commit'), expect.any(String)] });
  });

  it('may be the given folder itself, whatever its name', async () => {
    const folders = temporaryFolder();
    const commit = cloneAt(folders, 'mine');
    const own = join(folders, 'mine');
    expect(await findClone({ repository: 'owner/name', commit }, [own])).toEqual({ folder: own, commit });
    const other = { repository: 'owner/name', commit: '0'.repeat(40) };
    expect(await findClone(other, [own])).toMatchObject({
      looked: [expect.stringContaining('has no commit')],
    });
  });

  it('of another owner does not match', async () => {
    const folders = temporaryFolder();
    const commit = cloneAt(folders, 'other+name');
    expect(await findClone({ repository: 'owner/name', commit }, [folders])).toHaveProperty('looked');
  });
});

it('is named after its folder', () => {
  expect(readCloneName('/clones/owner+name/repo')).toBe('owner/name');
  expect(readCloneName('/clones/name.git')).toBe('name');
});
