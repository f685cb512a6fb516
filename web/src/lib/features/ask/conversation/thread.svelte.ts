/**
 * One conversation on this page: loads its turns, follows the running turn, and asks new questions. Another tab may ask in the same
 * conversation; `refresh` brings in its turns. A thread keeps reading after the user leaves the page.
 */
import { api, type AttachedFile, type Problem } from '../../../api.ts';
import { postToTabs } from '../../conversations/tab-messages.ts';
import { readAnswerSettings } from '../../models/read-answer-settings.ts';
import {
  createConversationSource,
  type ConversationSource,
  type ConversationPlace,
} from './conversation-source.ts';
import { mergeTurns, classifyTurnStart } from './merge-turns.ts';
import { toAnswerProblem } from './answer-problem.ts';
import { readTurn } from './read-turn.ts';
import { createTurn, isRunning, restoreTurn, type Turn, type WritableTurn } from './turn.svelte.ts';

interface ThreadState {
  readonly turns: readonly Turn[];
  /** Turns that stay on screen although the conversation was deleted elsewhere and restarted here. The server no longer has them. */
  readonly removed: readonly Turn[];
  /** `gone`: the server does not have the conversation. `failed`: loading failed, see `problem`. */
  readonly phase: 'loading' | 'ready' | 'gone' | 'failed';
  readonly problem: Problem | null;
  /** Why the running turn could not be stopped. */
  readonly stopProblem: Problem | null;
}

export interface Thread {
  readonly place: ConversationPlace;
  readonly state: ThreadState;
  /** The turn that is being answered. */
  readonly running: Turn | undefined;
  /** Asks a question, optionally about a version and with files. @returns the new turn; undefined while another turn runs */
  readonly ask: (
    question: string,
    version?: string | null,
    files?: readonly AttachedFile[],
  ) => Turn | undefined;
  /** Answers the question of the last turn again, in place of that turn. */
  readonly retry: () => void;
  readonly stop: () => Promise<void>;
  /** Loads the conversation from the server and follows its running turn. */
  readonly refresh: () => Promise<void>;
  /** Records that the conversation was deleted. */
  readonly markRemoved: () => void;
  /** Stops reading. The turns continue on the server. */
  readonly close: () => void;
}

interface OwnState extends ThreadState {
  readonly turns: readonly WritableTurn[];
  readonly removed: readonly WritableTurn[];
}

interface ThreadCore {
  readonly place: ConversationPlace;
  readonly source: ConversationSource;
  readonly signal: AbortSignal;
  state: OwnState;
  /** Turns whose streams this page is reading. */
  readonly reading: Set<WritableTurn>;
  /** The turn that the user stopped before the server started it. */
  stopPending: WritableTurn | undefined;
  /** A refresh is due. It waits because a question is still on its way to the server. */
  refreshPending: boolean;
}

export function createThread(place: ConversationPlace, origin: 'new' | 'stored'): Thread {
  const controller = new AbortController();
  const core = createCore(place, origin, controller.signal);
  return {
    place,
    get state() {
      return core.state;
    },
    get running() {
      return core.state.turns.find(isRunning);
    },
    ask: (question, version = null, files = []) => ask(core, { question, version, files }),
    retry: () => retry(core),
    stop: () => stop(core),
    refresh: () => refresh(core),
    markRemoved: () => change(core, { phase: 'gone' }),
    close: () => controller.abort(),
  };
}

function createCore(place: ConversationPlace, origin: 'new' | 'stored', signal: AbortSignal): ThreadCore {
  const phase = origin === 'new' ? 'ready' : 'loading';
  let state = $state.raw<OwnState>({ turns: [], removed: [], phase, problem: null, stopProblem: null });
  return {
    place,
    signal,
    source: createConversationSource(place, signal),
    get state() {
      return state;
    },
    set state(next) {
      state = next;
    },
    reading: new Set(),
    stopPending: undefined,
    refreshPending: false,
  };
}

function change(core: ThreadCore, changes: Partial<OwnState>): void {
  core.state = { ...core.state, ...changes };
}

