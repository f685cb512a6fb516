/** A job at any moment is listed stage by stage, and the skip report counts, filters and names what was left out. */
import { describe, expect, test } from 'vitest';
import { stageRows } from '../../web/src/lib/features/progress/stage-rows.ts';
import { filterSkipped, reasonCounts } from '../../web/src/lib/features/progress/skip-report.ts';

type Job = Parameters<typeof stageRows>[0];

const job = (changes: Partial<Job>): Job => ({
  status: 'queued',
  stage: 'fetch',
  progress: {},
  timings: {},
  ...changes,
});
const states = (of: Job) => Object.fromEntries(stageRows(of).map((row) => [row.name, row.state]));

describe('stageRows', () => {
  test('a queued job lists every stage it will go through', () => {
    expect(stageRows(job({})).map((row) => row.name)).toEqual([
      'fetch',
      'parse',
      'link',
      'rank',
      'embed',
      'index',
      'publish',
    ]);
  });

  test('at work: done, working, waiting', () => {
    const at = job({
      status: 'parsing',
      stage: 'parse',
      progress: { fetch: { done: 5, total: 5 }, parse: { done: 3, total: 12 } },
      timings: { fetch: 300 },
    });
    expect(states(at)).toEqual({
      fetch: 'done',
      parse: 'working',
      link: 'waiting',
      rank: 'waiting',
      embed: 'waiting',
      index: 'waiting',
      publish: 'waiting',
    });
    expect(stageRows(at).find((row) => row.name === 'parse')).toMatchObject({
      done: 3,
      total: 12,
      percent: 25,
      tookMs: null,
    });
    expect(stageRows(at).find((row) => row.name === 'fetch')).toMatchObject({ percent: 100, tookMs: 300 });
  });

  test('ready: everything is done, whatever the counts say', () => {
    expect(new Set(Object.values(states(job({ status: 'ready', stage: 'publish' }))))).toEqual(
      new Set(['done']),
    );
  });

  test('failed: the stage at work failed, those after it wait', () => {
    const at = job({ status: 'failed', stage: 'parse', progress: { fetch: { done: 1, total: 1 } } });
    expect(states(at)).toEqual({
      fetch: 'done',
      parse: 'failed',
      link: 'waiting',
      rank: 'waiting',
      embed: 'waiting',
      index: 'waiting',
      publish: 'waiting',
    });
  });

  test('a stage unknown here comes last under its own name', () => {
    const rows = stageRows(
      job({ progress: { polish: { done: 0, total: 2 }, history: { done: 0, total: 1 } } }),
    );
    expect(rows.map((row) => row.name)).toEqual([
      'fetch',
      'parse',
      'link',
      'rank',
      'embed',
      'index',
      'history',
      'publish',
      'polish',
    ]);
    expect(rows.at(-1)?.label).toBe('polish');
  });
});

describe('skip report', () => {
  const skipped = [
    { path: 'logo.png', reason: 'binary', detail: 'NUL byte' },
    { path: 'dist/app.min.js', reason: 'minified', detail: 'one line of 48,200 characters' },
    { path: 'package-lock.json', reason: 'lock-file', detail: 'name of a lock file' },
  ];

  const found = (reason: string | null, text: string): string[] =>
    filterSkipped(skipped, { reason, text }).map((item) => item.path);

  test('reasons, the most frequent first', () => {
    expect(reasonCounts({ skippedByReason: { binary: 1, minified: 7, empty: 0, odd: 7 } })).toEqual([
      { reason: 'minified', label: 'Minified', count: 7 },
      { reason: 'odd', label: 'odd', count: 7 },
      { reason: 'binary', label: 'Binary', count: 1 },
    ]);
  });

  test('filters by reason and by every word, in path or detail', () => {
    expect(found(null, '')).toHaveLength(3);
    expect(found('binary', '')).toEqual(['logo.png']);
    expect(found(null, 'LOCK file')).toEqual(['package-lock.json']);
    expect(found(null, '48,200 dist')).toEqual(['dist/app.min.js']);
    expect(found('binary', 'dist')).toEqual([]);
  });
});
