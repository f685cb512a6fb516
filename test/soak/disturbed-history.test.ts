/** Fetches the history of a busy repository through rate limits, faults and a crash: it must equal that of an undisturbed run. */

import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { differingRows, fingerprintRows } from '../bench/recovery/fingerprint-rows.ts';
import { fetchHistory, historyFaults, type FetchedHistory } from '../support/server/fetch-history.ts';
import { createBusyRepository } from '../support/github/busy-repository.ts';
import { publishedLimits } from '../support/github/options.ts';
import { createDiscussions, type Discussions } from '../support/github/discussions/create-discussions.ts';

const commits = 500;
const counts = { pullRequests: 300, issues: 500 };

let folder: string;
let discussions: Discussions;
let calm: FetchedHistory;
let disturbed: FetchedHistory;

const calmData = (): string => join(folder, 'calm');
const disturbedData = (): string => join(folder, 'disturbed');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wherefore-past-'));
  const repository = join(folder, 'harbour.git');
  await mkdir(repository);
  createBusyRepository(repository, commits);
  discussions = await createDiscussions({ folder: repository, ...counts, seed: 1 });
  const served = { owner: 'acme', name: 'harbour', folder: repository, ...discussions };
  [calm, disturbed] = await Promise.all([
    fetchHistory({ repository: served, dataDirectory: calmData() }),
    fetchHistory({ repository: served, dataDirectory: disturbedData(), ...historyFaults }),
  ]);
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

it('creates every pull request and issue', () => {
  expect(discussions.pullRequests).toHaveLength(counts.pullRequests);
  expect(discussions.issues).toHaveLength(counts.issues);
});

it('survives two rate limits, a bad gateway, a slow page and a crash with the rows of an undisturbed run', () => {
  expect(calm.struck).toEqual([]);
  expect([...disturbed.struck].sort()).toEqual(['bad-gateway', 'graphql-limit', 'secondary-limit', 'slow']);
  expect(disturbed.kills).toBe(1);
  expect([...differingRows(fingerprintRows(calmData()), fingerprintRows(disturbedData()))]).toEqual([]);
});

it('makes few more calls than an undisturbed run, and far fewer than an hourly budget', () => {
  // Each fault repeats its call, and the crash the pages since the last stored one.
  expect(disturbed.pages).toBeGreaterThan(calm.pages);
  expect(disturbed.calls - calm.calls).toBeLessThan(40);
  for (const { points, calls } of [calm, disturbed]) {
    expect(points).toBeLessThan(publishedLimits.graphql / 10);
    expect(calls).toBeLessThan(publishedLimits.core / 10);
  }
});
