/**
 * Loads how the sources of a conversation have changed since its answers, once it shows a turn from an older snapshot. If the request
 * fails, the conversation is shown without this information.
 */
import { api, type TurnDrift } from '../../../api.ts';
import type { Thread } from '../conversation/thread.svelte.ts';
import { isRunning } from '../conversation/turn.svelte.ts';
import { isOutdated } from './describe-drift.ts';

interface WatchedConversation {
  readonly thread: Thread;
  readonly servedSnapshotId: string | null;
}

/** Call it during component initialization. @returns a function that returns the drift of a turn by its id */
export function watchDrift(
  conversation: () => WatchedConversation,
): (turn: string | null) => TurnDrift | undefined {
  let turns = $state.raw<ReadonlyMap<string, TurnDrift>>(new Map());
  const repositoryId = $derived(conversation().thread.place.repositoryId);
  const conversationId = $derived(conversation().thread.place.conversationId);
  // A string is compared by value, so a turn that is still streaming does not trigger another request.
  const outdatedKey = $derived(outdatedTurnsKey(conversation()));

  async function load(signal: AbortSignal): Promise<void> {
    try {
      const drift = await api.conversationDrift(repositoryId, conversationId, signal);
      if (!signal.aborted) turns = new Map(drift.turns.map((turn) => [turn.turn, turn]));
    } catch {
      // The conversation is shown without drift.
    }
  }

  $effect(() => {
    if (outdatedKey === '') return;
    const controller = new AbortController();
    void load(controller.signal);
    return () => controller.abort();
  });

  return (turn) => (turn === null ? undefined : turns.get(turn));
}

/** The ids of the current snapshot and the outdated turns, as one string; empty if no turn is outdated. */
function outdatedTurnsKey({ thread, servedSnapshotId }: WatchedConversation): string {
  const outdatedTurns = thread.state.turns.filter(
    (turn) => !isRunning(turn) && isOutdated(turn.answer, servedSnapshotId),
  );
  return outdatedTurns.length === 0 ? '' : [servedSnapshotId, ...outdatedTurns.map(({ id }) => id)].join(' ');
}
