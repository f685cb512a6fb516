/** API keys of users. Only hashes of their secrets are stored. */

import type { ApiKey } from '../../core/keys.ts';

export type NewKey = Omit<ApiKey, 'createdAt' | 'lastUsedAt' | 'revokedAt'>;

/** Undefined means unchanged; null removes the value. */
export interface KeyChanges {
  readonly name?: string | undefined;
  readonly scopes?: ApiKey['scopes'] | undefined;
  readonly repositories?: readonly string[] | null | undefined;
  readonly origins?: readonly string[] | undefined;
  readonly limits?: ApiKey['limits'] | undefined;
  readonly expiresAt?: number | null | undefined;
}

export interface KeyRotation {
  readonly hash: string;
  readonly prefix: string;
  /** Until when the earlier secret remains valid, in milliseconds since 1970; undefined if it ends at once. */
  readonly previousUntil: number | undefined;
}

/** Every method that takes a user ignores the keys of others. */
export interface KeyStore {
  create(key: NewKey, hash: string): Promise<ApiKey>;
  /** Newest first, with revoked ones of the last 90 days. */
  list(userId: string): Promise<readonly ApiKey[]>;
  read(userId: string, id: string): Promise<ApiKey | undefined>;
  /** The key of a secret that was neither revoked nor replaced. It may have expired. */
  findByHash(hash: string): Promise<ApiKey | undefined>;
  /** @returns undefined if there is no such key, or it is revoked */
  update(userId: string, id: string, changes: KeyChanges): Promise<ApiKey | undefined>;
  /** Replaces the secret. @returns undefined if there is no such key, or it is revoked */
  rotate(userId: string, id: string, rotation: KeyRotation): Promise<ApiKey | undefined>;
  /** @returns whether there was such a key */
  revoke(userId: string, id: string): Promise<boolean>;
  /** Records the current time, unless a use of the last minute is recorded. */
  recordUse(id: string): Promise<void>;
  /** Deletes all keys of a user. @returns their ids */
  removeAll(userId: string): Promise<readonly string[]>;
}
