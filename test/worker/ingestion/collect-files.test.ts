/** From entries to files and reasons: nothing is lost, caps count everything, and paths are judged in the repository. */
import { describe, expect, it } from 'vitest';
import { createArchiveSource } from '../../../worker/adapters/archive/repository-source.ts';
import { decodeText } from '../../../worker/core/text.ts';
import {
  collectFiles,
  type Collection,
  type CollectOptions,
} from '../../../worker/ingestion/collect-files.ts';
import { stripWrapper } from '../../../worker/ingestion/wrapper-folder.ts';
import type { SkippedFile } from '../../../worker/core/file.ts';
import type { RepositorySource } from '../../../worker/ports/repository-source.ts';
import { archives } from '../../support/archives.ts';
import { createMemoryBlobStore } from '../../support/memory-blob-store.ts';
import { createMemorySource, type MemoryEntry } from '../../support/memory-source.ts';

const limits = {
  maxUploadBytes: Infinity,
  maxFileBytes: 1_000_000,
  maxLines: Infinity,
  maxFiles: Infinity,
  maxUnpackedBytes: Infinity,
  maxArchiveRatio: 200,
  maxArchiveEntries: 10_000,
};

interface Options {
  readonly subdirectory?: string;
  readonly ignore?: readonly string[];
  readonly limits?: Partial<typeof limits>;
}

/** Patterns are prefixes here; which language they are in is the matcher's to know. */
function withDefaults({ subdirectory, ignore = [], limits: own }: Options): CollectOptions {
  return {
    settings: { ignore, limits: { ...limits, ...own } },
    ignoreMatches: (path) => ignore.find((pattern) => path.startsWith(pattern)),
    subdirectory,
    maskPath: (path) => path.replace(/KEY[0-9]+/, (key) => `\u2022${key.length}`),
  };
}

async function collect(source: RepositorySource, options: Options = {}) {
  const files: Record<string, string | undefined> = {};
  const skipped: SkippedFile[] = [];
  let collection: Collection | undefined;
  for await (const item of collectFiles(source, withDefaults(options))) {
    expect(collection).toBeUndefined();
    if ('file' in item) files[item.file.path] = decodeText(item.file.bytes)?.text;
    else if ('skipped' in item) skipped.push(item.skipped);
    else ({ collection } = item);
  }
  return { files, skipped, collection };
}

describe('every archive that can be indexed', () => {
  const ready = Object.entries(archives).filter(([, { outcome }]) => outcome === 'ready');

  it.each(ready)('%s', async (_, archive) => {
    const blobStore = createMemoryBlobStore();
    await blobStore.put('upload', await archive.bytes());
    const source = createArchiveSource({
      format: archive.format,
      blobStore,
      key: 'upload',
      limits: { maxUnpackedBytes: 2 ** 40, maxRatio: 200, maxEntries: 1000 },
    });
    const { files, skipped, collection } = await collect(source);
    const own = (path: string) => stripWrapper(path, collection?.wrapper);
    expect(Object.keys(files).map(own)).toEqual(Object.keys(archive.files ?? {}));
    for (const [path, text] of Object.entries(files)) {
      expect(text?.slice(0, archive.files?.[own(path)]?.length)).toBe(archive.files?.[own(path)]);
    }
    expect(Object.fromEntries(skipped.map(({ path, reason }) => [own(path), reason]))).toEqual(
      archive.skipped ?? {},
    );
  });
});

describe('filters', () => {
  it('list every entry that is no folder, with a detail a person understands', async () => {
    const { files, skipped } = await collect(
      createMemorySource([
        ['src', { kind: 'directory' }],
        ['src/a.py', 'a = 1\n'],
        ['src/__init__.py', ''],
        ['src/big.sql', 'x'.repeat(1_000_001)],
        ['src/huge.bin', { size: 5_000_000_000 }],
        ['link', { kind: 'symlink', linkTarget: '../outside' }],
        ['broken', { kind: 'symlink' }],
        ['hard', { kind: 'special', specialKind: 'hard link', linkTarget: 'src/a.py' }],
        ['pipe', { kind: 'special', specialKind: 'named pipe' }],
        ['src/a.py', 'later\n'],
        ['image', Uint8Array.of(0, 1)],
        ['secret/a.py', 'a = 1\n'],
        ['go.sum', 'x\n'],
      ]),
      { ignore: ['docs/', 'secret/'] },
    );
    expect(files).toEqual({ 'src/a.py': 'a = 1\n', 'src/__init__.py': '' });
    expect(skipped).toEqual([
      { path: 'src/big.sql', reason: 'too-large', detail: '1.0 MB, over the limit of 1.0 MB' },
      { path: 'src/huge.bin', reason: 'too-large', detail: '5000.0 MB, over the limit of 1.0 MB' },
      { path: 'link', reason: 'symlink', detail: 'points to ../outside' },
      { path: 'broken', reason: 'symlink', detail: 'points to a path that cannot be read' },
      { path: 'hard', reason: 'special-entry', detail: 'hard link to src/a.py' },
      { path: 'pipe', reason: 'special-entry', detail: 'named pipe' },
      {
        path: 'src/a.py',
        reason: 'special-entry',
        detail: 'a second entry with this path; the first is indexed',
      },
      { path: 'image', reason: 'binary', detail: 'its bytes are no text' },
      { path: 'secret/a.py', reason: 'ignored', detail: 'matches the ignore pattern secret/' },
      { path: 'go.sum', reason: 'lock-file', detail: expect.stringContaining('go.sum') },
    ]);
  });

  it('list a path once, however many entries bear it', async () => {
    const { files, skipped } = await collect(
      createMemorySource([
        ['a.py', 'first\n'],
        ['a.py', 'second\n'],
        ['a.py', 'third\n'],
        ['b.py', { kind: 'symlink', linkTarget: 'a.py' }],
        ['b.py', 'a file in place of the link\n'],
      ]),
    );
    expect(files).toEqual({ 'a.py': 'first\n' });
    expect(skipped.map(({ path, reason }) => [path, reason])).toEqual([
      ['a.py', 'special-entry'],
      ['b.py', 'symlink'],
    ]);
  });

  it('do not read what the path already tells', async () => {
    const unreadable: MemoryEntry = { read: () => Promise.reject(new Error('was read')) };
    const { skipped } = await collect(
      createMemorySource([
        ['node_modules/a.js', unreadable],
        ['a.png', unreadable],
        ['docs/a.md', unreadable],
        ['big.txt', { ...unreadable, size: 2_000_000 }],
      ]),
      { ignore: ['docs/'] },
    );
    expect(skipped).toHaveLength(4);
  });
});

