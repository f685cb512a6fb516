/**
 * Links to read one conversation. A link's token is shown once; only its hash is stored. The catalog deletes the links to a conversation
 * together with its record.
 */

import type { Owner } from '../../core/viewer.ts';

export interface Share {
  readonly id: string;
  /** Whose conversation it is. */
  readonly owner: string;
  readonly repositoryId: string;
  readonly conversationId: string;
  /** The first question of the conversation. */
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Undefined if it does not expire. */
  readonly expiresAt: number | undefined;
}

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
