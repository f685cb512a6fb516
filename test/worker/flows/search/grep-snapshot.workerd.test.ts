/** A search by pattern returns every matching line, in order, within its limits, and no secret. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createTurnstile } from '../../../../worker/adapters/archive/tar-blocks.ts';
import { grepSnapshot, type GrepQuery } from '../../../../worker/flows/search/grep-snapshot.ts';
import { addReadySnapshot, type AddedSnapshot } from '../../../support/workbench/add-snapshot.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const everything: GrepQuery = {
  pattern: '',
  paths: [],
  languages: [],
  ignoreCase: false,
  context: 0,
  limit: 100,
};
const secret = ['KEY', 'A1B2C3D4'].join('');
const files = [
  { path: 'src/app.py', text: 'import os\r\n\r\ndef run():\r\n    return os\r\n' },
  { path: 'src/app.ts', text: 'export function run() {}\n// Run, run!' },
  { path: 'docs/日本.md', text: '# 実行\n\nrun it\n' },
  { path: 'empty.py', text: '' },
  {
    path: 'keys.ini',
    text: `a = 1\nrun = ${secret}\n`,
    masks: [{ start: 12, end: 12 + secret.length, rule: 'key', line: 2 }],
  },
  { path: 'long.txt', text: `${'x'.repeat(5_000)}run\n` },
];

let bench: Workbench;
let snapshot: AddedSnapshot;
beforeEach(async () => {
  bench = await openWorkbench();
  snapshot = await addReadySnapshot(bench, { files });
});
const grep = (query: Partial<GrepQuery>) =>
  grepSnapshot(bench.services, snapshot.key, { ...everything, ...query });
const findLines = async (query: Partial<GrepQuery>) =>
  (await grep(query)).matches.map((match) => `${match.path}:${match.line} ${match.text.slice(0, 30)}`);

describe('a pattern', () => {
  it('finds every matching line, ordered by path and line, without its line ending', async () => {
    expect(await findLines({ pattern: 'run' })).toEqual([
      'docs/日本.md:3 run it',
      `keys.ini:2 run = ${'•'.repeat(secret.length)}`,
      `long.txt:1 ${'x'.repeat(30)}`,
      'src/app.py:3 def run():',
      'src/app.ts:1 export function run() {}',
      'src/app.ts:2 // Run, run!',
    ]);
    expect(await findLines({ pattern: 'os$' })).toEqual([
      'src/app.py:1 import os',
      'src/app.py:4     return os',
    ]);
    expect(await findLines({ pattern: '^$' })).toEqual(['docs/日本.md:2 ', 'src/app.py:2 ']);
    expect(await findLines({ pattern: '実' })).toEqual(['docs/日本.md:1 # 実行']);
  });

  it('is case-sensitive by default', async () => {
    expect(await findLines({ pattern: 'RUN' })).toEqual([]);
    expect(await findLines({ pattern: 'RUN,', ignoreCase: true })).toEqual(['src/app.ts:2 // Run, run!']);
  });

  it('that is invalid is rejected before anything is searched', async () => {
    await expect(grep({ pattern: '(' })).rejects.toMatchObject({ code: 'invalid_pattern' });
  });

  it('matches no secret', async () => {
    expect(await findLines({ pattern: secret })).toEqual([]);
    expect(await findLines({ pattern: 'KEY[A-Z0-9]+' })).toEqual([]);
    expect(JSON.stringify(await grep({ pattern: '.', context: 10 }))).not.toContain(secret);
  });
});

describe('the searched files', () => {
  it.each([
    [{ paths: ['src/**'] }, ['src/app.py', 'src/app.ts']],
    [{ paths: ['*.py'] }, ['empty.py', 'src/app.py']],
    [{ languages: ['markdown', 'ini'] }, ['docs/日本.md', 'keys.ini']],
    [{ paths: ['src'], languages: ['python'] }, ['src/app.py']],
    [{ paths: ['nowhere/**'] }, []],
    [{ paths: ['*.py', '!empty.py'] }, ['src/app.py']],
  ])('for %j are %j', async (query, paths) => {
    const result = await grep({ pattern: '.', ...query });
    expect(result.filesSearched).toBe(paths.length);
    for (const match of result.matches) expect(paths).toContain(match.path);
  });

  it('may exceed the number of files in one read', async () => {
    const many = Array.from({ length: 95 }, (_, index) => ({
      path: `f${index}.txt`,
      text: `needle ${index}\n`,
    }));
    const { key } = await addReadySnapshot(bench, { files: many }, { name: 'many' });
    const result = await grepSnapshot(bench.services, key, { ...everything, pattern: 'needle' });
    expect(result).toMatchObject({ total: 95, filesSearched: 95, truncatedBy: undefined });
    expect(new Set(result.matches.map((match) => match.path)).size).toBe(95);
  });
});

describe('the result', () => {
  it('includes the surrounding lines within the file', async () => {
    const { matches } = await grep({ pattern: 'def run', context: 2 });
    expect(matches).toEqual([
      {
        path: 'src/app.py',
        line: 3,
        language: 'python',
        text: 'def run():',
        ranges: [{ start: 0, end: 7 }],
        before: ['import os', ''],
        after: ['    return os'],
      },
    ]);
  });

  it('contains only the beginning of a long line', async () => {
    const { matches } = await grep({ pattern: 'xrun$' });
    expect(matches[0]).toMatchObject({ text: 'x'.repeat(1_000), ranges: [] });
  });

  it('stops at the limit, while all matches are counted', async () => {
    expect(await grep({ pattern: 'run', limit: 2 })).toMatchObject({ total: 6, truncatedBy: 'limit' });
    expect((await grep({ pattern: 'run', limit: 2 })).matches).toHaveLength(2);
    expect(await grep({ pattern: 'run', limit: 6 })).toMatchObject({ truncatedBy: undefined });
  });

  /** Opens a workbench in which a second passes whenever other requests run. */
  const openSlowWorkbench = () =>
    openWorkbench(({ clock }) => ({
      clock: {
        ...clock,
        yieldToEventLoop: () => {
          slow.clock.advance(1_000);
          return Promise.resolve();
        },
      },
    }));
  let slow: Workbench;

  it('contains the matches within the time limit, and states that it was truncated', async () => {
    slow = await openSlowWorkbench();
    const many = Array.from({ length: 400 }, (_, index) => ({ path: `f${index}.txt`, text: 'needle\n' }));
    const { key } = await addReadySnapshot(slow, { files: many });
    const result = await grepSnapshot(slow.services, key, { ...everything, pattern: 'needle' });
    expect(result).toMatchObject({ truncatedBy: 'time', total: 240, filesSearched: 240 });
    expect(result.matches).toHaveLength(100);
  });

  it('contains earlier matches if the time ends within one line', async () => {
    slow = await openSlowWorkbench();
    const long = Array.from({ length: 60_000 }, (_, index) => `${index * index}`).join('');
    const { key } = await addReadySnapshot(slow, { files: [{ path: 'a.txt', text: `7x\n${long}\n8x\n` }] });
    const query = { ...everything, pattern: '7[0-9]{30}1[0-9]{30}x|^[78]x' };
    expect(await grepSnapshot(slow.services, key, query)).toMatchObject({
      truncatedBy: 'time',
      filesSearched: 0,
      matches: [{ path: 'a.txt', line: 1 }],
    });
  });

  it('contains the matches before the client disconnected', async () => {
    const result = await grep({ pattern: 'run', signal: AbortSignal.abort() });
    expect(result).toMatchObject({ truncatedBy: 'time' });
  });
});