describe('the wrapper folder', () => {
  const wrapped = [
    ['x-1/src/a.py', 'a = 1\n'],
    ['x-1/docs/a.md', '# A\n'],
    ['x-1/lib/src/b.py', 'b = 1\n'],
  ] as const;
  const bare = wrapped.map(([path, content]) => [path.slice('x-1/'.length), content] as const);

  it('is told at the end; paths come out as they are', async () => {
    const { files, collection } = await collect(createMemorySource(wrapped));
    expect(Object.keys(files)).toEqual(wrapped.map(([path]) => path));
    expect(collection).toEqual({ wrapper: 'x-1', files: 3, lines: 3 });
    expect((await collect(createMemorySource(bare))).collection?.wrapper).toBeUndefined();
  });

  it.each([
    ['with', wrapped, 'x-1/'],
    ['without', bare, ''],
  ] as const)('%s it, subdirectory and patterns mean the same files', async (_, entries, prefix) => {
    const inside = await collect(createMemorySource(entries), { subdirectory: 'src' });
    expect(Object.keys(inside.files)).toEqual([`${prefix}src/a.py`]);
    expect(inside.skipped).toEqual([]);
    const ignoring = await collect(createMemorySource(entries), { ignore: ['docs/'] });
    expect(Object.keys(ignoring.files)).toEqual([`${prefix}src/a.py`, `${prefix}lib/src/b.py`]);
  });

  it('is that of the whole source, whatever part of it is asked for', async () => {
    const entries = [
      ['flask/app.py', 'a\n'],
      ['scripts/run.sh', 'b\n'],
    ] as const;
    const { files, collection } = await collect(createMemorySource(entries), { subdirectory: 'flask' });
    expect(Object.keys(files)).toEqual(['flask/app.py']);
    expect(collection?.wrapper).toBeUndefined();
  });
});

describe('caps', () => {
  const entries = Array.from(
    { length: 6 },
    (_, index) => [`x-1/${index % 2 ? 'a' : 'b'}/${index}.py`, '1\n2'] as const,
  );

  it.each([
    [{ maxFiles: 5 }, /6 files where 5 are allowed/],
    [{ maxLines: 11 }, /12 lines where 11 are allowed/],
    [{ maxFiles: 1, maxLines: 1 }, /6 files where 1 are allowed and 12 lines where 1 are allowed/],
  ])('%j is named with the whole count', async (own, message) => {
    await expect(collect(createMemorySource(entries), { limits: own })).rejects.toMatchObject({
      code: 'over_limit',
      message: expect.stringMatching(message),
      details: {
        files: 6,
        lines: 12,
        largestFolders: [
          { path: 'b', files: 3, lines: 6 },
          { path: 'a', files: 3, lines: 6 },
        ],
      },
    });
  });

  it('are met exactly, and by what is asked for alone', async () => {
    const exact = await collect(createMemorySource(entries), { limits: { maxFiles: 6, maxLines: 12 } });
    expect(exact.collection?.files).toBe(6);
    const part = await collect(createMemorySource(entries), { limits: { maxFiles: 3 }, subdirectory: 'a' });
    expect(part.collection).toEqual({ wrapper: 'x-1', files: 3, lines: 6 });
  });

  it('let no file out once they are passed', async () => {
    let files = 0;
    const collecting = async () => {
      for await (const item of collectFiles(
        createMemorySource(entries),
        withDefaults({ limits: { maxFiles: 2 } }),
      )) {
        if ('file' in item) files++;
      }
    };
    await expect(collecting()).rejects.toMatchObject({ code: 'over_limit' });
    expect(files).toBe(2);
  });
});
