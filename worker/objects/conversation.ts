/**
 * One object per conversation. It stores the turns, runs the answer flow, and lets any number of clients follow a turn from any event. It
 * is called with `fetch`, which reports a client's disconnect. An alarm deletes it some days after its last turn.
 */

import { DurableObject } from 'cloudflare:workers';
import type { AnswerEvent } from '../core/answers/answer.ts';
import {
  conversationHeader,
  formatConversationName,
  toConversationRecord,
  type Conversation,
  type ConversationKey,
  type NewTurn,
  type TurnSecrets,
} from '../core/answers/conversation.ts';
import { AppError, toAppError } from '../core/errors.ts';
import type { Services } from '../flows/services.ts';
import { stoppableServices } from '../flows/answer/conversation/stoppable-services.ts';
import { takeTurn } from '../flows/answer/conversation/take-turn.ts';
import { recordVisitorQuestion } from '../flows/feedback/visitor-questions.ts';
import { recordCitedFiles } from '../flows/versions/retain-cited-files.ts';
import { compose } from '../runtime/compose.ts';
import type { Environment } from '../runtime/environment.ts';
import { isAnswerEvent, openConversationLog, type ConversationLog } from './conversation-log.ts';
import { toEventResponse, respondWithStoredEvents } from './event-stream.ts';
import { logFailure } from './log-failure.ts';
import { createBeginEvent, interruptedEvent, runTurn, type RunningTurn } from './running-turn.ts';
import { createTurnSlot } from './turn-slot.ts';

const dayMs = 24 * 3_600_000;
const removalRetryMs = 3_600_000;

interface AskRequest {
  readonly key: ConversationKey;
  readonly turn: NewTurn;
}

interface MovedConversation {
  readonly key: ConversationKey;
  readonly conversation: Conversation;
}

