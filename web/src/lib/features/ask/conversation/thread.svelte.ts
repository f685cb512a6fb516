/**
 * One conversation on this page: loads its turns, follows the running turn, and asks new questions. Another tab may ask in the same
 * conversation; `refresh` loads those turns. A thread continues to read its stream after the user leaves the page.
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
  readonly removedTurns: readonly Turn[];
  /** `gone`: the server does not have the conversation. `failed`: loading failed, see `problem`. */
  readonly phase: 'loading' | 'ready' | 'gone' | 'failed';
  readonly problem: Problem | null;
  /** Why the running turn could not be stopped. */
  readonly stopProblem: Problem | null;
  /** When the server deletes the conversation, unless another question is asked; null until the server has said so. */
  readonly expiresAt: string | null;
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
  /** Asks the question of the last turn again. The new turn replaces the last one. */
  readonly retry: () => void;
  readonly stop: () => Promise<void>;
  /** Loads the conversation from the server and follows its running turn. */
  readonly refresh: () => Promise<void>;
  /** Records that the server no longer has the conversation. */
  readonly markGone: () => void;
  /** Stops reading. The turns continue on the server. */
  readonly close: () => void;
}

interface WritableState extends ThreadState {
  readonly turns: readonly WritableTurn[];
  readonly removedTurns: readonly WritableTurn[];
}

interface ThreadCore {
  readonly place: ConversationPlace;
  readonly source: ConversationSource;
  readonly signal: AbortSignal;
  state: WritableState;
  /** Turns whose streams this page is reading. */
  readonly turnsBeingRead: Set<WritableTurn>;
  /** The turn that the user stopped before the server started it. */
  turnToStop: WritableTurn | undefined;
  /** A refresh is due. It waits because a question is still on its way to the server. */
  isRefreshPending: boolean;
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
    markGone: () => updateState(core, { phase: 'gone' }),
    close: () => controller.abort(),
  };
}

function createCore(place: ConversationPlace, origin: 'new' | 'stored', signal: AbortSignal): ThreadCore {
  const phase = origin === 'new' ? 'ready' : 'loading';
  let state = $state.raw<WritableState>({
    turns: [],
    removedTurns: [],
    phase,
    problem: null,
    stopProblem: null,
    expiresAt: null,
  });
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
    turnsBeingRead: new Set(),
    turnToStop: undefined,
    isRefreshPending: false,
  };
}

function updateState(core: ThreadCore, changes: Partial<WritableState>): void {
  core.state = { ...core.state, ...changes };
}

async function follow(
  core: ThreadCore,
  turn: WritableTurn,
  submission: 'new' | 'retry' | null,
): Promise<void> {
  const { source, turnsBeingRead, signal } = core;
  const knownTurnIds = new Set(core.state.turns.map(({ id }) => id));
  const expected = turn.number;
  const onConnectionChange = (isDisconnected: boolean): void => void (turn.isDisconnected = isDisconnected);
  turnsBeingRead.add(turn);
  try {
    const { question, version, files } = turn;
    const turnSource = source.createTurnSource({
      question,
      version,
      settings: readAnswerSettings(files),
      submission,
      knownTurnIds,
      onConnectionChange,
    });
    const resumeFrom = turn.id === null ? null : { turn: turn.id, after: turn.receivedCount };
    for await (const part of readTurn(turnSource, resumeFrom)) {
      turn.applyPart(part);
      if (part.type === 'start') {
        if (submission !== null) handleTurnStart(core, turn, expected);
        onStarted(core, turn, submission !== null);
      }
    }
  } catch (thrown) {
    if (!signal.aborted) turn.fail(thrown);
  } finally {
    turnsBeingRead.delete(turn);
    if (core.isRefreshPending) void refresh(core);
  }
}

/** Keeps the turns on screen when the server restarted the conversation without them. */
function handleTurnStart(core: ThreadCore, turn: WritableTurn, expected: number): void {
  const start = classifyTurnStart({ expected, actual: turn.number });
  if (start === 'elsewhere') core.isRefreshPending = true;
  if (start !== 'restarted') return;
  const { turns, removedTurns } = core.state;
  const otherTurns = turns.filter((other) => other !== turn);
  updateState(core, { turns: [turn], removedTurns: [...removedTurns, ...otherTurns] });
}

function onStarted(core: ThreadCore, turn: WritableTurn, isSubmitted: boolean): void {
  if (isSubmitted) postToTabs({ ...core.place, event: 'turn-started' });
  if (core.turnToStop === turn) void stop(core);
}

/** True while a question is on its way to the server. Its turn has no id yet, so a refresh could not match it to a stored turn. */
function isSubmitting(core: ThreadCore): boolean {
  return [...core.turnsBeingRead].some(({ id }) => id === null);
}

async function refresh(core: ThreadCore): Promise<void> {
  core.isRefreshPending = isSubmitting(core);
  if (core.isRefreshPending) return;
  try {
    const stored = await core.source.read();
    core.isRefreshPending = isSubmitting(core);
    if (core.isRefreshPending) return;
    if (stored === undefined) return handleMissingConversation(core);
    const turns = mergeTurns(core.state.turns, stored.turns, restoreTurn);
    updateState(core, { turns, phase: 'ready', problem: null, expiresAt: stored.expiresAt });
    for (const turn of turns)
      if (turn.id !== null && isRunning(turn) && !core.turnsBeingRead.has(turn))
        void follow(core, turn, null);
  } catch (thrown) {
    // A conversation that is already on screen stays as it is.
    if (core.state.phase !== 'ready')
      updateState(core, { phase: 'failed', problem: toAnswerProblem(thrown) });
  }
}

/** If the server never accepted the first question, the conversation is not gone, since the server never had it. */
function handleMissingConversation(core: ThreadCore): void {
  const { phase, turns } = core.state;
  if (phase !== 'ready' || turns.some(({ id }) => id !== null)) updateState(core, { phase: 'gone' });
}

function ask(
  core: ThreadCore,
  request: { question: string; version: string | null; files: readonly AttachedFile[] },
): Turn | undefined {
  const { turns, phase } = core.state;
  if (phase !== 'ready' || turns.some(isRunning)) return undefined;
  // A question that the server never accepted is not part of the conversation.
  const acceptedTurns = turns.filter(({ id }) => id !== null);
  const turn = createTurn({ number: acceptedTurns.length + 1, ...request });
  void follow(core, turn, 'new');
  updateState(core, { turns: [...acceptedTurns, turn], stopProblem: null });
  return turn;
}

function retry(core: ThreadCore): void {
  const { turns } = core.state;
  const last = turns.at(-1);
  if (last === undefined || turns.some(isRunning)) return;
  const turn = createTurn(last);
  void follow(core, turn, last.id === null ? 'new' : 'retry');
  updateState(core, { turns: [...turns.slice(0, -1), turn], stopProblem: null });
}

async function stop(core: ThreadCore): Promise<void> {
  const { repositoryId, conversationId } = core.place;
  const turn = core.state.turns.find(isRunning);
  if (turn === undefined) return;
  // Until its first part arrives, the turn may not have started on the server. In that case, stop it when it starts.
  core.turnToStop = turn.id === null ? turn : undefined;
  updateState(core, { stopProblem: null });
  try {
    await api.stop(repositoryId, conversationId);
  } catch (thrown) {
    updateState(core, { stopProblem: toAnswerProblem(thrown) });
  }
}
