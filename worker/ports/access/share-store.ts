/**
 * Links to read one conversation. A link's token is shown once; only its hash is stored. The catalog deletes the links to a conversation
 * together with its record.
 */

import type { Share } from '../../core/answers/share.ts';
import type { Owner } from '../../core/viewer.ts';

export interface ShareStore {
  /** @param tokenHash SHA-256 of the token */
  add(share: Share, tokenHash: string): Promise<void>;
  /** Newest first, including expired ones. */
  list(owner: Owner): Promise<readonly Share[]>;
  /** Undefined if no share has the token. An expired one is returned. */
  find(tokenHash: string): Promise<Share | undefined>;
  /** @returns whether the owner had such a share */
  remove(owner: Owner, id: string): Promise<boolean>;
  removeOwner(owner: Owner): Promise<void>;
}
