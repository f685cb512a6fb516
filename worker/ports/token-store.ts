/** Users' tokens for code hosts, stored encrypted. Only `read` returns the token itself. */

import type { Owner } from '../core/viewer.ts';

export interface StoredToken {
  /** The host's name: `github`. */
  readonly host: string;
  /** The owner's login on the host. */
  readonly login: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface TokenStore {
  /** Replaces an earlier token. */
  store(owner: Owner, host: string, token: { readonly token: string; readonly login: string }): Promise<void>;
  list(owner: Owner): Promise<readonly StoredToken[]>;
  /**
   * The token; undefined if there is none or no key can decrypt it. A token encrypted with an older key is encrypted again.
   */
  read(owner: Owner, host: string): Promise<string | undefined>;
  /** @returns whether a token was stored */
  remove(owner: Owner, host: string): Promise<boolean>;
}
