/** Starts a hosted server with everything that it calls on loopback: mail, GitHub's sign-in and, on request, Turnstile. */

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../../clients/cli/local-server/ports.ts';
import { startLocalServer, type LocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { startGitHubSignIn, type GitHubPerson, type GitHubSignInServer } from './start-github-sign-in.ts';
import { startMailApi, type MailApi } from './start-mail-api.ts';

export interface HostedServer {
  readonly url: string;
  readonly server: LocalServer;
  readonly mail: MailApi;
  readonly github: GitHubSignInServer;
  readLog(): Promise<string>;
  close(): Promise<void>;
}

const key32 = (letter: string): string => btoa(letter.repeat(32));

/** What a hosted server needs at least. */
export const hostedSecrets = {
  AUTH_SECRET: 'secret-of-a-deployment-in-a-journey',
  TOKEN_KEYS: `1:${key32('t')}`,
  RECEIPT_KEYS: key32('r'),
} as const;

export const octoAnn: GitHubPerson = {
  id: 4_711,
  login: 'octo-ann',
  name: 'Ann Octo',
  emails: [
    { email: 'Ann@octo.example', primary: true, verified: true },
    { email: 'other@octo.example', primary: false, verified: true },
  ],
};

export async function startHostedServer(vars: Readonly<Record<string, string>> = {}): Promise<HostedServer> {
  const port = await findFreePort(0);
  if (port === undefined) throw new Error('There is no free port.');
  const url = `http://127.0.0.1:${port}`;
  const client = { clientId: 'Iv1.client', clientSecret: 'secret-of-the-client' };
  const redirectUri = `${url}/v1/auth/callback/github`;
  const github = await startGitHubSignIn({ ...client, redirectUri }, octoAnn);
  const mail = await startMailApi('re_key');
  const dataDirectory = await mkdtemp(join(tmpdir(), 'wherefore-hosted-'));
  const loopback = [github.host, mail.host, ...(vars['LOOPBACK_HOSTS'] ?? '').split(',')];
  const server = await startLocalServer({
    port,
    dataDirectory,
    vars: {
      MODE: 'hosted',
      PUBLIC_URL: url,
      ...hostedSecrets,
      MAIL_URL: mail.url,
      MAIL_KEY: 're_key',
      MAIL_FROM: 'Wherefore <no-reply@example.org>',
      GITHUB_CLIENT_ID: client.clientId,
      GITHUB_CLIENT_SECRET: client.clientSecret,
      GITHUB_SIGN_IN_URL: github.url,
      GITHUB_API_URL: github.url,
      // All clients of a journey have the same address.
      SIGN_INS_PER_MINUTE: '1000',
      ANONYMOUS_REQUESTS_PER_MINUTE: '10000',
      ...vars,
      LOOPBACK_HOSTS: loopback.filter((host) => host !== '').join(','),
    },
  });
  return {
    url,
    server,
    mail,
    github,
    readLog: () => readFile(server.logFile, 'utf8'),
    async close() {
      await server.stop();
      await Promise.all([github.close(), mail.close()]);
      await rm(dataDirectory, { recursive: true, force: true });
    },
  };
}
