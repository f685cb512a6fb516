/** Pull requests and issues of a repository on GitHub are fetched, read, searched, and used in an answer. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DiscussionList, DiscussionView } from '../../../worker/contract/discussions/schema.ts';
import { sampleIssue, samplePullRequest } from '../../support/github/discussions/discussion-samples.ts';
import { createSampleRepository, type SampleRepository } from '../../support/github/sample-repository.ts';
import { startGitHub, type GitHub } from '../../support/github/start-github.ts';
import { startJourneyServer, type JourneyServer } from '../../support/server/journey-server.ts';

let folder: string;
let sample: SampleRepository;
let github: GitHub;
let journey: JourneyServer;
let id: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wherefore-discussions-'));
  sample = createSampleRepository(folder);
  github = await startGitHub({
    repositories: [
      {
        owner: 'acme',
        name: 'harbour',
        folder,
        pullRequests: [samplePullRequest(sample.commits[2] ?? '')],
        issues: [sampleIssue],
      },
    ],
    tokens: [{ token: 'of-the-deployment', login: 'ann', canRead: [] }],
    faults: [{ kind: 'bad-gateway', on: /PullRequests/, nth: 1 }],
  });
  const hosts = [github.url, github.codeloadUrl].map((url) => new URL(url).host);
  journey = await startJourneyServer({
    GITHUB_API_URL: github.url,
    GITHUB_TOKEN: 'of-the-deployment',
    LOOPBACK_HOSTS: hosts.join(','),
  });
  ({ id } = await journey.client.addSource({ source: 'acme/harbour', history: 'full' }));
  for (;;) {
    const { history, status } = await journey.client.getRepository(id);
    if (status === 'failed' || history?.state === 'done' || history?.state === 'failed') break;
    await new Promise((next) => setTimeout(next, 200));
  }
});

afterAll(async () => {
  await journey.close();
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

async function getJson<Body>(path: string): Promise<{ readonly status: number; readonly body: Body }> {
  const response = await fetch(`${journey.server.url}/v1/repositories/${id}/${path}`);
  return { status: response.status, body: (await response.json()) as Body };
}

it('reports every stage of the history until it is complete', async () => {
  const { status, history, counts } = await journey.client.getRepository(id);
  expect(status).toBe('ready');
  expect(counts.commits).toBe(5);
  expect(history).toMatchObject({
    state: 'done',
    progress: { commits: { done: 5, total: 5 }, 'pull-requests': { done: 1 }, issues: { done: 1 } },
    error: null,
  });
});

it('returns a pull request with its comments and the issues it closes', async () => {
  const { body } = await getJson<DiscussionView>('discussions/3');
  expect(body).toMatchObject({ kind: 'pull-request', title: 'Count locks', mergeCommit: sample.commits[2] });
  expect(body.remarks.map(({ author }) => author)).toContain('pilot');
  expect(body.linked.map(({ number }) => number)).toEqual([2]);
  expect(await getJson('discussions/99')).toMatchObject({
    status: 404,
    body: { code: 'discussion_not_found' },
  });
});

it('finds discussions by words', async () => {
  const { body } = await getJson<DiscussionList>('discussions?query=gate%20moves%20slower');
  expect(body.discussions.map(({ number }) => number)).toEqual([3]);
  expect(body.counts).toEqual({ pullRequests: 1, issues: 1 });
});

it('returns commits with their pull request and the issues it closes', async () => {
  const history = await journey.client.askHistory(id, { question: 'Why are locks counted as a constant?' });
  const entry = history.entries.find(({ commit }) => commit === sample.commits[2]);
  expect(entry?.pullRequest).toMatchObject({
    number: 3,
    title: 'Count locks',
    url: expect.stringContaining('/pull/3'),
  });
  expect(entry?.linkedIssues?.map(({ number }) => number)).toEqual([2]);
  expect(history.discussions[0]).toMatchObject({ number: 3 });
});

it('answers a why question with the author, date and place of the reason', async () => {
  const answer = await journey.client.answer(id, {
    question: 'Why is the number of locks a constant and not read from a file?',
  });
  expect(answer.answer).toMatch(/`(?:pilot|ann)` wrote on 2024-02-2\d in pull request `#3`: “/);
  const kinds = answer.evidence.map(({ kind }) => kind);
  expect(kinds).toContain('pull-request');
  const claims = answer.claims.filter(({ text }) => text.includes('`#3`'));
  expect(claims.length).toBeGreaterThan(0);
  expect(claims.every(({ state }) => state === 'verified')).toBe(true);
});
