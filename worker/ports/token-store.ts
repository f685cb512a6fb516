/** Tokens of viewers for hosts of code, kept sealed. What is told of one is never the token, but by `read`. */

import type { Viewer } from '../core/viewer.ts';

export interface KeptToken {
  /** As the host names itself: `github`. */
  readonly host: string;
  /** Whose it is over there. */
  readonly login: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface TokenStore {
  /** Takes the place of the one before. */
  keep(
    viewer: Viewer,
    host: string,
    token: { readonly token: string; readonly login: string },
  ): Promise<void>;
  list(viewer: Viewer): Promise<readonly KeptToken[]>;
  /**
   * The token itself; undefined where there is none, or none that a key still opens. One that an older key sealed is sealed anew.
   */
  read(viewer: Viewer, host: string): Promise<string | undefined>;
  /** @returns whether there was one */
  remove(viewer: Viewer, host: string): Promise<boolean>;
}
