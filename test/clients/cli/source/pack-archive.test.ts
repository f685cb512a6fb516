import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { unpackTar } from 'modern-tar';
import { describe, expect, test } from 'vitest';
import { openSource } from '../../../../clients/cli/source/open-source.ts';
import { packArchive } from '../../../../clients/cli/source/pack-archive.ts';
import type { PackProgress } from '../../../../clients/cli/source/pack-archive.ts';
import type { PackSource } from '../../../../clients/cli/source/pack-source.ts';
import { commitAll } from '../../../support/files/git.ts';
import { createFolder, writeFiles } from '../../../support/files/temporary-folder.ts';
import { packAndUnpack } from '../../../support/files/unpack.ts';

/** Name of the packed file that lists the skipped files for the server. */
const reportName = '.wherefore-left-out.json';
const open = async (path: string): Promise<PackSource> => openSource({ path, workingDirectory: '/' });

async function packBytes(source: PackSource): Promise<Uint8Array> {
  return new Uint8Array(await new Response(packArchive(source, () => undefined)).arrayBuffer());
}

test('preserves names of every length and script', async () => {
  const files = {
    'with space/a file.txt': 'space',
    'ünïcödé/文件.py': 'unicode',
    'quote"and\nnewline.txt': 'odd',
    [`${'long-folder-name/'.repeat(9)}${'n'.repeat(180)}.ts`]: 'over 255 characters in total',
    [`${'f'.repeat(101)}.ts`]: 'over 100 characters',
    [`${'é'.repeat(60)}.ts`]: 'over 100 bytes, under 100 characters',
    'empty.txt': '',
  };
  expect(await packAndUnpack(await open(createFolder(files)))).toEqual(files);
});

test('preserves any content byte for byte', async () => {
  const folder = createFolder({});
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), async (content) => {
      writeFileSync(join(folder, 'file.bin'), content);
      const entries = await unpackTar(new Uint8Array(gunzipSync(await packBytes(await open(folder)))), {
        strict: true,
      });
      expect(entries.map(({ data }) => [...(data ?? [])])).toEqual([[...content]]);
    }),
    { numRuns: 30 },
  );
});

test('streams a file that is too large to buffer', async () => {
  const large = Buffer.alloc(9 * 1024 * 1024 + 7, 'abcdefg\n');
  const unpacked = await packAndUnpack(await open(createFolder({ 'large.txt': large, 'z.txt': 'after it' })));
  expect(unpacked['large.txt'] === large.toString()).toBe(true);
  expect(unpacked['z.txt']).toBe('after it');
});

test('packs symlinks as links, never their targets', async () => {
  const outside = createFolder({ 'secret.txt': 'outside' });
  const folder = createFolder({ 'a.txt': 'a' });
  symlinkSync(join(outside, 'secret.txt'), join(folder, 'file-link'));
  symlinkSync(outside, join(folder, 'folder-link'));
  symlinkSync('nowhere', join(folder, 'broken-link'));
  symlinkSync('.', join(folder, 'loop'));
  expect(await packAndUnpack(await open(folder))).toEqual({
    'a.txt': 'a',
    'broken-link': '-> nowhere',
    'file-link': `-> ${join(outside, 'secret.txt')}`,
    'folder-link': `-> ${outside}`,
    loop: '-> .',
  });
});

test('wraps everything in one folder, so that the server removes no folder of the tree', async () => {
  const folder = createFolder({ 'src/a.ts': 'a' });
  const entries = await unpackTar(new Uint8Array(gunzipSync(await packBytes(await open(folder)))));
  const [entry] = entries;
  expect(entry?.header.name.split('/').slice(1)).toEqual(['src', 'a.ts']);
});

test('packs the same tree to the same bytes', async () => {
  const folder = createFolder({ 'a.ts': 'a', 'b/c.ts': 'c' });
  expect(Buffer.from(await packBytes(await open(folder)))).toEqual(
    Buffer.from(await packBytes(await open(folder))),
  );
});

test('reports every entry and every byte', async () => {
  const source = await open(createFolder({ 'a.ts': 'four', 'b.ts': 'twelve bytes' }));
  const reports: PackProgress[] = [];
  const packed = await new Response(packArchive(source, (progress) => reports.push(progress))).arrayBuffer();
  expect(reports.at(-1)).toEqual({ entries: 2, contentBytes: 16, packedBytes: packed.byteLength });
});

