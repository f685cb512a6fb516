/** Reads a file of a removed version: a cited file of an upload from its copy, and a file on GitHub at its own address. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Source } from '../../../../worker/core/repositories/source.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { removeInBackground } from '../../../../worker/flows/repositories/remove-in-background.ts';
import { readVersionedFile } from '../../../../worker/flows/versions/read-versioned-file.ts';
import { addReadySnapshot, type AddedSnapshot } from '../../../support/workbench/add-snapshot.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const commit = '1111111aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const files = [
  { path: 'src/gate.py', text: 'def open_gate():\n    return "wide"\n' },
  { path: 'docs/my guide.md', text: '# Gates\n' },
];
const github: Source = { kind: 'github', owner: 'acme', name: 'tool', hostId: '7' };

let bench: Workbench;
let removed: AddedSnapshot;

async function replace(source: Source): Promise<void> {
  const hosted =
    source.kind === 'upload'
      ? undefined
      : {
          source,
          history: 'none' as const,
          etag: undefined,
          visibility: 'private' as const,
          isPrivate: false,
        };
  bench = await openWorkbench();
  removed = await addReadySnapshot(bench, { files }, { ref: 'main', commit, hosted });
  await addReadySnapshot(bench, { files }, { ref: 'main', commit: commit.replaceAll('1', '2'), hosted });
  const conversation = { repositoryId: removed.id, viewer: viewer.id, id: 'q' };
  await bench.services.citedFiles.record(0, conversation, [
    { snapshot: removed.snapshotId, path: 'src/gate.py' },
  ]);
  await bench.services.catalog.hideSnapshots([removed.key.snapshot]);
  expect((await removeInBackground(bench.services)).failures).toEqual([]);
}
const read = (path: string, version = removed.snapshotId) =>
  readVersionedFile(bench.services, viewer, { id: removed.id, version, path });
const readError = (path: string, version?: string) =>
  read(path, version).then(
    () => expect.fail('the file is readable'),
    (error: unknown) => error,
  );

describe('a removed version of an upload', () => {
  beforeEach(() => replace({ kind: 'upload' }));

  it('has the files that a conversation cites, by the id of the version and by its commit', async () => {
    for (const version of [removed.snapshotId, commit]) {
      const found = await read('src/gate.py', version);
      expect(found).toMatchObject({ kind: 'retained', file: { commit, text: files[0]?.text, lines: 2 } });
    }
  });

  it('has no other files', async () => {
    expect(await readError('docs/my guide.md')).toMatchObject({ code: 'version_not_found' });
    expect(await readError('src/gate.py', 'v9')).toMatchObject({ code: 'version_not_found' });
  });

  it('has no rows left beside the copies', async () => {
    expect(await bench.services.chunkStore.listFiles(removed.key)).toEqual([]);
  });
});

describe('a removed version of a repository on GitHub', () => {
  beforeEach(() => replace(github));

  it('is not copied, and the error leads to the file at that commit', async () => {
    expect(await readError('src/gate.py')).toMatchObject({
      code: 'version_not_found',
      message: expect.stringContaining(
        'GitHub has the file as of that commit: https://github.com/acme/tool/',
      ),
      details: { hostUrl: `https://github.com/acme/tool/blob/${commit}/src/gate.py` },
    });
    expect(await readError('docs/my guide.md')).toMatchObject({
      details: { hostUrl: `https://github.com/acme/tool/blob/${commit}/docs/my%20guide.md?plain=1` },
    });
  });

  it('has no address if the version never existed', async () => {
    const error = await readError('src/gate.py', 'v9');
    expect(error).not.toHaveProperty('details.hostUrl');
  });
});
