/** Chooses the main folder and the parts of a repository. */
import { describe, expect, it } from 'vitest';
import type { FileRow } from '../../../../worker/ports/chunk-store.ts';
import { chooseMainFolder } from '../../../../worker/retrieval/overview/choose-main-folder.ts';
import { chooseParts } from '../../../../worker/retrieval/overview/choose-parts.ts';

function source(path: string, lines = 100, folder?: string): FileRow {
  const row = { path, lines, language: 'python', role: 'source' } as const;
  return folder === undefined ? row : { ...row, package: folder };
}

describe('the main folder', () => {
  it.each([
    [['src/ferry/a.py', 'src/ferry/b.py', 'setup.py'], 'src/ferry'],
    [['lib/a.py', 'lib/sub/b.py', 'lib/other/c.py'], 'lib'],
    [['a.go', 'b.go', 'c.go', 'd/e.go'], ''],
    [['dist/a.js', 'dist/b.js', 'lib/a.js'], 'lib'],
    [['docs/assets/a.js', 'docs/assets/b.js', 'src/a.js'], 'src'],
  ])('of %j is %j', (paths, folder) => {
    expect(chooseMainFolder(paths.map((path) => source(path)))).toBe(folder);
  });

  it('is not one with a long file of data', () => {
    expect(
      chooseMainFolder([
        source('data/list.py', 90_000),
        source('ferry/a.py', 1_500),
        source('ferry/b.py', 1_500),
      ]),
    ).toBe('ferry');
  });
});

describe('the parts', () => {
  it('are the packages of a monorepo, with the root package', () => {
    const files = ['client', 'server', 'shared'].map((name) =>
      source(`packages/${name}/a.ts`, 100, `packages/${name}`),
    );
    const { parts, partOf } = chooseParts([...files, source('scripts/build.ts')]);
    expect(parts.map(({ path, isDirect }) => `${path} ${isDirect}`)).toEqual([
      ' false',
      'packages/client false',
      'packages/server false',
      'packages/shared false',
    ]);
    expect(partOf('packages/client/a.ts')).toBe('packages/client');
    expect(partOf('scripts/build.ts')).toBe('');
    expect(partOf('packages/client/a.test.ts')).toBeUndefined();
  });

  it('are the folders below and beside the main folder, and its own files', () => {
    const files = [
      'src/ferry/app.py',
      'src/ferry/json/a.py',
      'src/ferry/cli/b.py',
      'src/ferry/cli/c/d.py',
      'tools/x.py',
    ];
    const { parts, partOf } = chooseParts(files.map((path) => source(path)));
    expect(parts.map(({ path, files: count }) => `${path} ${count}`)).toEqual([
      'src/ferry/cli 2',
      'src/ferry 1',
      'src/ferry/json 1',
      'tools 1',
    ]);
    expect(parts.find(({ isDirect }) => isDirect)?.path).toBe('src/ferry');
    expect(partOf('src/ferry/cli/c/d.py')).toBe('src/ferry/cli');
  });

  it('are files if there are few folders, and at most 15', () => {
    const files = Array.from({ length: 20 }, (_, index) => source(`lib/part${index}.js`, 100 + index));
    const { parts, moreParts } = chooseParts([...files, { ...source('lib/a.test.js'), role: 'test' }]);
    expect(parts).toHaveLength(15);
    expect(moreParts).toBe(5);
    expect(parts[0]).toEqual({ path: 'lib/part19.js', files: 1, lines: 119, isDirect: false });
  });

  it('are none without sources', () => expect(chooseParts([]).parts).toEqual([]));
});
