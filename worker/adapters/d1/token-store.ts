/**
 * Stores access tokens in the catalog database, encrypted with AES-GCM under a key that is stored elsewhere. The ciphertext is bound to viewer
 * and host, so that a row copied to another viewer cannot be decrypted.
 */

import type { Owner } from '../../core/viewer.ts';
import type { Clock } from '../../ports/clock.ts';
import type { StoredToken, TokenStore } from '../../ports/token-store.ts';
import { allRows, firstRow, run } from './sql/statements.ts';

export interface TokenKey {
  /** Stored with each ciphertext to find its key. */
  readonly version: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The length that NIST SP 800-38D recommends for GCM. Random nonces of this length are safe for about four billion tokens per key. */
const nonceBytes = 12;
const isToken = 'viewer = ?1 AND host = ?2';

interface TokenRecord {
  readonly login: string;
  readonly key_version: string;
  readonly sealed: string;
  readonly created_at: number;
}

/** @param keys at least one; the first encrypts, all decrypt */
export function createD1TokenStore(
  database: D1Database,
  keys: readonly TokenKey[],
  clock: Clock,
): TokenStore {
  const [currentKey] = keys;
  if (currentKey === undefined) throw new RangeError('The token store needs at least one key.');
  const sql = (text: string, ...values: unknown[]): D1PreparedStatement =>
    database.prepare(text).bind(...values);
  return {
    async store(owner, host, { token, login }) {
      const sealed = await encrypt(currentKey, bindingContext(owner, host), token);
      await run(
        sql(
          `INSERT OR REPLACE INTO source_token (viewer, host, login, key_version, sealed, created_at)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6)`,
          owner.id,
          host,
          login,
          currentKey.version,
          sealed,
          clock.now(),
        ),
      );
    },
    list: (owner) =>
      allRows<StoredToken>(
        sql(
          'SELECT host, login, created_at AS createdAt FROM source_token WHERE viewer = ?1 ORDER BY host',
          owner.id,
        ),
      ),
    async read(owner, host) {
      const row = await firstRow<TokenRecord>(
        sql(`SELECT * FROM source_token WHERE ${isToken}`, owner.id, host),
      );
      const key = keys.find(({ version }) => version === row?.key_version);
      if (row === undefined || key === undefined) return undefined;
      const token = await decrypt(key, bindingContext(owner, host), row.sealed);
      if (token === undefined || key === currentKey) return token;
      // Encrypts again with the current key, unless the token was replaced in between.
      await run(
        sql(
          `UPDATE source_token SET key_version = ?3, sealed = ?4 WHERE ${isToken} AND sealed = ?5`,
          owner.id,
          host,
          currentKey.version,
          await encrypt(currentKey, bindingContext(owner, host), token),
          row.sealed,
        ),
      );
      return token;
    },
    async remove(owner, host) {
      const deletion = sql(`DELETE FROM source_token WHERE ${isToken} RETURNING host`, owner.id, host);
      return (await allRows(deletion)).length > 0;
    },
  };
}

function bindingContext(owner: Owner, host: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(new TextEncoder().encode(JSON.stringify([owner.id, host])));
}

async function encrypt(
  { bytes }: TokenKey,
  additionalData: Uint8Array<ArrayBuffer>,
  token: string,
): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const plaintext = new TextEncoder().encode(token);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plaintext);
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** @returns undefined when the value was not encrypted with this key for this viewer and host */
async function decrypt(
  { bytes }: TokenKey,
  additionalData: Uint8Array<ArrayBuffer>,
  sealed: string,
): Promise<string | undefined> {
  const nonceAndCiphertext = Uint8Array.from(atob(sealed), (letter) => letter.charCodeAt(0));
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['decrypt']);
  const algorithm = { name: 'AES-GCM', iv: nonceAndCiphertext.slice(0, nonceBytes), additionalData };
  try {
    return new TextDecoder().decode(
      await crypto.subtle.decrypt(algorithm, key, nonceAndCiphertext.slice(nonceBytes)),
    );
  } catch {
    return undefined;
  }
}