export class ConversationObject extends DurableObject<Environment> {
  #log: ConversationLog;
  readonly #turn = createTurnSlot();

  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment);
    this.#log = openConversationLog(context.storage.sql);
    this.#endInterrupted();
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    try {
      this.#requireOwner(request.headers.get(conversationHeader));
      return await this.#route(`${request.method} ${pathname}`, request);
    } catch (thrown) {
      const { code, message, details } = toAppError(thrown);
      if (code === 'internal') logFailure('conversation failed', thrown);
      return Response.json({ code, message, details }, { status: 500 });
    }
  }

  /**
   * A caller who reaches the object by its name must also state whose conversation it is.
   * @throws AppError `conversation_not_found`
   */
  #requireOwner(stated: string | null): void {
    const stored = this.#log.key();
    if (stored !== undefined) requireSameName(stated, formatConversationName(stored));
    else if (this.ctx.id.name !== undefined) requireSameName(stated, this.ctx.id.name);
  }

  async #route(route: string, request: Request): Promise<Response> {
    if (route === 'POST /turns') return this.#ask(await request.json(), request);
    if (route.startsWith('GET /turns/')) return this.#follow(decodeURIComponent(route.slice(11)));
    if (route === 'POST /moved') return this.#receive(await request.json(), request.headers);
    if (route === 'GET /running') return Response.json({ turn: this.#turn.running()?.id ?? null });
    if (route === 'POST /stop') return Response.json(await this.#turn.stop('The user stopped it.'));
    if (route === 'DELETE /') {
      const key = await request.json<ConversationKey>();
      requireSameName(request.headers.get(conversationHeader), formatConversationName(key));
      return this.#remove(key);
    }
    if (route === 'DELETE /hidden') return this.#removeWith(async () => {});
    return Response.json(this.#read() ?? null);
  }

  async #ask(request: AskRequest, { headers, signal }: Request): Promise<Response> {
    requireSameName(headers.get(conversationHeader), formatConversationName(request.key));
    if (this.#turn.running()?.hasSubscribers() === false)
      await this.#turn.stop('Another question was asked.');
    const modelKey = headers.get('x-model-key') ?? undefined;
    const turn = await this.#turn
      .start((controller) => this.#begin({ ...request, modelKey }, controller))
      .catch((thrown: unknown) => this.#discardRejected(request.key, thrown));
    const events = turn.subscribe();
    // If the client disconnected before the turn began, its stream will not report that, so it is canceled here.
    if (signal.aborted) await events.cancel();
    return toEventResponse(events);
  }

  /** A rejected first question creates no conversation, so this removes the record that the caller added to the catalog. */
  async #discardRejected(key: ConversationKey, thrown: unknown): Promise<never> {
    if (!this.#log.exists && !this.#turn.isTaken())
      await this.#compose().services.catalog.deleteConversationRecords([toConversationRecord(key)]);
    throw thrown;
  }

  async #begin(
    { key, turn, modelKey }: AskRequest & TurnSecrets,
    controller: AbortController,
  ): Promise<RunningTurn> {
    const services = stoppableServices(this.#compose().services, controller.signal);
    const log = this.#log;
    const before = log.countBefore(turn.position, turn.question);
    if (before >= services.conversations.maxTurns)
      throw new AppError('conversation_full', `The conversation has ${before} turns.`);
    const earlier = log.exists ? log.earlier(before) : turn.earlier;
    const { signal } = controller;
    const { viewer, repositoryId } = key;
    const request = { ...turn, modelKey, signal, viewer, repositoryId, earlier };
    const answer = await takeTurn(services, request, log.findAnswer);
    const store = async (events: readonly AnswerEvent[]): Promise<void> => {
      // First, because a failure to cache the answer must not lose its citations.
      await recordCitedFiles(services, answer.repository, key, events);
      await recordVisitorQuestion(services, key, { id: turn.id, question: turn.question, events });
      await answer.store(events);
    };
    if (!log.exists) await this.#create(services, key, turn.question);
    if (signal.aborted) throw new AppError('answer_stopped', 'It was stopped before it began.');
    return this.ctx.storage.transactionSync(() => {
      log.removeAfter(before);
      const number = log.begin({ ...turn, ...answer, askedAt: services.clock.now() });
      return runTurn(
        log,
        { ...answer, store, id: turn.id, number, begin: createBeginEvent(turn, number, answer) },
        { controller, unheardMs: services.settings.conversation.unheardMs },
      );
    });
  }

  /** The catalog record comes first, so that a stored conversation is always removed with its repository. */
  async #create(services: Services, key: ConversationKey, question: string): Promise<void> {
    const { catalog } = services;
    const record = toConversationRecord(key);
    // The caller added the record, and a read takes a fraction of the time of a write.
    if (!(await catalog.hasConversation(record)) && !(await catalog.recordConversation(record, question)))
      throw repositoryNotFound(key.repositoryId);
    this.#log.create(key);
    // Later turns do not move the alarm; it checks the time of the last turn and is set again.
    await this.ctx.storage.setAlarm(services.clock.now() + this.#retentionMs());
  }

  /** Stores a conversation that began under another owner. Safe to repeat after an interruption. */
  async #receive({ key, conversation }: MovedConversation, headers: Headers): Promise<Response> {
    requireSameName(headers.get(conversationHeader), formatConversationName(key));
    const services = this.#compose().services;
    const found = await services.catalog.readRepository(key.viewer, key.repositoryId);
    // The caller then keeps the original.
    if (found === undefined) throw repositoryNotFound(key.repositoryId);
    if (this.#log.exists) return new Response(null, { status: 204 });
    await this.#create(services, key, '');
    this.ctx.storage.transactionSync(() => this.#log.addTurns(conversation.turns));
    for (const { events } of conversation.turns)
      await recordCitedFiles(services, found.repository, key, events.filter(isAnswerEvent));
    return new Response(null, { status: 204 });
  }

  #follow(id: string): Response {
    const running = this.#turn.running();
    if (running?.id === id) return toEventResponse(running.subscribe());
    const turn = this.#log.turn(id);
    if (turn === undefined)
      throw new AppError('turn_not_found', `The conversation has no turn ${JSON.stringify(id)}.`);
    return respondWithStoredEvents(turn);
  }

  #read(): Conversation | undefined {
    const turns = this.#log.turns();
    const [first] = turns;
    if (first === undefined) return undefined;
    return { createdAt: first.askedAt, expiresAt: this.#log.lastAskedAt() + this.#retentionMs(), turns };
  }

  /** @param key the conversation's key, in case no turn has begun */
  async #remove(key: ConversationKey | undefined): Promise<Response> {
    return this.#removeWith(async (stored) => {
      const known = stored ?? key;
      if (known === undefined) return;
      const { catalog, citedFiles, shards } = this.#compose().services;
      const record = toConversationRecord(known);
      // On every shard, because the repository may be gone and with it the number of its shard.
      await Promise.all(shards.map((shard) => citedFiles.removeConversation(shard, record)));
      await catalog.deleteConversationRecords([record]);
    });
  }

  /** Blocks new turns until the conversation is deleted. @param forget deletes the catalog's record, unless the caller does */
  async #removeWith(forget: (stored: ConversationKey | undefined) => Promise<void>): Promise<Response> {
    await this.#turn.runAlone('The conversation was removed.', async () => {
      const stored = this.#log.key();
      await Promise.all([this.ctx.storage.deleteAlarm(), this.ctx.storage.deleteAll()]);
      this.#log = openConversationLog(this.ctx.storage.sql);
      // Last, because a conversation without a catalog record is never reached again.
      await forget(stored);
    });
    return new Response(null, { status: 204 });
  }

  override async alarm(): Promise<void> {
    const now = this.#compose().services.clock.now();
    const dueAt = this.#log.lastAskedAt() + this.#retentionMs();
    // Set first, so that a failed or postponed deletion is retried.
    await this.ctx.storage.setAlarm(Math.max(dueAt, now + removalRetryMs));
    if (now >= dueAt && !this.#turn.isTaken()) await this.#remove(undefined);
  }

  /** A turn that is still running when the object starts was interrupted with the previous instance. */
  #endInterrupted(): void {
    for (const turn of this.#log.unended()) {
      this.#log.append(turn.number, turn.events.length + 1, [interruptedEvent()]);
      this.#log.end(turn.number, 'failed', []);
    }
  }

  #retentionMs(): number {
    return this.#compose().services.settings.conversation.keptDays * dayMs;
  }

  #compose() {
    return compose(this.env);
  }
}

function repositoryNotFound(id: string): AppError {
  return new AppError('repository_not_found', `There is no repository ${JSON.stringify(id)}.`);
}

/** @param stated percent-encoded. @throws AppError `conversation_not_found` */
function requireSameName(stated: string | null, name: string): void {
  if (stated === encodeURIComponent(name)) return;
  throw new AppError('conversation_not_found', 'The object holds the conversation of somebody else.');
}
