/** What a client says it did not pack is listed where it belongs; what it says of anything else is not. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SkippedFile } from '../../../worker/core/file.ts';
import { collectFiles } from '../../../worker/ingestion/collect-files.ts';
import { isLeftOutReport, readLeftOut } from '../../../worker/ingestion/left-out.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { createMemorySource, type MemoryEntry } from '../../support/memory-source.ts';

const name = '.wherefore-left-out.json';
const item = (path: string, reason = 'ignored', detail = 'by a rule') => ({ path, reason, detail });

async function entryOf(path: string, content: MemoryEntry | string) {
  for await (const entry of createMemorySource([[path, content]]).entries()) return entry;
  throw new Error('there is no entry');
}

const read = async (items: unknown, path = name) =>
  readLeftOut(await entryOf(path, typeof items === 'string' ? items : JSON.stringify(items)));

describe('a report', () => {
  it.each([
    [name, true],
    [`tool-main/${name}`, true],
    [`a/b/${name}`, false],
    [`x${name}`, false],
    [`${name}/x`, false],
  ])('is a file at the top, or of the wrapper: %s', async (path, expected) => {
    expect(isLeftOutReport(await entryOf(path, '[]'))).toBe(expected);
  });

  it('is no link', async () => {
    expect(isLeftOutReport(await entryOf(name, { kind: 'symlink', linkTarget: '/etc/passwd' }))).toBe(false);
  });

  it('lists files and folders as the archive would write them', async () => {
    const items = [item('build/'), item('a/b.log'), item('closed.ts', 'unreadable', 'EACCES')];
    const placed = items.map((one) => ({ ...one, path: `tool/${one.path}` }));
    expect(await read(items)).toEqual(items);
    expect(await read(items, `tool/${name}`)).toEqual(placed);
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
  ])('cannot name %j', async (path) => {
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
  ])('passes over what it cannot use: %j', async (one) => {
    expect(await read([one, item('fine')])).toEqual([item('fine')]);
  });

  it('lists no more than a person could ever read', async () => {
    expect(await read(Array.from({ length: 12_000 }, (_, at) => item(String(at))))).toHaveLength(10_000);
  });

  it.each([
    ['no JSON', '{'],
    ['no list', '{"path":"a"}'],
    ['too large', `[${' '.repeat(1_000_001)}]`],
  ])('that is %s is left out itself', async (_, content) => {
    expect(await read(content)).toEqual([
      { path: name, reason: 'special-entry', detail: 'a list of what was not packed, unreadable' },
    ]);
  });

  it('never throws, and names nothing outside, whatever it holds', async () => {
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
    for await (const one of collectFiles(createMemorySource(entries), options)) {
      if ('file' in one) files.push(one.file.path);
      else if ('skipped' in one) skipped.push(one.skipped);
    }
    return { files, skipped: skipped.map(({ path, reason }) => [path, reason]) };
  };

  it('lists what was not packed after what it leaves out itself, and indexes no report', async () => {
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

  it('of a folder lists what lies in it', async () => {
    const report = JSON.stringify([item('src/x.log'), item('other/y.log')]);
    const entries = [
      ['tool/src/a.py', 'a = 1\n'],
      ['tool/b.py', ''],
      [`tool/${name}`, report],
    ] as const;
    expect((await collect(entries, 'src')).skipped).toEqual([['tool/src/x.log', 'ignored']]);
  });
});
