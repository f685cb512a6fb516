/** Stores, lists and removes viewers' tokens for hosts. A token is stored after the host has confirmed its user. */

import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { StoredToken, TokenStore } from '../../ports/token-store.ts';
import type { Services } from '../services.ts';

export type { StoredToken } from '../../ports/token-store.ts';

/** @throws AppError `tokens_not_kept` | `token_refused`; also what the host throws */
export async function storeToken(services: Services, viewer: Viewer, token: string): Promise<StoredToken> {
  const store = requireTokenStore(services);
  const { codeHost } = services.hosting;
  const { login } = await codeHost.tokenOwner({ token });
  await store.store(viewer, codeHost.name, { token, login });
  await recheckAccess(services, viewer);
  return { host: codeHost.name, login, createdAt: services.clock.now() };
}

export async function listTokens({ hosting }: Services, viewer: Viewer): Promise<readonly StoredToken[]> {
  return (await hosting.tokenStore?.list(viewer)) ?? [];
}

export async function removeToken(services: Services, viewer: Viewer): Promise<void> {
  const { hosting } = services;
  const wasRemoved = await hosting.tokenStore?.remove(viewer, hosting.codeHost.name);
  if (wasRemoved === true) await recheckAccess(services, viewer);
}

/** A token changes what its viewer may read, so the next read checks access again. */
async function recheckAccess({ catalog }: Services, viewer: Viewer): Promise<void> {
  for (const { id, access, owner } of await catalog.listRepositories(viewer))
    if (owner === viewer.id && access !== undefined)
      await catalog.recordAccess(id, { checkedAt: 0, lostAt: access.lostAt });
}

function requireTokenStore({ hosting }: Services): TokenStore {
  if (hosting.tokenStore !== undefined) return hosting.tokenStore;
  throw new AppError('tokens_not_kept', 'This deployment stores no tokens, since TOKEN_KEYS is not set.');
}
