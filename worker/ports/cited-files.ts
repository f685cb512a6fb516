/**
 * Files that conversations cite. They remain readable after their snapshot is removed, until the last conversation that cites them is
 * deleted.
 */

import type { ConversationRecord } from './catalog.ts';

/** A file of a snapshot, by the snapshot's id. */
export interface CitedPath {
  readonly snapshot: string;
  readonly path: string;
}

/** A file of a removed snapshot. Its secrets are masked. */
export interface RetainedFile {
  readonly path: string;
  readonly commit: string;
  /** SHA-256 of the file's bytes. */
  readonly hash: string;
  readonly language: string;
  readonly encoding: string;
  readonly lines: number;
  readonly text: string;
  readonly masked: readonly { readonly line: number; readonly rule: string }[];
  /** When the snapshot was created and removed, in milliseconds since 1970. */
  readonly indexedAt: number;
  readonly removedAt: number;
}

export interface CitedFiles {
  /** Maximum number of files that one conversation can retain. Further ones are not recorded. */
  readonly maxFiles: number;
  /** Maximum size of a file's text in bytes of UTF-8. Longer files are not retained. */
  readonly maxBytes: number;
  /** Records that a conversation cites files. Safe to repeat. */
  record(shard: number, conversation: ConversationRecord, files: readonly CitedPath[]): Promise<void>;
  /** The cited paths of a snapshot that are not retained yet. */
  listUnretained(shard: number, snapshot: string): Promise<readonly string[]>;
  /** Stores files of a snapshot that is being removed. A stored file is not replaced, so that an interrupted removal can be repeated. */
  retain(
    shard: number,
    snapshot: { readonly id: string; readonly repositoryId: string },
    files: readonly RetainedFile[],
  ): Promise<void>;
  /** Undefined if the repository has no such file. */
  read(shard: number, repositoryId: string, file: CitedPath): Promise<RetainedFile | undefined>;
  /** Removes a conversation's citations, and the files that no other conversation cites. */
  removeConversation(shard: number, conversation: ConversationRecord): Promise<void>;
  removeRepository(shard: number, repositoryId: string): Promise<void>;
}
