/** Tokens of viewers for hosts: kept once the host has said whose they are. */

import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { KeptToken, TokenStore } from '../../ports/token-store.ts';
import type { Services } from '../services.ts';

export type { KeptToken } from '../../ports/token-store.ts';

/** @throws AppError `tokens_not_kept` | `token_refused`, and what the host throws */
export async function keepToken(services: Services, viewer: Viewer, token: string): Promise<KeptToken> {
  const store = storeOf(services);
  const { codeHost } = services.hosting;
  const { login } = await codeHost.viewerOf({ token });
  await store.keep(viewer, codeHost.name, { token, login });
  await askAnew(services, viewer);
  return { host: codeHost.name, login, createdAt: services.clock.now() };
}

export async function listTokens({ hosting }: Services, viewer: Viewer): Promise<readonly KeptToken[]> {
  return (await hosting.tokenStore?.list(viewer)) ?? [];
}

export async function removeToken(services: Services, viewer: Viewer): Promise<void> {
  const { hosting } = services;
  const wasThere = await hosting.tokenStore?.remove(viewer, hosting.codeHost.name);
  if (wasThere === true) await askAnew(services, viewer);
}

/** What may be read with it is not what could be read without. */
async function askAnew({ catalog }: Services, viewer: Viewer): Promise<void> {
  for (const { id, access, owner } of await catalog.listRepositories(viewer))
    if (owner === viewer.id && access !== undefined)
      await catalog.noteAccess(id, { checkedAt: 0, lostAt: access.lostAt });
}

function storeOf({ hosting }: Services): TokenStore {
  if (hosting.tokenStore !== undefined) return hosting.tokenStore;
  throw new AppError('tokens_not_kept', 'TOKEN_KEYS is not set.');
}
