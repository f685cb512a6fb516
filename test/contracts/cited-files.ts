/** Contract of every store of cited files: a file stays until no conversation cites it. */

import { beforeEach, describe, expect, it } from 'vitest';
import type { CitedFiles, RetainedFile } from '../../worker/ports/conversations.ts';

const shard = 0;
const retained = (path: string, text = 'a\nb\n'): RetainedFile => ({
  path,
  commit: 'c1',
  hash: 'h1',
  language: 'python',
  encoding: 'utf-8',
  lines: 2,
  text,
  masked: [{ line: 2, rule: 'key' }],
  indexedAt: 1_000,
  removedAt: 2_000,
});
const conversation = (id: string, viewer = 'anna') => ({ repositoryId: 'r1', viewer, id });
const snapshot = { id: 's1', repositoryId: 'r1' };

export function citedFilesContract(open: () => Promise<{ readonly citedFiles: CitedFiles }>): void {
  let files: CitedFiles;
  beforeEach(async () => {
    files = (await open()).citedFiles;
  });
  const read = (path: string, repositoryId = 'r1') =>
    files.read(shard, repositoryId, { snapshot: 's1', path });

  it('lists the cited paths of a snapshot, each once, until their files are retained', async () => {
    await files.record(shard, conversation('q'), [
      { snapshot: 's1', path: 'b.py' },
      { snapshot: 's1', path: 'a.py' },
      { snapshot: 's2', path: 'c.py' },
    ]);
    await files.record(shard, conversation('p'), [{ snapshot: 's1', path: 'a.py' }]);
    expect(await files.listUnretained(shard, 's1')).toEqual(['a.py', 'b.py']);
    await files.retain(shard, snapshot, [retained('a.py')]);
    expect(await files.listUnretained(shard, 's1')).toEqual(['b.py']);
    expect(await read('a.py')).toEqual(retained('a.py'));
    expect(await read('b.py')).toBeUndefined();
    expect(await read('a.py', 'r2')).toBeUndefined();
  });

  it('does not replace a retained file, since a repeated removal may read less', async () => {
    await files.retain(shard, snapshot, [retained('a.py', 'whole\n')]);
    await files.retain(shard, snapshot, [retained('a.py', 'part\n')]);
    expect((await read('a.py'))?.text).toBe('whole\n');
  });

  it('records no more files of a conversation than the limit', async () => {
    const paths = Array.from({ length: files.maxFiles + 5 }, (_, index) => `f${index}.py`);
    await files.record(
      shard,
      conversation('q'),
      paths.map((path) => ({ snapshot: 's1', path })),
    );
    await files.record(shard, conversation('q'), [{ snapshot: 's1', path: 'late.py' }]);
    const listed = await files.listUnretained(shard, 's1');
    expect(listed).toHaveLength(files.maxFiles);
    expect(listed).not.toContain('late.py');
  });

  describe('after a removal', () => {
    beforeEach(async () => {
      for (const [one, paths] of [
        [conversation('q'), ['a.py', 'b.py']],
        [conversation('q', 'boris'), ['b.py']],
      ] as const)
        await files.record(
          shard,
          one,
          paths.map((path) => ({ snapshot: 's1', path })),
        );
      await files.retain(shard, snapshot, [retained('a.py'), retained('b.py')]);
    });

    it('of a conversation, files remain that another conversation cites', async () => {
      await files.removeConversation(shard, conversation('q'));
      expect(await read('a.py')).toBeUndefined();
      expect(await read('b.py')).toBeDefined();
      await files.removeConversation(shard, conversation('q', 'boris'));
      expect(await read('b.py')).toBeUndefined();
      expect(await files.listUnretained(shard, 's1')).toEqual([]);
    });

    it('of a repository, nothing remains', async () => {
      await files.record(shard, { ...conversation('q'), repositoryId: 'r2' }, [
        { snapshot: 's9', path: 'z.py' },
      ]);
      await files.removeRepository(shard, 'r1');
      expect(await read('a.py')).toBeUndefined();
      expect(await read('b.py')).toBeUndefined();
      expect(await files.listUnretained(shard, 's1')).toEqual([]);
      expect(await files.listUnretained(shard, 's9')).toEqual(['z.py']);
    });
  });
}
