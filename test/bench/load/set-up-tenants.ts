/** Creates what a load needs on a hosted server: users with sessions, keys and a private repository each, and a public repository. */

import { createClient, type Client } from '../../../worker/contract/client.ts';
import { indexSource } from '../../../clients/cli/indexing/index-source.ts';
import { HttpBrowser, linkOf } from '../../support/accounts/http-browser.ts';
import type { HostedServer } from '../../support/accounts/hosted-server.ts';
import { libraryFiles, librarySource } from '../library-tree.ts';
import type { Identity } from './callers.ts';

export interface Tenant {
  readonly session: Identity;
  readonly key: Identity;
  readonly repositoryId: string;
  readonly createKey: (name: string, limits: Readonly<Record<string, number>>) => Promise<Identity>;
}

const password = 'a long enough password';
const repositoryBytes = 200_000;

export async function setUpTenant(
  hosted: HostedServer,
  number: number,
  signal: AbortSignal,
): Promise<Tenant> {
  const browser = new HttpBrowser(hosted);
  const { length } = hosted.mail.mails;
  await browser.signUp(`user${number}@example.org`, password);
  await browser.get(linkOf(await browser.mail(length)));
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const createKey = async (name: string, limits: Readonly<Record<string, number>>): Promise<Identity> => {
    const body = { name, limits, scopes: ['ask', 'search', 'read', 'index'] };
    const created = await browser.post('/v1/keys', body);
    const secret = created.body?.['secret'];
    if (typeof secret !== 'string')
      throw new Error(`The key was not created: ${JSON.stringify(created.body)}`);
    return { name: `${name} of user ${number}`, headers: { authorization: `Bearer ${secret}` } };
  };
  const key = await createKey('main', {});
  const client = clientOf(hosted, key);
  // The same bytes for every tenant, each in a scope of its own.
  const source = librarySource('library', libraryFiles(repositoryBytes));
  const { id } = await indexSource(client, { source, name: 'library', signal, report: () => undefined });
  return {
    session: { name: `session of user ${number}`, headers: { cookie } },
    key,
    repositoryId: id,
    createKey,
  };
}

export function clientOf(hosted: HostedServer, { headers }: Identity): Client {
  return createClient({
    baseUrl: hosted.url,
    fetch: (input, init) => {
      const sent = new Headers(init?.headers);
      for (const [name, value] of Object.entries(headers)) sent.set(name, value);
      return fetch(input, { ...init, headers: sent });
    },
  });
}
