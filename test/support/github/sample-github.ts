/** Starts a local GitHub for the tests of one file: the sample repository once public and once private, and tokens with different access. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleIssue, samplePullRequest } from './discussions/discussion-samples.ts';
import type { GitHubOptions } from './options.ts';
import { createSampleRepository, type SampleRepository } from './sample-repository.ts';
import { startGitHub, type GitHub } from './start-github.ts';

export interface SampleGitHub extends GitHub, SampleRepository {
  readonly folder: string;
  /** Sends a GET without following redirects. @param token an empty string sends no token */
  get(path: string, token?: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  query(query: string, variables?: Readonly<Record<string, unknown>>, token?: string): Promise<GraphQlReply>;
}

interface GraphQlReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly data?: unknown;
    readonly errors?: readonly { readonly type?: string; readonly message: string }[];
  };
}

/**
 * Starts a GitHub with `acme/harbour`, formerly `acme/port`, and the private `acme/secret`. The token `good` can read both and `stranger` only the
 * first; `narrow` cannot read the contents of `acme/harbour`, and `old` has expired.
 */
export async function startSampleGitHub(overrides: Partial<GitHubOptions> = {}): Promise<SampleGitHub> {
  const folder = mkdtempSync(join(tmpdir(), 'wherefore-github-'));
  const sample = createSampleRepository(folder);
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
    ...overrides,
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
