/**
 * The conversation of a widget: asks, follows a running answer after a page change or a lost connection, stops, and rates. It calls `onChange`
 * after every change.
 */

import {
  createWidgetClient,
  ProblemError,
  type WidgetClient,
} from '../../../worker/contract/widget-client.ts';
import type { Problem } from '../../../worker/contract/problem.ts';
import type { NumberedPart } from '../../src/lib/api.ts';
import { createConversationId, readConversation, writeConversation } from '../shared/session.ts';
import type { WidgetSettings } from '../shared/settings.ts';
import { addPart, createTurn, restoreTurn, type Rating, type WidgetTurn } from './widget-turn.ts';

interface ChatOptions {
  readonly server: string;
  readonly readSettings: () => WidgetSettings;
  readonly onChange: () => void;
}

export class Chat {
  readonly #options: ChatOptions;
  #turns: readonly WidgetTurn[] = [];
  #starters: readonly string[] = [];
  /** Why nothing can be asked, or why the conversation could not be read. */
  #problem: Problem | undefined;
  #stream: AbortController | undefined;
  #isRestoring = false;
  /** Settles when the stored conversation is read, before which nothing is asked. */
  #reading: Promise<void> | undefined;

  constructor(options: ChatOptions) {
    this.#options = options;
  }

  get turns(): readonly WidgetTurn[] {
    return this.#turns;
  }
  get starters(): readonly string[] {
    return this.#starters;
  }
  get problem(): Problem | undefined {
    return this.#problem;
  }
  get isRunning(): boolean {
    return this.#turns.at(-1)?.phase === 'running';
  }
  get isRestoring(): boolean {
    return this.#isRestoring;
  }

