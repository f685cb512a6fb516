/** Fetches the history of a busy repository despite rate limits, faults and a crash. The rows must equal those of a run without them. */

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
let clean: FetchedHistory;
let faulty: FetchedHistory;

const cleanData = (): string => join(folder, 'calm');
const faultyData = (): string => join(folder, 'disturbed');

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wherefore-history-'));
  const repository = join(folder, 'harbour.git');
  await mkdir(repository);
  createBusyRepository(repository, commits);
  discussions = await createDiscussions({ folder: repository, ...counts, seed: 1 });
  const served = { owner: 'acme', name: 'harbour', folder: repository, ...discussions };
  [clean, faulty] = await Promise.all([
    fetchHistory({ repository: served, dataDirectory: cleanData() }),
    fetchHistory({ repository: served, dataDirectory: faultyData(), ...historyFaults }),
  ]);
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

it('creates every pull request and issue', () => {
  expect(discussions.pullRequests).toHaveLength(counts.pullRequests);
  expect(discussions.issues).toHaveLength(counts.issues);
});

it('stores the same rows despite two rate limits, a bad gateway, a slow page and a crash', () => {
  expect(clean.struck).toEqual([]);
  expect([...faulty.struck].sort()).toEqual(['bad-gateway', 'graphql-limit', 'secondary-limit', 'slow']);
  expect(faulty.kills).toBe(1);
  expect([...differingRows(fingerprintRows(cleanData()), fingerprintRows(faultyData()))]).toEqual([]);
});

it('makes few more calls than a run without faults, and far fewer than an hourly budget', () => {
  // Each fault repeats its call, and the crash repeats the pages since the last stored page.
  expect(faulty.pages).toBeGreaterThan(clean.pages);
  expect(faulty.calls - clean.calls).toBeLessThan(40);
  for (const { points, calls } of [clean, faulty]) {
    expect(points).toBeLessThan(publishedLimits.graphql / 10);
    expect(calls).toBeLessThan(publishedLimits.core / 10);
  }
});
