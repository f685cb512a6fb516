/**
 * A conversation with a repository that is not indexed: of each question what is done, step by step, then its answer as it
 * arrives. It lasts as long as it is shown; a connection that breaks is not taken up again, the question is asked once more.
 */
import { api, type LiveFacts, type LivePlan, type LiveStep, type LiveStreamPart } from '../../api.ts';
import { createTurn, isRunning, type Turn, type WritableTurn } from '../ask/turn.svelte.ts';
import { placeStep } from './place-step.ts';

/** What is asked: an address at its host, the state and folder of it. */
export interface LiveWanted {
  readonly source: string;
  readonly ref?: string | undefined;
  readonly subdirectory?: string | undefined;
}

export interface LiveTurn {
  readonly turn: Turn;
  readonly plan: LivePlan['steps'];
  /** In the order in which they began. */
  readonly steps: readonly LiveStep[];
  /** Null until all that is looked at is. */
  readonly facts: LiveFacts | null;
}

interface LiveThread {
  readonly turns: readonly LiveTurn[];
  readonly busy: boolean;
  /** Asks, unless a question is being answered. */
  readonly ask: (question: string) => void;
  /** Asks the last question anew, in its place. */
  readonly retry: () => void;
  readonly stop: () => void;
}

interface OwnTurn extends LiveTurn {
  readonly turn: WritableTurn;
  readonly take: (part: LiveStreamPart) => void;
}

export function createLiveThread(wanted: LiveWanted): LiveThread {
  const conversationId = crypto.randomUUID();
  let turns = $state.raw<readonly OwnTurn[]>([]);
  let controller = new AbortController();

  async function follow({ turn, take }: OwnTurn, retry: boolean): Promise<void> {
    const { signal } = (controller = new AbortController());
    const body = { ...wanted, question: turn.question, conversationId, ...(retry ? { retry } : {}) };
    try {
      for await (const part of api.streamLive(body, signal)) take(part);
      if (isRunning(turn)) turn.fail(new Error('The connection closed before the answer was complete.'));
    } catch (thrown) {
      if (signal.aborted) turn.take({ type: 'abort', reason: 'Stopped.' });
      else turn.fail(thrown);
    }
  }

  function begin(before: readonly OwnTurn[], question: string, retry: boolean): void {
    const own = createOwnTurn({ number: before.length + 1, question });
    turns = [...before, own];
    void follow(own, retry);
  }

  return {
    get turns() {
      return turns;
    },
    get busy() {
      return isRunning(turns.at(-1)?.turn);
    },
    ask(question) {
      if (!isRunning(turns.at(-1)?.turn)) begin(turns, question, false);
    },
    retry() {
      const last = turns.at(-1);
      if (last && !isRunning(last.turn)) begin(turns.slice(0, -1), last.turn.question, last.turn.id !== null);
    },
    stop() {
      const last = turns.at(-1);
      if (!isRunning(last?.turn)) return;
      controller.abort();
      // A turn goes on at the server when nobody listens: it is ended there too, or has ended.
      if (last?.facts) void api.stop(last.facts.repositoryId, conversationId).catch(() => undefined);
    },
  };
}

function createOwnTurn(asked: { readonly number: number; readonly question: string }): OwnTurn {
  const turn = createTurn(asked);
  let plan = $state.raw<LivePlan['steps']>([]);
  let steps = $state.raw<readonly LiveStep[]>([]);
  let facts = $state.raw<LiveFacts | null>(null);
  return {
    turn,
    get plan() {
      return plan;
    },
    get steps() {
      return steps;
    },
    get facts() {
      return facts;
    },
    take(part) {
      if (part.type === 'data-plan') plan = part.data.steps;
      else if (part.type === 'data-step') steps = placeStep(steps, part.data);
      else if (part.type === 'data-live') facts = part.data;
      else turn.take(part);
    },
  };
}