  /** Reads the conversation of this tab, or starter questions if there is none. */
  async restore(): Promise<void> {
    if (this.#stream?.signal.aborted === false) return;
    const { id } = readConversation(this.#settings.repository);
    this.#problem = undefined;
    this.#isRestoring = true;
    this.#options.onChange();
    try {
      await (this.#reading = id === undefined ? undefined : this.#readStored(id));
      if (this.#turns.length === 0) await this.#readStarters();
    } catch (thrown) {
      const problem = toProblem(thrown);
      if (this.#turns.length === 0) this.#problem = problem;
      else if (this.isRunning) this.#change((turn) => ({ ...turn, phase: 'failed', problem }));
    } finally {
      this.#isRestoring = false;
      this.#options.onChange();
    }
    const last = this.#turns.at(-1);
    if (last?.phase === 'running' && last.received > 0 && this.#stream === undefined)
      await this.#rejoin(last);
  }

  async #readStored(id: string): Promise<void> {
    const shown = this.#turns;
    try {
      const { turns } = await this.#client().getConversation(this.#settings.repository, id);
      // The visitor can stop the answer or begin another conversation meanwhile.
      if (this.#turns === shown) this.#turns = turns.map(restoreTurn);
    } catch (thrown) {
      // It has expired, or its first question was refused.
      if (toProblem(thrown).code !== 'conversation_not_found') throw thrown;
    }
  }

  async #readStarters(): Promise<void> {
    const { repository, version } = this.#settings;
    const { questions } = await this.#client()
      .starters(repository, version)
      .catch((thrown: unknown) => {
        // Said when a question is asked, which can then be about another version.
        if (toProblem(thrown).code === 'version_not_found') return { questions: [] };
        throw thrown;
      });
    this.#starters = questions.slice(0, 3).map(({ question }) => question);
  }

  async ask(question: string, version = this.#settings.version): Promise<void> {
    await this.#reading?.catch(() => undefined);
    if (this.isRunning) return;
    this.#problem = undefined;
    this.#turns = [...this.#turns, createTurn(question, version)];
    await this.#answer(false);
  }

  /** Asks the last question again. @param version another version than before */
  async retry(version?: { readonly version: string | undefined }): Promise<void> {
    const last = this.#turns.at(-1);
    if (last === undefined) return this.restore();
    if (this.isRunning) return;
    const asked = version === undefined ? last.version : version.version;
    this.#turns = [...this.#turns.slice(0, -1), createTurn(last.question, asked)];
    await this.#answer(last.answer.metadata !== null);
  }

  /** @param isRetry whether the server has this turn, so that it replaces it */
  async #answer(isRetry: boolean): Promise<void> {
    const { repository } = this.#settings;
    const id = readConversation(repository).id ?? createConversationId();
    writeConversation(repository, { id, isOpen: true });
    const turn = this.#turns.at(-1);
    if (turn === undefined) return;
    const body = {
      question: turn.question,
      conversationId: id,
      options: { prefer: 'documentation' as const },
      ...(turn.version === undefined ? {} : { version: turn.version }),
      ...(isRetry ? { retry: true } : {}),
    };
    await this.#read((signal) => this.#client().streamAnswer(repository, body, signal));
  }

  async #rejoin(turn: WidgetTurn): Promise<void> {
    const { repository } = this.#settings;
    const conversation = readConversation(repository).id;
    const { answerId } = turn.answer.metadata ?? {};
    if (conversation === undefined || answerId === undefined) return;
    const place = { conversation, turn: answerId, after: turn.received };
    await this.#read((signal) => this.#client().followTurn(repository, place, signal));
  }

  async #read(open: (signal: AbortSignal) => AsyncGenerator<NumberedPart>): Promise<void> {
    const controller = new AbortController();
    this.#stream = controller;
    this.#options.onChange();
    try {
      for await (const part of open(controller.signal)) {
        if (controller.signal.aborted) return;
        this.#change((turn) => addPart(turn, part));
      }
      if (this.isRunning) throw new ProblemError(interrupted);
    } catch (thrown) {
      if (!controller.signal.aborted)
        this.#change((turn) => ({ ...turn, phase: 'failed', problem: toProblem(thrown) }));
    } finally {
      if (this.#stream === controller) this.#stream = undefined;
    }
  }

  async stop(): Promise<void> {
    const { repository } = this.#settings;
    const id = readConversation(repository).id;
    if (id === undefined || !this.isRunning) return;
    this.#stream?.abort();
    this.#change((turn) => ({ ...turn, phase: 'stopped' }));
    await this.#client()
      .stop(repository, id)
      .catch(() => undefined);
  }

  /** Ends this conversation; the next question begins another. */
  async clear(): Promise<void> {
    await this.stop();
    this.#turns = [];
    this.#problem = undefined;
    writeConversation(this.#settings.repository, { isOpen: true });
    this.#options.onChange();
    if (this.#starters.length === 0) await this.restore();
  }

  async rate(turn: WidgetTurn, rating: Rating): Promise<void> {
    const { answerId, conversationId } = turn.answer.metadata ?? {};
    if (answerId === undefined || conversationId === undefined) return;
    const replace = (shown: Rating | undefined): void => {
      this.#turns = this.#turns.map((one) =>
        one.answer.metadata?.answerId === answerId ? { ...one, rating: shown } : one,
      );
      this.#options.onChange();
    };
    replace(rating);
    const feedback = { conversation: conversationId, turn: answerId, rating };
    await this.#client()
      .giveFeedback(this.#settings.repository, feedback)
      .catch(() => replace(turn.rating));
  }

  /** Leaves a running answer, which continues on the server for a while. One that has not begun could not be found again, so it stays connected. */
  leave(): void {
    if ((this.#turns.at(-1)?.received ?? 0) > 0) this.#stream?.abort();
  }

  get #settings(): WidgetSettings {
    return this.#options.readSettings();
  }

  #client(): WidgetClient {
    const { server } = this.#options;
    const isOwnPage = server === location.origin;
    // Cookies of other sites are never sent, because the key alone states who asks.
    const send: typeof fetch = (input, init) =>
      fetch(input, {
        ...init,
        credentials: isOwnPage ? 'same-origin' : 'omit',
        referrerPolicy: 'no-referrer',
      });
    return createWidgetClient({ baseUrl: isOwnPage ? '' : server, key: this.#settings.key, fetch: send });
  }

  #change(change: (turn: WidgetTurn) => WidgetTurn): void {
    const last = this.#turns.at(-1);
    if (last === undefined) return;
    this.#turns = [...this.#turns.slice(0, -1), change(last)];
    this.#options.onChange();
  }
}

const interrupted: Problem = {
  type: 'about:blank',
  title: 'The connection was interrupted',
  status: 0,
  detail: '',
  code: 'stream_broken',
  fix: '',
  requestId: '',
};

function toProblem(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  // A stream that breaks rejects with an error of the browser.
  return interrupted;
}
