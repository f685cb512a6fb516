/** A GitHub over the sample repository for the tests of one file: its public and its private half, and people who see more or less. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleIssue, samplePullRequest } from './discussion-samples.ts';
import type { GitHubOptions } from './options.ts';
import { makeSampleRepository, type SampleRepository } from './sample-repository.ts';
import { startGitHub, type GitHub } from './start-github.ts';

export interface SampleGitHub extends GitHub, SampleRepository {
  readonly folder: string;
  /** Without following redirects. @param token none where it is empty */
  get(path: string, token?: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  query(query: string, variables?: Readonly<Record<string, unknown>>, token?: string): Promise<Told>;
}

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly data?: unknown;
    readonly errors?: readonly { readonly type?: string; readonly message: string }[];
  };
}

/** `acme/harbour`, once `acme/port`, and the private `acme/secret`; the token `good` sees both, `stranger` the first, `old` has expired. */
export async function startSampleGitHub(more: Partial<GitHubOptions> = {}): Promise<SampleGitHub> {
  const folder = mkdtempSync(join(tmpdir(), 'wherefore-github-'));
  const sample = makeSampleRepository(folder);
  const pullRequests = [samplePullRequest(sample.commits[2] ?? '')];
  const github = await startGitHub({
    repositories: [
      {
        owner: 'acme',
        name: 'harbour',
        folder,
        renamedFrom: ['acme/port'],
        pullRequests,
        issues: [sampleIssue],
      },
      { owner: 'acme', name: 'secret', folder, isPrivate: true, pullRequests, issues: [sampleIssue] },
    ],
    tokens: [
      { token: 'good', login: 'ann', canRead: ['acme/secret'] },
      { token: 'stranger', login: 'bob', canRead: [] },
      { token: 'old', login: 'cy', canRead: ['acme/secret'], isExpired: true },
      { token: 'narrow', login: 'dee', canRead: [], lacksRight: ['acme/harbour'] },
    ],
    ...more,
  });
  return {
    ...github,
    ...sample,
    folder,
    get: (path, token = 'good', headers = {}) =>
      fetch(`${github.url}${path}`, {
        headers: { 'user-agent': 'test', ...authorization(token), ...headers },
        redirect: 'manual',
      }),
    query: async (query, variables = {}, token = 'good') => {
      const response = await fetch(`${github.url}/graphql`, {
        method: 'POST',
        headers: { 'user-agent': 'test', 'content-type': 'application/json', ...authorization(token) },
        body: JSON.stringify({ query, variables }),
      });
      const body: unknown = await response.json();
      return {
        status: response.status,
        headers: response.headers,
        body: typeof body === 'object' ? { ...body } : {},
      };
    },
    close: async () => {
      await github.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const authorization = (token: string): Record<string, string> =>
  token === '' ? {} : { authorization: `Bearer ${token}` };
