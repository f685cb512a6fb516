/**
 * The version that the next question of a conversation is about: the version in the address, or the version of the last question. Links in
 * the app use it too.
 */
import { chooseVersion } from '../../repositories/chosen-version.svelte.ts';
import {
  readRequestedVersion,
  labelDefaultVersion,
  type RequestedVersion,
} from '../../repositories/find-version.ts';
import { knownVersions } from '../../repositories/known-versions.svelte.ts';
import { conversationPath, type ConversationAddress } from './ask-address.ts';
import type { Thread } from './thread.svelte.ts';

interface ConversationVersion {
  /** Null for the default version. */
  readonly requested: RequestedVersion | null;
  /** What the note above the question box states; null for the default version. */
  readonly note: {
    readonly label: string;
    readonly defaultName: string;
    readonly defaultPath: string;
  } | null;
}

/** Call it during component initialization. */
export function createConversationVersion(conversation: {
  readonly thread: () => Thread;
  readonly address: () => ConversationAddress;
  readonly servedSnapshotId: () => string | null;
}): ConversationVersion {
  const { thread, address, servedSnapshotId } = conversation;
  const version = $derived(address().version ?? thread().state.turns.at(-1)?.version ?? null);
  const versions = $derived(knownVersions.list(thread().place.repositoryId));
  const requested = $derived(
    readRequestedVersion(version, { versions, servedSnapshotId: servedSnapshotId() }),
  );
  const note = $derived(
    requested && {
      label: requested.label,
      defaultName: labelDefaultVersion(versions),
      defaultPath: conversationPath(thread().place, {
        ...address(),
        version: servedSnapshotId() ?? undefined,
      }),
    },
  );
  chooseVersion(() => version);
  return {
    get requested() {
      return requested;
    },
    get note() {
      return note;
    },
  };
}
