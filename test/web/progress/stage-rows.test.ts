/** The rows of a job's stages in every state, and the counts and filters of skipped files. */
import { describe, expect, test } from 'vitest';
import { stageRows } from '../../../web/src/lib/features/progress/stage-rows.ts';
import { filterSkipped, countReasons } from '../../../web/src/lib/features/progress/skip-report.ts';

type Job = Parameters<typeof stageRows>[0];

const job = (changes: Partial<Job>): Job => ({
  status: 'queued',
  stage: 'fetch',
  progress: {},
  timings: {},
  ...changes,
});
const readStates = (repository: Job) =>
  Object.fromEntries(stageRows(repository).map((row) => [row.name, row.state]));

describe('stageRows', () => {
  test('lists every stage of a queued job', () => {
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

  test('marks stages of a running job as done, active or waiting', () => {
    const runningJob = job({
      status: 'parsing',
      stage: 'parse',
      progress: { fetch: { done: 5, total: 5 }, parse: { done: 3, total: 12 } },
      timings: { fetch: 300 },
    });
    expect(readStates(runningJob)).toEqual({
      fetch: 'done',
      parse: 'working',
      link: 'waiting',
      rank: 'waiting',
      embed: 'waiting',
      index: 'waiting',
      publish: 'waiting',
    });
    expect(stageRows(runningJob).find((row) => row.name === 'parse')).toMatchObject({
      done: 3,
      total: 12,
      percent: 25,
      tookMs: null,
    });
    expect(stageRows(runningJob).find((row) => row.name === 'fetch')).toMatchObject({
      percent: 100,
      tookMs: 300,
    });
  });

  test('marks every stage of a ready job as done, whatever the counts', () => {
    expect(new Set(Object.values(readStates(job({ status: 'ready', stage: 'publish' }))))).toEqual(
      new Set(['done']),
    );
  });

  test('marks the active stage of a failed job as failed and later ones as waiting', () => {
    const failedJob = job({ status: 'failed', stage: 'parse', progress: { fetch: { done: 1, total: 1 } } });
    expect(readStates(failedJob)).toEqual({
      fetch: 'done',
      parse: 'failed',
      link: 'waiting',
      rank: 'waiting',
      embed: 'waiting',
      index: 'waiting',
      publish: 'waiting',
    });
  });

  test('lists an unknown stage last, under its own name', () => {
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

describe('the skip report', () => {
  const skipped = [
    { path: 'logo.png', reason: 'binary', detail: 'NUL byte' },
    { path: 'dist/app.min.js', reason: 'minified', detail: 'one line of 48,200 characters' },
    { path: 'package-lock.json', reason: 'lock-file', detail: 'name of a lock file' },
  ];

  const filterPaths = (reason: string | null, text: string): string[] =>
    filterSkipped(skipped, { reason, text }).map((item) => item.path);

  test('lists reasons, most frequent first', () => {
    expect(countReasons({ skippedByReason: { binary: 1, minified: 7, empty: 0, odd: 7 } })).toEqual([
      { reason: 'minified', label: 'Minified', count: 7 },
      { reason: 'odd', label: 'odd', count: 7 },
      { reason: 'binary', label: 'Binary', count: 1 },
    ]);
  });

  test('filters by reason and by every word of path or detail', () => {
    expect(filterPaths(null, '')).toHaveLength(3);
    expect(filterPaths('binary', '')).toEqual(['logo.png']);
    expect(filterPaths(null, 'LOCK file')).toEqual(['package-lock.json']);
    expect(filterPaths(null, '48,200 dist')).toEqual(['dist/app.min.js']);
    expect(filterPaths('binary', 'dist')).toEqual([]);
  });
});
