/**
 * One conversation as this page shows it: its turns, oldest first, read from the server, followed while one runs, asked to go
 * on. Another page or tab may ask in the same conversation; `look` brings its turns in. Reading goes on when the page is left.
 */
import { api, type AttachedFile, type Problem } from '../../api.ts';
import { tellTabs } from '../conversations/tabs.ts';
import { howNow } from '../models/how-now.ts';
import { createConversationSource, type ConversationSource, type Place } from './conversation-source.ts';
import { mergeTurns } from './merge-turns.ts';
import { problemOf } from './problem-of.ts';
import { readTurn } from './read-turn.ts';
import { createTurn, isRunning, restoreTurn, type Turn, type WritableTurn } from './turn.svelte.ts';
import { whereBegun } from './where-begun.ts';

interface ThreadState {
  readonly turns: readonly Turn[];
  /** Turns shown when the conversation was removed elsewhere and begun again here; the server has them no more. */
  readonly removed: readonly Turn[];
  /** `gone`: the server does not hold it; `failed`: it could not be read, see `problem`. */
  readonly phase: 'loading' | 'ready' | 'gone' | 'failed';
  readonly problem: Problem | null;
  /** Why the running turn could not be stopped. */
  readonly stopProblem: Problem | null;
}

export interface Thread {
  readonly place: Place;
  readonly state: ThreadState;
  /** The turn being answered. */
  readonly running: Turn | undefined;
  /** Asks, of a version where one is given and with files, unless a turn is running. @returns the new turn */
  readonly ask: (
    question: string,
    version?: string | null,
    files?: readonly AttachedFile[],
  ) => Turn | undefined;
  /** Answers the last turn's question anew, in its place. */
  readonly retry: () => void;
  readonly stop: () => Promise<void>;
  /** Reads what the server has of the conversation, and joins a turn that runs. */
  readonly look: () => Promise<void>;
  /** It was removed. */
  readonly forget: () => void;
  /** Ends the reading; the turns go on at the server. */
  readonly leave: () => void;
}

interface OwnState extends ThreadState {
  readonly turns: readonly WritableTurn[];
  readonly removed: readonly WritableTurn[];
}

interface Core {
  readonly place: Place;
  readonly source: ConversationSource;
  readonly signal: AbortSignal;
  state: OwnState;
  /** Turns whose parts are being read here. */
  readonly reading: Set<WritableTurn>;
  /** Asked to stop before the server had begun it. */
  stopWanted: WritableTurn | undefined;
  /** Something happened that could not be looked at while a question was on its way. */
  lookWanted: boolean;
}

export function createThread(place: Place, begun: 'new' | 'kept'): Thread {
  const controller = new AbortController();
  const core = createCore(place, begun, controller.signal);
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
    look: () => look(core),
    forget: () => change(core, { phase: 'gone' }),
    leave: () => controller.abort(),
  };
}

function createCore(place: Place, begun: 'new' | 'kept', signal: AbortSignal): Core {
  const phase = begun === 'new' ? 'ready' : 'loading';
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
    stopWanted: undefined,
    lookWanted: false,
  };
}

function change(core: Core, changes: Partial<OwnState>): void {
  core.state = { ...core.state, ...changes };
}

async function follow(core: Core, turn: WritableTurn, asking: 'new' | 'retry' | null): Promise<void> {
  const { source, reading, signal } = core;
  const known = new Set(core.state.turns.map(({ id }) => id));
  const expected = turn.number;
  const onLost = (lost: boolean): void => void (turn.lost = lost);
  reading.add(turn);
  try {
    const { question, version, files } = turn;
    const parts = source.turn({ question, version, how: howNow(files), asking, known, onLost });
    const joined = turn.id === null ? null : { turn: turn.id, after: turn.received };
    for await (const part of readTurn(parts, joined)) {
      turn.take(part);
      if (part.type === 'start') {
        if (asking !== null) settlePlace(core, turn, expected);
        onBegun(core, turn, asking !== null);
      }
    }
  } catch (thrown) {
    if (!signal.aborted) turn.fail(thrown);
  } finally {
    reading.delete(turn);
    if (core.lookWanted) void look(core);
  }
}

/** Nothing that is on screen goes because the server has it no more. */
function settlePlace(core: Core, turn: WritableTurn, expected: number): void {
  const where = whereBegun({ expected, begun: turn.number });
  if (where === 'elsewhere') core.lookWanted = true;
  if (where !== 'anew') return;
  const { turns, removed } = core.state;
  change(core, { turns: [turn], removed: [...removed, ...turns.filter((one) => one !== turn)] });
}

function onBegun(core: Core, turn: WritableTurn, byUs: boolean): void {
  if (byUs) tellTabs({ ...core.place, what: 'asked' });
  if (core.stopWanted === turn) void stop(core);
}

/** A question on its way has no name yet by which it could be known among the server's. */
function isAsking(core: Core): boolean {
  return [...core.reading].some(({ id }) => id === null);
}

async function look(core: Core): Promise<void> {
  core.lookWanted = isAsking(core);
  if (core.lookWanted) return;
  try {
    const kept = await core.source.read();
    core.lookWanted = isAsking(core);
    if (core.lookWanted) return;
    if (kept === undefined) return lookedInVain(core);
    const turns = mergeTurns(core.state.turns, kept.turns, restoreTurn);
    change(core, { turns, phase: 'ready', problem: null });
    for (const turn of turns)
      if (turn.id !== null && isRunning(turn) && !core.reading.has(turn)) void follow(core, turn, null);
  } catch (thrown) {
    // What is shown already is no worse for it.
    if (core.state.phase !== 'ready') change(core, { phase: 'failed', problem: problemOf(thrown) });
  }
}

/** A conversation whose first question was never taken up is not gone: it was never there. */
function lookedInVain(core: Core): void {
  const { phase, turns } = core.state;
  if (phase !== 'ready' || turns.some(({ id }) => id !== null)) change(core, { phase: 'gone' });
}

function ask(
  core: Core,
  asked: { question: string; version: string | null; files: readonly AttachedFile[] },
): Turn | undefined {
  const { turns, phase } = core.state;
  if (phase !== 'ready' || turns.some(isRunning)) return undefined;
  // A question that was never taken up is no part of the conversation.
  const before = turns.filter(({ id }) => id !== null);
  const turn = createTurn({ number: before.length + 1, ...asked });
  void follow(core, turn, 'new');
  change(core, { turns: [...before, turn], stopProblem: null });
  return turn;
}

function retry(core: Core): void {
  const { turns } = core.state;
  const last = turns.at(-1);
  if (last === undefined || turns.some(isRunning)) return;
  const turn = createTurn(last);
  void follow(core, turn, last.id === null ? 'new' : 'retry');
  change(core, { turns: [...turns.slice(0, -1), turn], stopProblem: null });
}

async function stop(core: Core): Promise<void> {
  const { repositoryId, conversationId } = core.place;
  const turn = core.state.turns.find(isRunning);
  if (turn === undefined) return;
  // Before its first part it may not have begun: then it is stopped as soon as it has.
  core.stopWanted = turn.id === null ? turn : undefined;
  change(core, { stopProblem: null });
  try {
    await api.stop(repositoryId, conversationId);
  } catch (thrown) {
    change(core, { stopProblem: problemOf(thrown) });
  }
}