/** Creates services that record when a search starts, and block the first two searches until they are released. */
function createBlockingServices() {
  const events: string[] = [];
  const turnstiles = [createTurnstile(), createTurnstile()];
  const begun = createTurnstile();
  const { chunkStore } = bench.services;
  const services = {
    ...bench.services,
    chunkStore: {
      ...chunkStore,
      listFiles: async (key: typeof snapshot.key) => {
        events.push('begins');
        if (events.length === 2) begun.open();
        await turnstiles[events.filter((event) => event === 'begins').length - 1]?.pass();
        return chunkStore.listFiles(key);
      },
    },
  };
  const begin = (name: string, signal?: AbortSignal) =>
    grepSnapshot(services, snapshot.key, { ...everything, pattern: 'run', signal }).then((result) => {
      events.push(`${name} ends`);
      return result;
    });
  return {
    events,
    begin,
    twoBegun: () => begun.pass(),
    release: (index: number) => turnstiles[index]?.open(),
  };
}

describe('concurrent searches', () => {
  it('are limited to two, and a third waits until one of them ends', async () => {
    const { events, begin, twoBegun, release } = createBlockingServices();
    const searches = ['first', 'second', 'third'].map((name) => begin(name));
    await twoBegun();
    release(1);
    await searches[2];
    expect(events).toEqual(['begins', 'begins', 'second ends', 'begins', 'third ends']);
    release(0);
    expect(await Promise.all(searches)).toMatchObject([{ total: 6 }, { total: 6 }, { total: 6 }]);
  });

  it('skip a search whose client disconnects while it waits', async () => {
    const { events, begin, release } = createBlockingServices();
    const searches = ['first', 'second'].map((name) => begin(name));
    const client = new AbortController();
    const waiting = begin('third', client.signal);
    client.abort();
    expect(await waiting).toMatchObject({ truncatedBy: 'time', filesSearched: 0 });
    expect(events).toEqual(['begins', 'begins', 'third ends']);
    release(0);
    release(1);
    await Promise.all(searches);
  });

  it('have a time limit that starts when they begin', async () => {
    const { begin, twoBegun, release } = createBlockingServices();
    const searches = ['first', 'second', 'third'].map((name) => begin(name));
    await twoBegun();
    bench.clock.advance(6_000);
    release(0);
    release(1);
    expect(await searches[2]).toMatchObject({ total: 6, truncatedBy: undefined });
    await Promise.all(searches);
  });
});
