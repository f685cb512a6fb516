/**
 * A conversation about a repository that is not indexed: for each question its steps, then its answer as it streams. It
 * exists only while it is shown. A broken connection is not rejoined; the question can be asked again.
 */
import { api, type LiveFacts, type LivePlan, type LiveStep, type LiveStreamPart } from '../../api.ts';
import { createTurn, isRunning, type Turn, type WritableTurn } from '../ask/conversation/turn.svelte.ts';
import { placeStep } from './place-step.ts';

/** The repository: its address at the host, with version and folder. */
export interface LiveSource {
  readonly source: string;
  readonly ref?: string | undefined;
  readonly subdirectory?: string | undefined;
}

export interface LiveTurn {
  readonly turn: Turn;
  readonly plan: LivePlan['steps'];
  /** In the order in which they started. */
  readonly steps: readonly LiveStep[];
  /** Null until all files are read. */
  readonly facts: LiveFacts | null;
}

interface LiveThread {
  readonly turns: readonly LiveTurn[];
  readonly busy: boolean;
  /** Asks a question, unless another is being answered. */
  readonly ask: (question: string) => void;
  /** Asks the last question again and replaces its answer. */
  readonly retry: () => void;
  readonly stop: () => void;
}

interface OwnTurn extends LiveTurn {
  readonly turn: WritableTurn;
  readonly take: (part: LiveStreamPart) => void;
}

export function createLiveThread(source: LiveSource): LiveThread {
  const conversationId = crypto.randomUUID();
  let turns = $state.raw<readonly OwnTurn[]>([]);
  let controller = new AbortController();

  async function follow({ turn, take }: OwnTurn, retry: boolean): Promise<void> {
    const { signal } = (controller = new AbortController());
    const body = { ...source, question: turn.question, conversationId, ...(retry ? { retry } : {}) };
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
      // The server continues a turn without listeners, so it is stopped there too.
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
