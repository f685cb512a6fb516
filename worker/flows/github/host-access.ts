/**
 * Stores viewers' tokens for hosts, and chooses the token for calls to a host. A viewer's own token takes precedence over the deployment's.
 * Private repositories are read only with the viewer's token, so that nobody uses the deployment's permissions.
 */

import { AppError } from '../../core/errors.ts';
import type { HostedLocation } from '../../core/repositories/source.ts';
import { actFor, type Owner, type Viewer } from '../../core/viewer.ts';
import type { HostAccess, HostedRepository } from '../../ports/code-host.ts';
import type { StoredToken, TokenStore } from '../../ports/token-store.ts';
import { requireUnlimited } from '../identity/require-permission.ts';
import type { Services } from '../services.ts';

export type { StoredToken } from '../../ports/token-store.ts';

export interface ViewerAccess extends HostAccess {
  /** Whether the token is the viewer's own. */
  readonly isOwn: boolean;
}

type HostServices = Pick<Services, 'hosting'>;

export async function viewerAccess({ hosting }: HostServices, viewer: Owner): Promise<ViewerAccess> {
  const ownToken = await hosting.tokenStore?.read(viewer, hosting.codeHost.name);
  return { token: ownToken ?? hosting.deploymentToken, isOwn: ownToken !== undefined };
}

/**
 * Describes a repository, with the access to read it.
 * @throws AppError `source_not_found`, also if only the deployment's token can read it; also what the host throws
 */
export async function describeForViewer(
  services: HostServices,
  viewer: Owner,
  location: HostedLocation,
): Promise<{ readonly repository: HostedRepository; readonly access: ViewerAccess }> {
  const access = await viewerAccess(services, viewer);
  const repository = await services.hosting.codeHost.describe(location, access);
  if (!repository.isPrivate || access.isOwn) return { repository, access };
  throw new AppError(
    'source_not_found',
    `GitHub has no repository ${location.owner}/${location.name} that this token may read. Check the name, or store a token with access.`,
  );
}

/**
 * Returns the access for reading the history of an indexed repository. A private repository is read with the owner's token or none.
 * Before the deployment's token is used, the visibility is checked again, since reading history takes hours and the repository may have
 * become private.
 * @throws what the host throws
 */
export async function historyAccess(
  services: HostServices & Pick<Services, 'catalog'>,
  id: string,
  owner: Owner,
): Promise<HostAccess> {
  const [access, repository] = await Promise.all([
    viewerAccess(services, owner),
    services.catalog.getRepository(actFor(owner), id),
  ]);
  if (access.isOwn || access.token === undefined) return { token: access.token };
  if (repository === undefined || repository.access !== undefined) return { token: undefined };
  if (repository.source.kind !== 'github') return { token: access.token };
  const { id: hostId, isPrivate } = await services.hosting.codeHost.describe(repository.source, access);
  return { token: isPrivate || hostId !== repository.source.hostId ? undefined : access.token };
}

/**
 * Stores a token after the host has confirmed its user.
 * @throws AppError `not_allowed` | `tokens_not_kept` | `token_refused`; also what the host throws
 */
export async function storeToken(services: Services, viewer: Viewer, token: string): Promise<StoredToken> {
  requireUnlimited(viewer);
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

/** @throws AppError `not_allowed` */
export async function removeToken(services: Services, viewer: Viewer): Promise<void> {
  requireUnlimited(viewer);
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
