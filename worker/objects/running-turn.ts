/**
 * A turn at work: its events go to the log and then to whoever listens. It goes on when its listeners leave, ends by itself when
 * nobody has listened for a while, and stops when told: from then on nothing is called and nothing is told.
 */

import type { AnswerEvent } from '../core/answer.ts';
import type { Subject, TurnEvent, TurnState } from '../core/conversation.ts';
import { AppError, toAppError } from '../core/errors.ts';
import { toLine } from '../core/event-lines.ts';
import type { TakenTurn } from '../flows/take-turn.ts';
import type { ConversationLog } from './conversation-log.ts';

export interface RunningTurn {
  readonly id: string;
  /** Settled once nothing of it is at work. */
  readonly ended: Promise<void>;
  /** Its events so far and to come, one a line. */
  readonly listen: () => ReadableStream<Uint8Array>;
  readonly stop: (reason: string) => void;
  readonly isHeard: () => boolean;
}

export interface TurnAtHand {
  readonly id: string;
  readonly number: number;
  readonly begin: Extract<TurnEvent, { type: 'begin' }>;
  /** Told at once when they are all there. */
  readonly events: TakenTurn['events'];
}

export function runTurn(
  log: Pick<ConversationLog, 'append' | 'end'>,
  turn: TurnAtHand,
  watch: { readonly controller: AbortController; readonly unheardMs: number },
): RunningTurn {
  const { controller, unheardMs } = watch;
  const told: TurnEvent[] = [];
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let over = false;
  let unheard: ReturnType<typeof setTimeout> | undefined;

  function tell(...events: readonly TurnEvent[]): void {
    log.append(turn.number, told.length + 1, events);
    told.push(...events);
    for (const listener of listeners) for (const event of events) listener.enqueue(toLine(event));
  }

  function forgetSilence(): void {
    if (unheard !== undefined) clearTimeout(unheard);
  }

  function finish(state: TurnState, subjects: readonly Subject[] = []): void {
    over = true;
    forgetSilence();
    log.end(turn.number, state, subjects);
    for (const listener of listeners) listener.close();
    listeners.clear();
  }

  function fail(thrown: unknown): void {
    const { code, message, details, stack } = toAppError(thrown);
    // oxlint-disable-next-line no-console -- the platform's structured log is what the console writes
    if (code === 'internal') console.error(JSON.stringify({ event: 'answer failed', message, stack }));
    tell({ type: 'failed', failure: { code, message, details } });
    finish('failed');
  }

  function stop(reason: string): void {
    if (over) return;
    tell({ type: 'stopped', reason });
    finish('stopped');
    controller.abort();
  }

  async function run(events: AsyncIterable<AnswerEvent>): Promise<void> {
    let subjects: readonly Subject[] = [];
    try {
      for await (const event of events) {
        if (over) return;
        if (event.type === 'end') ({ subjects } = event);
        tell(event);
      }
      if (!over) finish('done', subjects);
    } catch (thrown) {
      // What it was doing when it was stopped may end in an error of any kind.
      if (!over) fail(thrown);
    }
  }

  function listen(): ReadableStream<Uint8Array> {
    let own: ReadableStreamDefaultController<Uint8Array>;
    return new ReadableStream<Uint8Array>({
      start(listener) {
        own = listener;
        for (const event of told) listener.enqueue(toLine(event));
        if (over) return listener.close();
        listeners.add(listener);
        forgetSilence();
      },
      cancel() {
        listeners.delete(own);
        if (listeners.size === 0 && !over) unheard = setTimeout(() => stop(nobodyListened), unheardMs);
      },
    });
  }

  if (!isWhole(turn.events)) {
    tell(turn.begin);
    return { id: turn.id, ended: run(turn.events), listen, stop, isHeard: () => listeners.size > 0 };
  }
  tell(turn.begin, ...turn.events);
  finish(
    'done',
    turn.events.flatMap((event) => (event.type === 'end' ? event.subjects : [])),
  );
  return { id: turn.id, ended: Promise.resolve(), listen, stop, isHeard: () => listeners.size > 0 };
}

function isWhole(events: TakenTurn['events']): events is readonly AnswerEvent[] {
  return Array.isArray(events);
}

const nobodyListened = 'Nobody was listening any more.';

/** What a turn ends in when the object that ran it is gone. */
export function interrupted(): TurnEvent {
  const { code, message, details } = new AppError(
    'answer_interrupted',
    'The server was restarted while it answered.',
  );
  return { type: 'failed', failure: { code, message, details } };
}
