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

describe('findClone', () => {
  it.each(['owner+name', 'owner/name', 'name', 'name.git', 'Owner+Name', 'owner__name', 'owner+name/repo'])(
    'finds a clone named %s',
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

  it('finds a bare clone, and one in the second of two folders', async () => {
    const folders = temporaryFolder();
    const commit = cloneAt(folders, 'work');
    git(folders, 'clone', '--quiet', '--bare', 'work', 'name.git');
    const clone = await findClone({ repository: 'owner/name', commit }, [temporaryFolder(), folders]);
    expect(clone).toEqual({ folder: join(folders, 'name.git'), commit });
  });

  it('skips a clone without the commit, and reports it if no other clone has the commit', async () => {
    const folders = temporaryFolder();
    cloneAt(folders, 'name');
    const commit = cloneAt(folders, 'owner+name');
    expect(await findClone({ repository: 'owner/name', commit }, [folders])).toEqual({
      folder: join(folders, 'owner+name'),
      commit,
    });
    const missing = await findClone({ repository: 'owner/name', commit: '0'.repeat(40) }, [folders]);
    expect(missing).toMatchObject({
      searched: [expect.stringContaining('has no commit'), expect.any(String)],
    });
  });

  it('accepts the given folder itself as the clone, whatever its name', async () => {
    const folders = temporaryFolder();
    const commit = cloneAt(folders, 'mine');
    const folder = join(folders, 'mine');
    expect(await findClone({ repository: 'owner/name', commit }, [folder])).toEqual({
      folder,
      commit,
    });
    const other = { repository: 'owner/name', commit: '0'.repeat(40) };
    expect(await findClone(other, [folder])).toMatchObject({
      searched: [expect.stringContaining('has no commit')],
    });
  });

  it('does not match a clone of another owner', async () => {
    const folders = temporaryFolder();
    const commit = cloneAt(folders, 'other+name');
    expect(await findClone({ repository: 'owner/name', commit }, [folders])).toHaveProperty('searched');
  });
});

it('reads the repository name from the name of the folder', () => {
  expect(readCloneName('/clones/owner+name/repo')).toBe('owner/name');
  expect(readCloneName('/clones/name.git')).toBe('name');
});
