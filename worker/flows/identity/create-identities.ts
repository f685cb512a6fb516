/** Finds the viewer of a request in a hosted deployment: by an API key, by a session, or as a visitor. */

import { AppError } from '../../core/errors.ts';
import { allowsOrigin, findKeyProblem, isUseOutdated, parseKey, type ApiKey } from '../../core/keys.ts';
import { sha256 } from '../../core/text/hash.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { KeyStore } from '../../ports/access/key-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Accounts } from '../../ports/identity/accounts.ts';
import type { Credentials, Identities } from './identities.ts';

interface IdentitySources {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly keyStore: Pick<KeyStore, 'findByHash' | 'recordUse'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Names the block of an IP address; nobody can compute or reverse it. */
  readonly addressId: (address: string) => Promise<string>;
}

export function createIdentities(sources: IdentitySources): Identities {
  return {
    async identify(credentials) {
      if (credentials.bearer !== undefined)
        return identifyKey(sources, credentials.bearer, credentials.origin);
      const account = await sources.accounts.find(credentials.headers);
      if (account !== undefined) return { kind: 'user', id: account.id, isAdmin: account.isAdmin };
      return identifyVisitor(sources, credentials);
    },
    identifyVisitor: (credentials) => identifyVisitor(sources, credentials),
  };
}

/** @throws AppError `key_refused` */
async function identifyKey(
  { keyStore, clock }: IdentitySources,
  bearer: string,
  origin: string | undefined,
): Promise<Viewer> {
  const parsed = await parseKey(bearer);
  if ('problem' in parsed) throw new AppError('key_refused', `The API key is not valid. ${parsed.problem}`);
  const key = await keyStore.findByHash(parsed.hash);
  if (key === undefined)
    throw new AppError('key_refused', 'No API key has this secret; it was revoked or rotated.');
  const now = clock.now();
  const problem = findKeyProblem(key, now);
  if (problem !== undefined)
    throw new AppError('key_refused', `The API key ${key.prefix}… is not valid. ${problem}`);
  const viewer = key.kind === 'publishable' ? toPublishable(key, origin) : toKeyViewer(key);
  if (isUseOutdated(key, now)) await keyStore.recordUse(key.id);
  return viewer;
}

function toKeyViewer({ id, userId, scopes, repositories, limits }: ApiKey): Viewer {
  return { kind: 'key', id: userId, keyId: id, scopes, repositories, limits };
}

/** Programs can send any Origin, so this keeps the key off other people's pages, and nothing else depends on it. */
function toPublishable(key: ApiKey, origin: string | undefined): Viewer {
  const { id, userId, prefix, repositories, limits } = key;
  if (!allowsOrigin(key, origin))
    throw new AppError(
      'key_refused',
      `The publishable key ${prefix}… may not be used from ${origin === undefined ? 'a request without an Origin' : JSON.stringify(origin)}.`,
      { details: { origin: origin ?? null } },
    );
  return {
    kind: 'publishable',
    id: `publishable:${id}`,
    keyId: id,
    userId,
    repository: repositories?.[0] ?? '',
    limits,
  };
}

/** The limits follow the address, and conversations the visitor cookie, which stays when the address changes. */
async function identifyVisitor(
  sources: IdentitySources,
  { address, visitor }: Pick<Credentials, 'address' | 'visitor'>,
): Promise<Viewer> {
  const addressId = await sources.addressId(address);
  const id = visitor === undefined ? `address:${addressId}` : `visitor:${await sha256(visitor)}`;
  return { kind: 'anonymous', id, addressId };
}
