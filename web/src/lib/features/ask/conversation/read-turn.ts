/**
 * Reads the parts of one turn, each once and in order, across lost connections. A stream that is interrupted resumes after its last part.
 * If no part has arrived, the reader looks for the turn on the server and submits the question again only if the server does not have it.
 */
import { ProblemError, type AnswerStreamPart, type NumberedPart } from '../../../api.ts';
import { parseErrorText } from './answer-problem.ts';

/** The delay before each attempt to reconnect. After the last one the reader gives up. */
export const rejoinDelaysMs: readonly number[] = [300, 1000, 2000, 4000, 8000, 8000, 8000, 8000];

export interface TurnPlace {
  readonly turn: string;
  /** The number of the last part received. */
  readonly after: number;
}

export interface TurnSource {
  /** Submits the question; undefined for a turn that is only followed. */
  readonly begin?: () => AsyncIterable<NumberedPart>;
  readonly follow: (place: TurnPlace) => AsyncIterable<NumberedPart>;
  /** Finds the id of the turn that the question started on the server; undefined if it started none. */
  readonly find: () => Promise<string | undefined>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Called when the connection is lost, and when it is back. */
  readonly onLost: (lost: boolean) => void;
}

/** @throws ProblemError the server's error, or the last failure after all attempts */
export async function* readTurn(
  source: TurnSource,
  joined: TurnPlace | null = null,
): AsyncGenerator<AnswerStreamPart, void> {
  let turn = joined?.turn;
  let after = joined?.after ?? 0;
  let tries = 0;
  let open = firstStream(source, joined);
  for (;;) {
    let reason: unknown = new Error('The connection closed before the answer was complete.');
    try {
      for await (const { number, part } of await open()) {
        // An error without a number concerns this connection, not the turn.
        if (Number.isNaN(number) && part.type === 'error')
          throw new Error(parseErrorText(part.errorText).detail);
        if (number <= after) continue;
        // Parts are missing. Following the turn from the last received part sends them again.
        if (number > after + 1) break;
        after = number;
        tries = 0;
        if (part.type === 'start') turn = part.messageId;
        source.onLost(false);
        yield part;
        if (endsTurn(part)) return;
      }
    } catch (thrown) {
      if (!isLostConnection(thrown)) throw thrown;
      reason = thrown;
    }
    const delay = rejoinDelaysMs[tries];
    if (delay === undefined) throw reason;
    tries += 1;
    source.onLost(true);
    await source.wait(delay);
    open = nextStream(source, { turn, after, canResubmit: tries > 2 });
  }
}

type Opening = () => AsyncIterable<NumberedPart> | Promise<AsyncIterable<NumberedPart>>;

function firstStream(source: TurnSource, joined: TurnPlace | null): Opening {
  const { begin } = source;
  if (joined !== null) return () => source.follow(joined);
  if (begin !== undefined) return begin;
  throw new Error('A turn must be either submitted or followed.');
}

/** @param progress `canResubmit` is false at first, since the original request may still reach the server */
function nextStream(
  source: TurnSource,
  progress: { turn: string | undefined; after: number; canResubmit: boolean },
): Opening {
  const { turn, after } = progress;
  if (turn !== undefined) return () => source.follow({ turn, after });
  return async () => {
    const found = await source.find();
    if (found !== undefined) return source.follow({ turn: found, after: 0 });
    if (progress.canResubmit && source.begin !== undefined) return source.begin();
    throw new Error('The question has not reached the server.');
  };
}

function endsTurn(part: AnswerStreamPart): boolean {
  return part.type === 'finish' || part.type === 'error' || part.type === 'abort';
}

/** The server's own errors are final. A missing response and gateway errors are worth another attempt. */
function isLostConnection(thrown: unknown): boolean {
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return false;
  if (!(thrown instanceof ProblemError)) return true;
  return [0, 502, 503, 504].includes(thrown.problem.status);
}
