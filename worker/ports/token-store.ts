/** Users' tokens for code hosts, stored encrypted. Only `read` returns the token itself. */

import type { Viewer } from '../core/viewer.ts';

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
  store(
    viewer: Viewer,
    host: string,
    token: { readonly token: string; readonly login: string },
  ): Promise<void>;
  list(viewer: Viewer): Promise<readonly StoredToken[]>;
  /**
   * The token; undefined if there is none or no key can decrypt it. A token encrypted with an older key is encrypted again.
   */
  read(viewer: Viewer, host: string): Promise<string | undefined>;
  /** @returns whether a token was stored */
  remove(viewer: Viewer, host: string): Promise<boolean>;
}
