/**
 * Creates, changes, rotates and revokes API keys. A key can manage only keys that have no more than itself, so no key can give itself or
 * another one more.
 */

import { AppError } from '../../core/errors.ts';
import {
  createKeySecret,
  findKeyProblem,
  formatTime,
  maxKeys,
  normalizeKeyOrigin,
  publishableScopes,
  type ApiKey,
  type KeyKind,
} from '../../core/keys.ts';
import { measures, type UsageLimits } from '../../core/limits/measures.ts';
import type { Scope, Viewer } from '../../core/viewer.ts';
import type { KeyChanges, KeyStore } from '../../ports/access/key-store.ts';
import { keySubject, publishableAccount, userAccount } from '../limits/metering.ts';
import type { Services } from '../services.ts';

type KeyServices = Pick<Services, 'keyStore' | 'catalog' | 'clock' | 'metering' | 'accounts'>;

export interface KeyRequest {
  readonly kind: KeyKind;
  readonly name: string;
  /** Undefined means the default. */
  readonly scopes: readonly Scope[] | undefined;
  readonly repositories: readonly string[] | undefined;
  readonly origins: readonly string[];
  readonly limits: UsageLimits;
  readonly expiresAt: number | undefined;
}

interface KeyWithSecret {
  readonly key: ApiKey;
  readonly secret: string;
}

const defaultScopes = {
  secret: ['ask', 'search', 'read'],
  publishable: publishableScopes,
} as const satisfies Record<KeyKind, readonly Scope[]>;

/** @throws AppError `no_accounts` */
export async function listKeys({ keyStore }: KeyServices, viewer: Viewer): Promise<readonly ApiKey[]> {
  return (await expectStore(keyStore).list(viewer.id)).filter((key) => isManaged(viewer, key));
}

/** A key for some repositories may not see or revoke keys for others. */
function isManaged(viewer: Viewer, { repositories }: ApiKey): boolean {
  if (viewer.kind !== 'key' || viewer.repositories === undefined) return true;
  const own = viewer.repositories;
  return repositories?.every((id) => own.includes(id)) === true;
}

/** @throws AppError `no_accounts` | `invalid_request` | `repository_not_found` | `key_exceeds_viewer` | `too_many_keys` */
export async function createKey(
  services: KeyServices,
  viewer: Viewer,
  request: KeyRequest,
): Promise<KeyWithSecret> {
  const store = expectStore(services.keyStore);
  const key = {
    ...request,
    id: services.clock.newId(),
    userId: viewer.id,
    scopes: request.scopes ?? defaultScopes[request.kind],
    origins: request.origins.map(expectOrigin),
  };
  await checkGrant(services, viewer, key);
  const active = (await store.list(viewer.id)).filter(({ revokedAt }) => revokedAt === undefined);
  if (active.length >= maxKeys)
    throw new AppError('too_many_keys', `The account has ${active.length} keys; the maximum is ${maxKeys}.`);
  const { text, hash, prefix } = await createKeySecret(request.kind);
  const created = await store.create({ ...key, prefix }, hash);
  await requireLasting(services, viewer, store);
  return { key: created, secret: text };
}

/** The account may have been deleted while the request was read. Its deletion has then not seen the key, which would outlive it. */
async function requireLasting({ accounts }: KeyServices, { id }: Viewer, store: KeyStore): Promise<void> {
  if (accounts === undefined || (await accounts.exists(id))) return;
  await store.removeAll(id);
  throw new AppError('sign_in_required', 'The account was deleted.');
}

/** @throws AppError `key_not_found`, and what `createKey` throws */
export async function updateKey(
  services: KeyServices,
  viewer: Viewer,
  { id, ...changes }: KeyChanges & { readonly id: string },
): Promise<ApiKey> {
  const store = expectStore(services.keyStore);
  const current = await expectKey(store, viewer, id);
  const changed = { ...changes, origins: changes.origins?.map(expectOrigin) };
  await checkGrant(services, viewer, current);
  await checkGrant(services, viewer, applyChanges(current, changed));
  return (await store.update(viewer.id, id, changed)) ?? refuseUnknown(id);
}

/** @throws AppError `no_accounts` | `key_not_found` | `key_exceeds_viewer` */
export async function rotateKey(
  services: KeyServices,
  viewer: Viewer,
  { id, graceMs }: { readonly id: string; readonly graceMs: number },
): Promise<KeyWithSecret> {
  const store = expectStore(services.keyStore);
  const current = await expectKey(store, viewer, id);
  await checkViewer(services, viewer, current);
  const { text, hash, prefix } = await createKeySecret(current.kind);
  const previousUntil = graceMs > 0 ? services.clock.now() + graceMs : undefined;
  const key = await store.rotate(viewer.id, id, { hash, prefix, previousUntil });
  return { key: key ?? refuseUnknown(id), secret: text };
}

/** @throws AppError `no_accounts` | `key_not_found` */
export async function revokeKey(services: KeyServices, viewer: Viewer, id: string): Promise<void> {
  await readKey(services, viewer, id);
  if (!(await expectStore(services.keyStore).revoke(viewer.id, id))) refuseUnknown(id);
}

/** Deletes all keys of a user, with their counts and those of the user. */
export async function removeKeys(
  { keyStore, metering }: Pick<Services, 'keyStore' | 'metering'>,
  userId: string,
): Promise<void> {
  await keyStore?.removeAll(userId);
  for (const account of [userAccount(userId), publishableAccount(userId)])
    await metering?.limits.remove(account);
}

