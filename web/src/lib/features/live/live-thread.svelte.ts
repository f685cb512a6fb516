/**
 * A conversation about a repository that is not indexed: the steps of each question, then the answer as it streams. The conversation exists
 * only while it is shown. A lost connection is not resumed; the user can ask again.
 */
import { api, type LiveFacts, type LivePlan, type LiveStep, type LiveStreamPart } from '../../api.ts';
import { createTurn, isRunning, type Turn, type WritableTurn } from '../ask/conversation/turn.svelte.ts';
import { readAnswerSettings } from '../models/read-answer-settings.ts';
import { upsertStep } from './step-rows.ts';

/** The repository: its address on the host, with version and folder. */
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

interface WritableLiveTurn extends LiveTurn {
  readonly turn: WritableTurn;
  readonly applyPart: (part: LiveStreamPart) => void;
}

export function createLiveThread(source: LiveSource): LiveThread {
  const conversationId = crypto.randomUUID();
  let turns = $state.raw<readonly WritableLiveTurn[]>([]);
  let controller = new AbortController();

  async function follow({ turn, applyPart }: WritableLiveTurn, retry: boolean): Promise<void> {
    const { signal } = (controller = new AbortController());
    const settings = readAnswerSettings([]);
    const body = {
      ...source,
      ...settings.body,
      question: turn.question,
      conversationId,
      ...(retry ? { retry } : {}),
    };
    try {
      for await (const part of api.streamLive(body, signal, settings.key)) applyPart(part);
      if (isRunning(turn)) turn.fail(new Error('The connection closed before the answer was complete.'));
    } catch (thrown) {
      if (signal.aborted) turn.applyPart({ type: 'abort', reason: 'Stopped.' });
      else turn.fail(thrown);
    }
  }

  function begin(earlier: readonly WritableLiveTurn[], question: string, retry: boolean): void {
    const liveTurn = createLiveTurn({ number: earlier.length + 1, question });
    turns = [...earlier, liveTurn];
    void follow(liveTurn, retry);
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
      const lastTurn = turns.at(-1);
      if (lastTurn && !isRunning(lastTurn.turn))
        begin(turns.slice(0, -1), lastTurn.turn.question, lastTurn.turn.id !== null);
    },
    stop() {
      const lastTurn = turns.at(-1);
      if (!isRunning(lastTurn?.turn)) return;
      controller.abort();
      // The server continues a turn without listeners, so the turn is stopped there too.
      if (lastTurn?.facts) void api.stop(lastTurn.facts.repositoryId, conversationId).catch(() => undefined);
    },
  };
}

function createLiveTurn(request: { readonly number: number; readonly question: string }): WritableLiveTurn {
  const turn = createTurn(request);
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
    applyPart(part) {
      if (part.type === 'data-plan') plan = part.data.steps;
      else if (part.type === 'data-step') steps = upsertStep(steps, part.data);
      else if (part.type === 'data-live') facts = part.data;
      else turn.applyPart(part);
    },
  };
}