test('skips a file whose name is not UTF-8, and reports it', async () => {
  const folder = createFolder({ 'a.ts': 'a' });
  writeFileSync(
    Buffer.concat([Buffer.from(`${folder}/bad-`), Buffer.from([0xff, 0xfe]), Buffer.from('.ts')]),
    'b',
  );
  const source = await open(folder);
  expect(await packAndUnpack(source)).toEqual({ 'a.ts': 'a', [reportName]: expect.any(String) });
  expect(source.skipped).toEqual([
    { path: expect.stringContaining('bad-'), reason: 'unreadable', detail: 'its name is not UTF-8' },
  ]);
});

describe('the report of skipped files', () => {
  const tree = { '.gitignore': '*.log\nbuild/\n', 'a.ts': 'a', 'b.log': 'b', 'build/c.ts': 'c' };
  const ignored = { reason: 'ignored', detail: 'ignored by git' };

  test.each([
    ['a folder', () => createFolder({ ...tree, 'node_modules/x/index.js': 'x' })],
    [
      'a work tree',
      () => {
        const folder = createFolder({ ...tree, '.gitignore': `${tree['.gitignore']}node_modules/\n` });
        commitAll(folder);
        writeFiles(folder, { 'node_modules/x/index.js': 'x' });
        return folder;
      },
    ],
  ])('of %s is the last file of the archive', async (_, make) => {
    const unpacked = await packAndUnpack(await open(make()));
    expect(Object.keys(unpacked)).toEqual(['.gitignore', 'a.ts', reportName]);
    const skipped = JSON.parse(unpacked[reportName] ?? '') as { path: string }[];
    expect(skipped.map(({ path }) => path).toSorted()).toEqual(['b.log', 'build/', 'node_modules/']);
    expect(skipped).toEqual(
      expect.arrayContaining([
        { path: 'b.log', ...ignored },
        { path: 'build/', ...ignored },
      ]),
    );
  });

  test('is absent if nothing is skipped', async () => {
    expect(await packAndUnpack(await open(createFolder({ 'a.ts': 'a' })))).toEqual({ 'a.ts': 'a' });
  });

  test('is truncated to the size that the server reads', async () => {
    const source = await open(createFolder({ 'a.ts': 'a' }));
    const skipped = Array.from({ length: 20_000 }, (_, at) => ({
      path: `${'long/'.repeat(10)}${at}.log`,
      reason: 'ignored' as const,
      detail: 'é'.repeat(500),
    }));
    const { [reportName]: report = '' } = await packAndUnpack({ ...source, skipped });
    expect(Buffer.byteLength(report)).toBeLessThan(1_000_000);
    const reported = JSON.parse(report) as { detail: string }[];
    expect(reported.length).toBeGreaterThan(1_000);
    expect(reported[0]?.detail).toHaveLength(300);
  });
});

test('fails instead of ending early if an entry cannot be read', async () => {
  const source = await open(createFolder({ 'a.ts': 'a' }));
  const failing: PackSource = {
    ...source,
    entries: async function* () {
      yield* source.entries();
      throw new Error('the disk went away');
    },
  };
  await expect(packBytes(failing)).rejects.toThrow('the disk went away');
});

/** The superuser can read every file, so this test opens the source in a process of the user `nobody`. */
test('reports files that cannot be read, and packs the rest', () => {
  const folder = createFolder({ 'a.ts': 'a', 'closed.ts': 'b', 'locked/c.ts': 'c' });
  writeFiles(folder, { 'd.ts': 'd' });
  chmodSync(join(folder, 'closed.ts'), 0);
  chmodSync(join(folder, 'locked'), 0);
  chmodSync(folder, 0o755);
  const program = `
    import { openSource } from '${new URL('../../../../clients/cli/source/open-source.ts', import.meta.url).href}';
    const source = await openSource({ path: ${JSON.stringify(folder)}, workingDirectory: '/' });
    const packed = [];
    for await (const entry of source.entries()) packed.push(entry.path);
    console.log(JSON.stringify({ packed, skipped: source.skipped.map(({ path }) => path).sort() }));`;
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const options = { ...nobody, cwd: '/', env: { PATH: process.env['PATH'] }, encoding: 'utf8' } as const;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], options);
  chmodSync(join(folder, 'locked'), 0o755);
  expect(JSON.parse(printed)).toEqual({ packed: ['a.ts', 'd.ts'], skipped: ['closed.ts', 'locked/'] });
});