/** Where the use of a key is counted. */
export function keyAccount({ id, kind, userId }: Pick<ApiKey, 'id' | 'kind' | 'userId'>) {
  const account = kind === 'publishable' ? publishableAccount(userId) : userAccount(userId);
  return { account, subject: keySubject(id) };
}

/** @throws AppError `key_not_found` */
export async function readKey({ keyStore }: KeyServices, viewer: Viewer, id: string): Promise<ApiKey> {
  const key = await expectStore(keyStore).read(viewer.id, id);
  return key !== undefined && isManaged(viewer, key) ? key : refuseUnknown(id);
}

function expectStore(store: KeyStore | undefined): KeyStore {
  if (store !== undefined) return store;
  throw new AppError('no_accounts', 'The server runs in open mode.');
}

async function expectKey(store: KeyStore, viewer: Viewer, id: string): Promise<ApiKey> {
  const key = await store.read(viewer.id, id);
  return key?.revokedAt === undefined ? (key ?? refuseUnknown(id)) : refuseUnknown(id);
}

function refuseUnknown(id: string): never {
  throw new AppError('key_not_found', `The account has no active key ${JSON.stringify(id)}.`);
}

function expectOrigin(text: string): string {
  const origin = normalizeKeyOrigin(text);
  if (origin !== undefined) return origin;
  throw new AppError(
    'invalid_request',
    `origins: ${JSON.stringify(text)} is not an origin such as https://docs.example.org.`,
  );
}

type Grant = Pick<ApiKey, 'kind' | 'scopes' | 'repositories' | 'origins' | 'limits' | 'expiresAt'>;

function applyChanges(key: ApiKey, { scopes, repositories, origins, limits, expiresAt }: KeyChanges): Grant {
  return {
    kind: key.kind,
    scopes: scopes ?? key.scopes,
    repositories: repositories === undefined ? key.repositories : (repositories ?? undefined),
    origins: origins ?? key.origins,
    limits: limits ?? key.limits,
    expiresAt: expiresAt === undefined ? key.expiresAt : (expiresAt ?? undefined),
  };
}

async function checkGrant(services: KeyServices, viewer: Viewer, grant: Grant): Promise<void> {
  const problem = findShapeProblem(grant);
  if (problem !== undefined) throw new AppError('invalid_request', problem);
  await checkViewer(services, viewer, grant);
  for (const id of grant.repositories ?? []) {
    const repository = await services.catalog.getRepository(viewer, id);
    if (repository === undefined)
      throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
    if (grant.kind === 'publishable' && repository.visibility !== 'public')
      throw new AppError(
        'invalid_request',
        `repositories: ${JSON.stringify(id)} is private. Everyone can read a publishable key.`,
      );
  }
}

/** @returns undefined for a valid combination */
function findShapeProblem({ kind, scopes, repositories, origins }: Grant): string | undefined {
  if (kind === 'secret') {
    if (scopes.length === 0) return 'scopes: a key needs at least one.';
    return origins.length > 0 ? 'origins: only a publishable key has origins.' : undefined;
  }
  const hasItsScopes =
    scopes.length === publishableScopes.length && publishableScopes.every((scope) => scopes.includes(scope));
  if (!hasItsScopes)
    return `scopes: a publishable key always has ${publishableScopes.join(' and ')}. Omit them.`;
  if (repositories?.length !== 1)
    return `repositories: a publishable key has exactly one, not ${repositories?.length ?? 0}.`;
  return origins.length === 0 ? 'origins: a publishable key needs at least one.' : undefined;
}

/** A key may not create, change or renew a key that has more than itself. */
async function checkViewer({ keyStore, clock }: KeyServices, viewer: Viewer, grant: Grant): Promise<void> {
  if (viewer.kind !== 'key') return;
  const own = await keyStore?.read(viewer.id, viewer.keyId);
  if (own === undefined || findKeyProblem(own, clock.now()) !== undefined)
    throw new AppError('key_refused', 'The key of this request is no longer valid.');
  const excess = findExcess(grant, own);
  if (excess !== undefined)
    throw new AppError('key_exceeds_viewer', `The key of this request ${excess}.`, {
      details: { scopes: own.scopes },
    });
}

function findExcess(grant: Grant, own: ApiKey): string | undefined {
  const missing = grant.scopes.filter((scope) => !own.scopes.includes(scope));
  if (missing.length > 0) return `does not have the scope ${missing.join(', ')}`;
  const { repositories } = own;
  if (repositories !== undefined) {
    const others = grant.repositories?.filter((id) => !repositories.includes(id));
    if (others === undefined || others.length > 0)
      return 'is limited to some repositories, and the other is not';
  }
  const exceeded = measures.find(
    (measure) => (grant.limits[measure] ?? Infinity) > (own.limits[measure] ?? Infinity),
  );
  if (exceeded !== undefined && grant.kind === 'secret') return `has a lower limit of ${exceeded}`;
  if (own.expiresAt !== undefined && (grant.expiresAt ?? Infinity) > own.expiresAt)
    return grant.expiresAt === undefined
      ? `expires at ${formatTime(own.expiresAt)}, and the other never does; set \`expiresAt\` to ${formatTime(own.expiresAt)} or earlier`
      : `expires earlier, at ${formatTime(own.expiresAt)}; set \`expiresAt\` to that time or earlier`;
  return undefined;
}
