/**
 * The parts of one turn, each once and in order, whatever happens to the connections on the way. A broken stream is rejoined
 * after its last part; one that broke before its first is looked for, and asked again only when the server has not begun it.
 */
import { ProblemError, type AnswerStreamPart, type NumberedPart } from '../../api.ts';
import { problemOfErrorText } from './problem-of.ts';

/** Milliseconds before each try; after the last the connection is given up. */
export const rejoinDelaysMs: readonly number[] = [300, 1000, 2000, 4000, 8000, 8000, 8000, 8000];

export interface TurnPlace {
  readonly turn: string;
  /** Parts already had. */
  readonly after: number;
}

export interface TurnSource {
  /** Asks the question; undefined for a turn that is joined. */
  readonly begin?: () => AsyncIterable<NumberedPart>;
  readonly follow: (place: TurnPlace) => AsyncIterable<NumberedPart>;
  /** The id of the turn the question has begun, as the server has it; undefined when there is none. */
  readonly find: () => Promise<string | undefined>;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** The connection is lost, or is back. */
  readonly onLost: (lost: boolean) => void;
}

/** @throws ProblemError the server's refusal, or the last failure when every try was in vain */
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
        // Without a number it is of this connection, not of the turn: only errors are.
        if (Number.isNaN(number) && part.type === 'error')
          throw new Error(problemOfErrorText(part.errorText).detail);
        if (number <= after) continue;
        // What is missing between is sent again when the turn is followed from the last part had.
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
    open = nextStream(source, { turn, after, again: tries > 2 });
  }
}

type Opening = () => AsyncIterable<NumberedPart> | Promise<AsyncIterable<NumberedPart>>;

function firstStream(source: TurnSource, joined: TurnPlace | null): Opening {
  const { begin } = source;
  if (joined !== null) return () => source.follow(joined);
  if (begin !== undefined) return begin;
  throw new Error('A turn is either asked or joined');
}

/** `again`: the question may be put once more; a request cut off may still be on its way, so not at the first look. */
function nextStream(
  source: TurnSource,
  had: { turn: string | undefined; after: number; again: boolean },
): Opening {
  const { turn, after } = had;
  if (turn !== undefined) return () => source.follow({ turn, after });
  return async () => {
    const found = await source.find();
    if (found !== undefined) return source.follow({ turn: found, after: 0 });
    if (had.again && source.begin !== undefined) return source.begin();
    throw new Error('The question has not reached the server.');
  };
}

function endsTurn(part: AnswerStreamPart): boolean {
  return part.type === 'finish' || part.type === 'error' || part.type === 'abort';
}

/** A refusal in the server's own words stands; a gateway that finds no server, or no answer at all, is worth a try. */
function isLostConnection(thrown: unknown): boolean {
  if (thrown instanceof DOMException && thrown.name === 'AbortError') return false;
  if (!(thrown instanceof ProblemError)) return true;
  return [0, 502, 503, 504].includes(thrown.problem.status);
}
