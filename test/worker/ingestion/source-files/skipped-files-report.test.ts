/** The client's report of skipped files: valid items are listed, anything else is ignored. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SkippedFile } from '../../../../worker/core/files/file.ts';
import { collectFiles } from '../../../../worker/ingestion/source-files/collect-files.ts';
import {
  isSkippedFilesReport,
  readSkippedFilesReport,
} from '../../../../worker/ingestion/source-files/skipped-files-report.ts';
import { parseConfig } from '../../../../worker/runtime/config.ts';
import {
  createMemoryRepositorySource,
  type MemoryEntry,
} from '../../../support/fakes/memory-repository-source.ts';

const name = '.wherefore-left-out.json';
const item = (path: string, reason = 'ignored', detail = 'by a rule') => ({ path, reason, detail });

async function createEntry(path: string, content: MemoryEntry | string) {
  for await (const entry of createMemoryRepositorySource([[path, content]]).entries()) return entry;
  throw new Error('there is no entry');
}

const read = async (items: unknown, path = name) =>
  readSkippedFilesReport(await createEntry(path, typeof items === 'string' ? items : JSON.stringify(items)));

describe('a report', () => {
  it.each([
    [name, true],
    [`tool-main/${name}`, true],
    [`a/b/${name}`, false],
    [`x${name}`, false],
    [`${name}/x`, false],
  ])('is a file at the top or in the wrapper: %s', async (path, expected) => {
    expect(isSkippedFilesReport(await createEntry(path, '[]'))).toBe(expected);
  });

  it('is not a symlink', async () => {
    expect(
      isSkippedFilesReport(await createEntry(name, { kind: 'symlink', linkTarget: '/etc/passwd' })),
    ).toBe(false);
  });

  it('lists files and folders as the archive would write them', async () => {
    const items = [item('build/'), item('a/b.log'), item('closed.ts', 'unreadable', 'EACCES')];
    const wrapped = items.map((entry) => ({ ...entry, path: `tool/${entry.path}` }));
    expect(await read(items)).toEqual(items);
    expect(await read(items, `tool/${name}`)).toEqual(wrapped);
  });

  it.each([
    ['/etc/passwd'],
    ['../outside'],
    ['a/../../b'],
    ['a//b'],
    ['./a'],
    [''],
    ['/'],
    ['a\nb'],
    ['x'.repeat(1_001)],
  ])('rejects the path %j', async (path) => {
    expect(await read([item(path), item('fine')])).toEqual([item('fine')]);
  });

  it.each([
    [item('a', 'because')],
    [item('a', 'ignored', 'two\nlines')],
    [item('a', 'ignored', 'x'.repeat(301))],
    [{ path: 'a', reason: 'ignored' }],
    [{ ...item('a'), path: 7 }],
    [null],
    ['a'],
    [[]],
  ])('skips an invalid item: %j', async (invalid) => {
    expect(await read([invalid, item('fine')])).toEqual([item('fine')]);
  });

  it('lists at most 10,000 items', async () => {
    expect(await read(Array.from({ length: 12_000 }, (_, at) => item(String(at))))).toHaveLength(10_000);
  });

  it.each([
    ['not JSON', '{'],
    ['not a list', '{"path":"a"}'],
    ['too large', `[${' '.repeat(1_000_001)}]`],
  ])('is skipped itself if it is %s', async (_, content) => {
    expect(await read(content)).toEqual([
      { path: name, reason: 'special-entry', detail: 'unreadable report of skipped files' },
    ]);
  });

  it('never throws and never names an outside path', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.json().map((json) => JSON.parse(json) as unknown),
            fc.record({ path: fc.string(), reason: fc.constant('ignored'), detail: fc.string() }),
          ),
        ),
        async (items) => {
          for (const { path } of await read(items))
            expect(path.split('/').some((segment) => segment === '..')).toBe(false);
        },
      ),
    );
  });
});

describe('collecting', () => {
  const { settings } = parseConfig({});
  const collect = async (entries: readonly (readonly [string, string])[], subdirectory?: string) => {
    const files: string[] = [];
    const skipped: SkippedFile[] = [];
    const options = {
      settings,
      ignoreMatches: () => undefined,
      subdirectory,
      maskPath: (path: string) => path,
    };
    for await (const entry of collectFiles(createMemoryRepositorySource(entries), options)) {
      if ('file' in entry) files.push(entry.file.path);
      else if ('skipped' in entry) skipped.push(entry.skipped);
    }
    return { files, skipped: skipped.map(({ path, reason }) => [path, reason]) };
  };

  it('lists reported files after its own skipped files, and does not index the report', async () => {
    const report = JSON.stringify([item('dist/'), item('a.py'), item('go.sum'), item('dist/')]);
    const entries = [
      [`tool/${name}`, report],
      ['tool/a.py', 'a = 1\n'],
      ['tool/go.sum', 'x\n'],
    ] as const;
    expect(await collect(entries)).toEqual({
      files: ['tool/a.py'],
      skipped: [
        ['tool/go.sum', 'lock-file'],
        ['tool/dist/', 'ignored'],
      ],
    });
  });

  it('lists only reported files in the subdirectory', async () => {
    const report = JSON.stringify([item('src/x.log'), item('other/y.log')]);
    const entries = [
      ['tool/src/a.py', 'a = 1\n'],
      ['tool/b.py', ''],
      [`tool/${name}`, report],
    ] as const;
    expect((await collect(entries, 'src')).skipped).toEqual([['tool/src/x.log', 'ignored']]);
  });
});