async function follow(
  core: ThreadCore,
  turn: WritableTurn,
  submission: 'new' | 'retry' | null,
): Promise<void> {
  const { source, reading, signal } = core;
  const known = new Set(core.state.turns.map(({ id }) => id));
  const expected = turn.number;
  const onLost = (lost: boolean): void => void (turn.lost = lost);
  reading.add(turn);
  try {
    const { question, version, files } = turn;
    const parts = source.turn({
      question,
      version,
      how: readAnswerSettings(files),
      submission,
      known,
      onLost,
    });
    const joined = turn.id === null ? null : { turn: turn.id, after: turn.received };
    for await (const part of readTurn(parts, joined)) {
      turn.take(part);
      if (part.type === 'start') {
        if (submission !== null) handleTurnStart(core, turn, expected);
        onStarted(core, turn, submission !== null);
      }
    }
  } catch (thrown) {
    if (!signal.aborted) turn.fail(thrown);
  } finally {
    reading.delete(turn);
    if (core.refreshPending) void refresh(core);
  }
}

/** Keeps the turns on screen when the server restarted the conversation without them. */
function handleTurnStart(core: ThreadCore, turn: WritableTurn, expected: number): void {
  const start = classifyTurnStart({ expected, actual: turn.number });
  if (start === 'elsewhere') core.refreshPending = true;
  if (start !== 'restarted') return;
  const { turns, removed } = core.state;
  change(core, { turns: [turn], removed: [...removed, ...turns.filter((one) => one !== turn)] });
}

function onStarted(core: ThreadCore, turn: WritableTurn, isSubmitted: boolean): void {
  if (isSubmitted) postToTabs({ ...core.place, event: 'turn-started' });
  if (core.stopPending === turn) void stop(core);
}

/** A question on its way to the server has no id yet, so a refresh could not match it to the server's turns. */
function isSubmitting(core: ThreadCore): boolean {
  return [...core.reading].some(({ id }) => id === null);
}

async function refresh(core: ThreadCore): Promise<void> {
  core.refreshPending = isSubmitting(core);
  if (core.refreshPending) return;
  try {
    const stored = await core.source.read();
    core.refreshPending = isSubmitting(core);
    if (core.refreshPending) return;
    if (stored === undefined) return handleMissing(core);
    const turns = mergeTurns(core.state.turns, stored.turns, restoreTurn);
    change(core, { turns, phase: 'ready', problem: null });
    for (const turn of turns)
      if (turn.id !== null && isRunning(turn) && !core.reading.has(turn)) void follow(core, turn, null);
  } catch (thrown) {
    // A conversation that is already on screen stays as it is.
    if (core.state.phase !== 'ready') change(core, { phase: 'failed', problem: toAnswerProblem(thrown) });
  }
}

/** A conversation whose first question the server never accepted is not gone, since it never existed there. */
function handleMissing(core: ThreadCore): void {
  const { phase, turns } = core.state;
  if (phase !== 'ready' || turns.some(({ id }) => id !== null)) change(core, { phase: 'gone' });
}

function ask(
  core: ThreadCore,
  request: { question: string; version: string | null; files: readonly AttachedFile[] },
): Turn | undefined {
  const { turns, phase } = core.state;
  if (phase !== 'ready' || turns.some(isRunning)) return undefined;
  // A question that the server never accepted is not part of the conversation.
  const accepted = turns.filter(({ id }) => id !== null);
  const turn = createTurn({ number: accepted.length + 1, ...request });
  void follow(core, turn, 'new');
  change(core, { turns: [...accepted, turn], stopProblem: null });
  return turn;
}

function retry(core: ThreadCore): void {
  const { turns } = core.state;
  const last = turns.at(-1);
  if (last === undefined || turns.some(isRunning)) return;
  const turn = createTurn(last);
  void follow(core, turn, last.id === null ? 'new' : 'retry');
  change(core, { turns: [...turns.slice(0, -1), turn], stopProblem: null });
}

async function stop(core: ThreadCore): Promise<void> {
  const { repositoryId, conversationId } = core.place;
  const turn = core.state.turns.find(isRunning);
  if (turn === undefined) return;
  // Until its first part arrives, the turn may not have started on the server. In that case, stop it when it starts.
  core.stopPending = turn.id === null ? turn : undefined;
  change(core, { stopProblem: null });
  try {
    await api.stop(repositoryId, conversationId);
  } catch (thrown) {
    change(core, { stopProblem: toAnswerProblem(thrown) });
  }
}
