/**
 * Reads the parts of one turn, each once and in order, across lost connections. A stream that is interrupted resumes after its last part.
 * If no part has arrived, the reader looks for the turn on the server. It submits the question again only if the server does not have the
 * turn.
 */
import { ProblemError, type AnswerStreamPart, type NumberedPart } from '../../../api.ts';
import { parseErrorText } from './answer-problem.ts';

/** The delay before each attempt to reconnect. The reader gives up after the last attempt. */
export const reconnectDelaysMs: readonly number[] = [300, 1000, 2000, 4000, 8000, 8000, 8000, 8000];

export interface TurnPosition {
  readonly turn: string;
  /** The number of the last part received. */
  readonly after: number;
}

export interface TurnSource {
  /** Submits the question; undefined for a turn that already exists on the server. */
  readonly begin?: () => AsyncIterable<NumberedPart>;
  readonly follow: (place: TurnPosition) => AsyncIterable<NumberedPart>;
  /** Finds the id of the turn that the question started on the server; undefined if it started none. */
  readonly find: () => Promise<string | undefined>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Called when the connection is lost, and with every part that arrives. */
  readonly onConnectionChange: (isDisconnected: boolean) => void;
}

/** @throws ProblemError from the server, or the last connection error if every attempt failed */
export async function* readTurn(
  source: TurnSource,
  resumeFrom: TurnPosition | null = null,
): AsyncGenerator<AnswerStreamPart, void> {
  let turn = resumeFrom?.turn;
  let after = resumeFrom?.after ?? 0;
  let attempts = 0;
  let openStream = firstStream(source, resumeFrom);
  for (;;) {
    let reason: unknown = new Error('The connection closed before the answer was complete.');
    try {
      for await (const { number, part } of await openStream()) {
        // An error without a number concerns this connection, not the turn.
        if (Number.isNaN(number) && part.type === 'error')
          throw new Error(parseErrorText(part.errorText).detail);
        if (number <= after) continue;
        // Parts are missing. Following the turn from the last received part sends them again.
        if (number > after + 1) break;
        after = number;
        attempts = 0;
        if (part.type === 'start') turn = part.messageId;
        source.onConnectionChange(false);
        yield part;
        if (endsTurn(part)) return;
      }
    } catch (thrown) {
      if (!isLostConnection(thrown)) throw thrown;
      reason = thrown;
    }
    const delay = reconnectDelaysMs[attempts];
    if (delay === undefined) throw reason;
    attempts += 1;
    source.onConnectionChange(true);
    await source.wait(delay);
    openStream = nextStream(source, { turn, after, canResubmit: attempts > 2 });
  }
}

type OpenStream = () => AsyncIterable<NumberedPart> | Promise<AsyncIterable<NumberedPart>>;

function firstStream(source: TurnSource, resumeFrom: TurnPosition | null): OpenStream {
  const { begin } = source;
  if (resumeFrom !== null) return () => source.follow(resumeFrom);
  if (begin !== undefined) return begin;
  throw new Error('A turn must be either submitted or followed.');
}

/** @param progress `canResubmit` is false at first, since the original request may still reach the server */
function nextStream(
  source: TurnSource,
  progress: { turn: string | undefined; after: number; canResubmit: boolean },
): OpenStream {
  const { turn, after } = progress;
  if (turn !== undefined) return () => source.follow({ turn, after });
  return async () => {
    const started = await source.find();
    if (started !== undefined) return source.follow({ turn: started, after: 0 });
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
