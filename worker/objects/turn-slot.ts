/**
 * The place for the one turn of a conversation that may begin or run. It is taken when a turn is requested, so that two simultaneous requests
 * cannot both start one, and while the conversation is removed.
 */

import { AppError } from '../core/errors.ts';
import type { RunningTurn } from './running-turn.ts';

/** A turn that is starting or running. */
interface Work {
  readonly controller: AbortController;
  /** Settles when the turn has begun or was rejected. */
  readonly begun: Promise<RunningTurn | undefined>;
  turn?: RunningTurn;
}

export interface TurnSlot {
  /** Whether a turn is starting or running. It is over once all events were sent, even if the answer is still being cached. */
  isTaken(): boolean;
  /** The running turn; undefined while it starts. */
  running(): RunningTurn | undefined;
  /** Starts a turn, and rejects every other turn while this one runs. @throws AppError `conversation_busy` */
  start(begin: (controller: AbortController) => Promise<RunningTurn>): Promise<RunningTurn>;
  /** @returns the id of the stopped turn, and how long it took to end */
  stop(reason: string): Promise<{ readonly turn: string | null; readonly endedMs: number }>;
  /** Stops the turn, and rejects every other turn until `work` has ended. */
  runAlone(reason: string, work: () => Promise<void>): Promise<void>;
}

export function createTurnSlot(): TurnSlot {
  let held: Work | undefined;
  /** Settles when all work of the last turn has ended. */
  let ended: Promise<void> = Promise.resolve();

  const current = (): Work | undefined => (held?.turn?.isOver() === true ? undefined : held);
  const release = (work: Work): void => {
    if (held === work) held = undefined;
  };

  async function stop(reason: string): ReturnType<TurnSlot['stop']> {
    const work = current();
    const startedAt = Date.now();
    // A running turn reports the stop before its calls fail; a turn that has not begun never begins.
    if (work?.turn === undefined) work?.controller.abort();
    const turn = work?.turn ?? (await work?.begun);
    turn?.stop(reason);
    await turn?.ended;
    return { turn: turn?.id ?? null, endedMs: Date.now() - startedAt };
  }

  return {
    isTaken: () => current() !== undefined,
    running: () => current()?.turn,
    stop,
    async start(begin) {
      if (current() !== undefined)
        throw new AppError('conversation_busy', 'Another turn of this conversation is running.');
      const controller = new AbortController();
      const beginning = begin(controller);
      const work: Work = { controller, begun: beginning.catch(() => undefined) };
      held = work;
      try {
        const turn = await beginning;
        work.turn = turn;
        ({ ended } = turn);
        return turn;
      } catch (thrown) {
        release(work);
        throw thrown;
      }
    },
    async runAlone(reason, work) {
      await stop(reason);
      const own: Work = { controller: new AbortController(), begun: Promise.resolve(undefined) };
      held = own;
      try {
        await ended;
        await work();
      } finally {
        release(own);
      }
    },
  };
}
