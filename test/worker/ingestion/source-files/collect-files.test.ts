/** Every entry is collected or skipped, caps apply to all accepted files, and rules match repository paths. */
import { describe, expect, it } from 'vitest';
import { createArchiveSource } from '../../../../worker/adapters/archive/repository-source.ts';
import { decodeText } from '../../../../worker/core/text/decode-text.ts';
import {
  collectFiles,
  type Collection,
  type CollectOptions,
} from '../../../../worker/ingestion/source-files/collect-files.ts';
import { stripWrapper } from '../../../../worker/ingestion/source-files/wrapper-folder.ts';
import type { SkippedFile } from '../../../../worker/core/files/file.ts';
import type { RepositorySource } from '../../../../worker/ports/repository-source.ts';
import { archives } from '../../../support/files/archives.ts';
import { createMemoryBlobStore } from '../../../support/fakes/memory-blob-store.ts';
import {
  createMemoryRepositorySource,
  type MemoryEntry,
} from '../../../support/fakes/memory-repository-source.ts';

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

/** Patterns are prefixes here; the matcher defines their syntax. */
function withDefaults({ subdirectory, ignore = [], limits: limitOverrides }: Options): CollectOptions {
  return {
    settings: { ignore, limits: { ...limits, ...limitOverrides } },
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

describe('every indexable archive', () => {
  const ready = Object.entries(archives).filter(([, { outcome }]) => outcome === 'ready');

  it.each(ready)('is collected with its files and skipped files: %s', async (_, archive) => {
    const blobStore = createMemoryBlobStore();
    await blobStore.put('upload', await archive.bytes());
    const source = createArchiveSource({
      format: archive.format,
      blobStore,
      key: 'upload',
      limits: { maxUnpackedBytes: 2 ** 40, maxRatio: 200, maxEntries: 1000 },
    });
    const { files, skipped, collection } = await collect(source);
    const toOwnPath = (path: string) => stripWrapper(path, collection?.wrapper);
    expect(Object.keys(files).map(toOwnPath)).toEqual(Object.keys(archive.files ?? {}));
    for (const [path, text] of Object.entries(files)) {
      expect(text?.slice(0, archive.files?.[toOwnPath(path)]?.length)).toBe(archive.files?.[toOwnPath(path)]);
    }
    expect(Object.fromEntries(skipped.map(({ path, reason }) => [toOwnPath(path), reason]))).toEqual(
      archive.skipped ?? {},
    );
  });
});

describe('filters', () => {
  it('list every non-folder entry with a readable detail', async () => {
    const { files, skipped } = await collect(
      createMemoryRepositorySource([
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
        detail: 'duplicate path; the first entry is indexed',
      },
      { path: 'image', reason: 'binary', detail: 'not text, 2 bytes' },
      { path: 'secret/a.py', reason: 'ignored', detail: 'matches the ignore pattern secret/, 6 bytes' },
      { path: 'go.sum', reason: 'lock-file', detail: expect.stringContaining('go.sum') },
    ]);
  });

  it('list a path once even if several entries share it', async () => {
    const { files, skipped } = await collect(
      createMemoryRepositorySource([
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

  it('do not read files that their path already excludes', async () => {
    const unreadable: MemoryEntry = { read: () => Promise.reject(new Error('was read')) };
    const { skipped } = await collect(
      createMemoryRepositorySource([
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
  const unwrapped = wrapped.map(([path, content]) => [path.slice('x-1/'.length), content] as const);

  it('is reported at the end, with paths unchanged', async () => {
    const { files, collection } = await collect(createMemoryRepositorySource(wrapped));
    expect(Object.keys(files)).toEqual(wrapped.map(([path]) => path));
    expect(collection).toEqual({ wrapper: 'x-1', files: 3, lines: 3 });
    expect((await collect(createMemoryRepositorySource(unwrapped))).collection?.wrapper).toBeUndefined();
  });

  it.each([
    ['with', wrapped, 'x-1/'],
    ['without', unwrapped, ''],
  ] as const)('%s it, subdirectory and patterns select the same files', async (_, entries, prefix) => {
    const inside = await collect(createMemoryRepositorySource(entries), { subdirectory: 'src' });
    expect(Object.keys(inside.files)).toEqual([`${prefix}src/a.py`]);
    expect(inside.skipped).toEqual([]);
    const ignoring = await collect(createMemoryRepositorySource(entries), { ignore: ['docs/'] });
    expect(Object.keys(ignoring.files)).toEqual([`${prefix}src/a.py`, `${prefix}lib/src/b.py`]);
  });

  it('is detected from the whole source even for a subdirectory', async () => {
    const entries = [
      ['flask/app.py', 'a\n'],
      ['scripts/run.sh', 'b\n'],
    ] as const;
    const { files, collection } = await collect(createMemoryRepositorySource(entries), {
      subdirectory: 'flask',
    });
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
    [{ maxFiles: 5 }, /6 files \(the limit is 5\)/],
    [{ maxLines: 11 }, /12 lines \(the limit is 11\)/],
    [{ maxFiles: 1, maxLines: 1 }, /6 files \(the limit is 1\) and 12 lines \(the limit is 1\)/],
  ])('%j is reported with the total count', async (exceeded, message) => {
    await expect(collect(createMemoryRepositorySource(entries), { limits: exceeded })).rejects.toMatchObject({
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

  it('allow the exact limit, and count only the subdirectory', async () => {
    const exact = await collect(createMemoryRepositorySource(entries), {
      limits: { maxFiles: 6, maxLines: 12 },
    });
    expect(exact.collection?.files).toBe(6);
    const part = await collect(createMemoryRepositorySource(entries), {
      limits: { maxFiles: 3 },
      subdirectory: 'a',
    });
    expect(part.collection).toEqual({ wrapper: 'x-1', files: 3, lines: 6 });
  });

  it('yield no file once exceeded', async () => {
    let files = 0;
    const collecting = async () => {
      for await (const item of collectFiles(
        createMemoryRepositorySource(entries),
        withDefaults({ limits: { maxFiles: 2 } }),
      )) {
        if ('file' in item) files++;
      }
    };
    await expect(collecting()).rejects.toMatchObject({ code: 'over_limit' });
    expect(files).toBe(2);
  });
});
