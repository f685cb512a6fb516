/**
 * What has become of the sources of a conversation, read once it is shown with a turn that is not of the state served now. It is an
 * addition: where it cannot be read, the conversation is shown without.
 */
import { api, type TurnDrift } from '../../../api.ts';
import type { Thread } from '../thread.svelte.ts';
import { isRunning } from '../turn.svelte.ts';
import { isOld } from './is-old.ts';

interface ShownConversation {
  readonly thread: Thread;
  readonly servedSnapshotId: string | null;
}

/** Call it while a component is set up. @returns what is known of a turn, by its id */
export function watchDrift(shown: () => ShownConversation): (turn: string | null) => TurnDrift | undefined {
  let turns = $state.raw<ReadonlyMap<string, TurnDrift>>(new Map());
  const repositoryId = $derived(shown().thread.place.repositoryId);
  const conversationId = $derived(shown().thread.place.conversationId);
  // A text, so that a turn which goes on being told is no reason to read again.
  const old = $derived(oldTurns(shown()));

  async function read(signal: AbortSignal): Promise<void> {
    try {
      const drift = await api.conversationDrift(repositoryId, conversationId, signal);
      if (!signal.aborted) turns = new Map(drift.turns.map((turn) => [turn.turn, turn]));
    } catch {
      // Without it the conversation says what it said.
    }
  }

  $effect(() => {
    if (old === '') return;
    const controller = new AbortController();
    void read(controller.signal);
    return () => controller.abort();
  });

  return (turn) => (turn === null ? undefined : turns.get(turn));
}

/** The turns that may not hold any more, with the state served now; empty where there are none. */
function oldTurns({ thread, servedSnapshotId }: ShownConversation): string {
  const old = thread.state.turns.filter((turn) => !isRunning(turn) && isOld(turn.answer, servedSnapshotId));
  return old.length === 0 ? '' : [servedSnapshotId, ...old.map(({ id }) => id)].join(' ');
}
