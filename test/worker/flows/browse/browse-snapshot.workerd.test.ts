/** Browses folders, finds paths and definitions, and reads files with their secrets masked. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  findPaths,
  findSymbols,
  listFolder,
  readFile,
} from '../../../../worker/flows/browse/browse-snapshot.ts';
import { definition } from '../../../support/workbench/parsed-files.ts';
import { addReadySnapshot, type AddedSnapshot } from '../../../support/workbench/add-snapshot.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const secret = ['KEY', 'Z9Y8X7W6'].join('');
const files = [
  { path: 'README.md', text: '# Tool\n' },
  { path: 'src/app.py', text: 'def run(): pass\n', symbols: [definition('App.run', 1)] },
  { path: 'src/core/chunk.py', text: 'x\n' },
  { path: 'src/core/chunk_store.py', text: 'x\n' },
  { path: 'src-old/a b.py', text: 'x\n' },
  { path: 'src/日本/é.py', text: 'x\n' },
  {
    path: 'keys.ini',
    text: `key = ${secret}\nend\n`,
    masks: [{ start: 6, end: 6 + secret.length, rule: 'key', line: 1 }],
  },
];

let bench: Workbench;
let snapshot: AddedSnapshot;
beforeEach(async () => {
  bench = await openWorkbench();
  snapshot = await addReadySnapshot(bench, { files });
});

const level = async (folder: string) => {
  const { folders, files } = await listFolder(bench.services, snapshot.key, folder);
  return [...folders.map((child) => `${child.path}/ ${child.files}`), ...files.map(({ path }) => path)];
};

const listPaths = async (match: string) =>
  (await findPaths(bench.services, snapshot.key, { match })).files.map((file) => file.path);

describe('a folder', () => {
  it('lists its folders with their numbers of files, then its files', async () => {
    expect(await level('')).toEqual(['src/ 4', 'src-old/ 1', 'README.md', 'keys.ini']);
    expect(await level('src')).toEqual(['src/core/ 2', 'src/日本/ 1', 'src/app.py']);
    expect(await level('src/core/')).toEqual(['src/core/chunk.py', 'src/core/chunk_store.py']);
    expect(await level('src/日本')).toEqual(['src/日本/é.py']);
  });

  it.each([['sr'], ['src/app.py'], ['/'], ['..'], ['src/../src'], ['%']])(
    'is not found: %j',
    async (folder) => {
      await expect(level(folder)).rejects.toMatchObject({
        code: 'file_not_found',
        details: { path: folder },
      });
    },
  );
});

describe('paths', () => {
  it.each([
    ['chunk', ['src/core/chunk.py', 'src/core/chunk_store.py']],
    ['chunk_store.py', ['src/core/chunk_store.py']],
    ['SRC app', ['src/app.py']],
    ['core store', ['src/core/chunk_store.py']],
    ['*.md', ['README.md']],
    ['src/**/é.*', ['src/日本/é.py']],
    ['a b', ['src-old/a b.py']],
    ['nowhere', []],
  ])('that match %j are %j', async (match, paths) => {
    expect(await listPaths(match)).toEqual(paths);
  });

  it('are ordered by the closest name', async () => {
    expect((await listPaths('app'))[0]).toBe('src/app.py');
    expect((await listPaths('chunk.py'))[0]).toBe('src/core/chunk.py');
  });

  it('are truncated if there are many, and the result states it', async () => {
    const many = Array.from({ length: 205 }, (_, index) => ({ path: `many/f${index}.txt`, text: '' }));
    const { key } = await addReadySnapshot(bench, { files: many }, { name: 'many' });
    const result = await findPaths(bench.services, key, { match: 'many' });
    expect(result).toMatchObject({ total: 205, truncated: true });
    expect(result.files).toHaveLength(200);
  });

  it('are incomplete if the client disconnects, and the result states it', async () => {
    const many = Array.from({ length: 505 }, (_, index) => ({ path: `many/harbour${index}.txt`, text: '' }));
    const { key } = await addReadySnapshot(bench, { files: many }, { name: 'many' });
    const request = { match: 'harbuor', signal: AbortSignal.abort() };
    const result = await findPaths(bench.services, key, request);
    expect(result).toMatchObject({ truncated: true, approximate: true });
    expect(result.total).toBeLessThan(505);
  });
});

describe('a file', () => {
  it('is read completely, with its secrets masked and reported', async () => {
    const file = await readFile(bench.services, snapshot.key, 'keys.ini');
    expect(file.text).toBe(`key = ${'•'.repeat(secret.length)}\nend\n`);
    expect(file.masks).toMatchObject([{ line: 1, rule: 'key' }]);
  });

  it.each([['nowhere.py'], ['src'], [''], ['../etc/passwd'], ['README.md/'], ['readme.md']])(
    '%j is not found',
    async (path) => {
      await expect(readFile(bench.services, snapshot.key, path)).rejects.toMatchObject({
        code: 'file_not_found',
      });
    },
  );
});

const findDefinitions = (query: { name?: string; path?: string; match?: 'prefix'; limit?: number }) =>
  findSymbols(bench.services, snapshot.key, { name: undefined, path: undefined, ...query });

describe('definitions', () => {
  it.each([
    [{ name: 'App.run' }],
    [{ path: 'src/app.py' }],
    [{ name: 'RUN', path: 'src/app.py' }],
    [{ name: 'app.run', path: 'src/app.py' }],
  ])('are found by name, by file, by both: %j', async (query) => {
    expect(await findDefinitions(query)).toMatchObject([{ qualifiedName: 'App.run', path: 'src/app.py' }]);
  });

  it.each([[{ name: 'n', path: 'src/app.py' }], [{ name: 'pp.run', path: 'src/app.py' }]])(
    'are not found if the file has none with that name: %j',
    async (query) => expect(await findDefinitions(query)).toEqual([]),
  );

  it.each([
    [{ name: 'ru' }],
    [{ name: 'App.r' }],
    [{ name: 'RU', path: 'src/app.py' }],
    [{ name: 'app.run', path: 'src/app.py' }],
  ])('are found by the beginning of a name, in a file or anywhere: %j', async (query) => {
    const found = await findDefinitions({ ...query, match: 'prefix' });
    expect(found).toMatchObject([{ qualifiedName: 'App.run', path: 'src/app.py' }]);
    expect(await findDefinitions({ ...query, name: 'un', match: 'prefix' })).toEqual([]);
  });

  it('of an unknown file are rejected', async () => {
    await expect(findDefinitions({ path: 'src/none.py' })).rejects.toMatchObject({ code: 'file_not_found' });
  });

  it('without a name or path are rejected with an error that names both options', async () => {
    await expect(findDefinitions({})).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('`path`'),
    });
  });
});
