/**
 * One object per conversation. It stores the turns, runs the answer flow, and lets any number of clients follow a turn from any event. It
 * is called with `fetch`, which reports a client's disconnect. An alarm deletes it some days after its last turn.
 */

import { DurableObject } from 'cloudflare:workers';
import type { Conversation, ConversationKey, NewTurn, TurnSecrets } from '../core/answers/conversation.ts';
import { AppError, toAppError } from '../core/errors.ts';
import type { Services } from '../flows/services.ts';
import { stoppableServices } from '../flows/answer/conversation/stoppable-services.ts';
import { takeTurn, type TurnAnswer } from '../flows/answer/conversation/take-turn.ts';
import { compose } from '../runtime/compose.ts';
import type { Environment } from '../runtime/environment.ts';
import { openConversationLog, type ConversationLog } from './conversation-log.ts';
import { eventStream, storedEvents } from './event-stream.ts';
import { logFailure } from './log-failure.ts';
import { interruptedEvent, runTurn, type RunningTurn } from './running-turn.ts';

const dayMs = 24 * 3_600_000;
const removalTriedEveryMs = 3_600_000;

/** The running turn, set as soon as it is requested, so that two simultaneous requests do not both begin. */
interface Work {
  readonly controller: AbortController;
  /** Settles when the turn has begun or was rejected. */
  begun: Promise<RunningTurn | undefined>;
  turn?: RunningTurn;
}

interface TurnRequest {
  readonly key: ConversationKey;
  readonly turn: NewTurn;
}

export class ConversationObject extends DurableObject<Environment> {
  #log: ConversationLog;
  #work: Work | undefined;
  /** Settles when all work of the last turn has ended. */
  #ended: Promise<void> = Promise.resolve();

  constructor(context: DurableObjectState, environment: Environment) {
    super(context, environment);
    this.#log = openConversationLog(context.storage.sql);
    this.#endInterrupted();
  }

  override async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    try {
      return await this.#route(`${request.method} ${pathname}`, request);
    } catch (thrown) {
      const { code, message, details } = toAppError(thrown);
      if (code === 'internal') logFailure('conversation failed', thrown);
      return Response.json({ code, message, details }, { status: 500 });
    }
  }

  async #route(route: string, request: Request): Promise<Response> {
    if (route === 'POST /turns') return this.#ask(await request.json(), request);
    if (route.startsWith('GET /turns/')) return this.#follow(decodeURIComponent(route.slice(11)));
    if (route === 'GET /running') return Response.json({ turn: this.#atWork()?.turn?.id ?? null });
    if (route === 'POST /stop') return Response.json(await this.#stop('The user stopped it.'));
    if (route === 'DELETE /') return this.#remove(await request.json());
    if (route === 'DELETE /hidden') return this.#removeWith(async () => {});
    return Response.json(this.#read() ?? null);
  }

  async #ask(request: TurnRequest, { headers, signal }: Request): Promise<Response> {
    if (this.#atWork()?.turn?.hasSubscribers() === false) await this.#stop('Another question was asked.');
    const modelKey = headers.get('x-model-key') ?? undefined;
    const turn = await this.#take((controller) => this.#begin({ ...request, modelKey }, controller)).catch(
      (thrown: unknown) => this.#refuse(request.key, thrown),
    );
    const events = turn.subscribe();
    // A client that left before the turn began is not a subscriber, because its departure would go unnoticed.
    if (signal.aborted) await events.cancel();
    return eventStream(events);
  }

  /** A rejected first question creates no conversation, so this removes the record that the caller added to the catalog. */
  async #refuse(key: ConversationKey, thrown: unknown): Promise<never> {
    if (!this.#log.exists && this.#atWork() === undefined)
      await this.#compose().services.catalog.forgetConversations([toConversationNote(key)]);
    throw thrown;
  }

  /** Begins a turn, and rejects any other while it runs. */
  async #take(begin: (controller: AbortController) => Promise<RunningTurn>): Promise<RunningTurn> {
    if (this.#atWork() !== undefined)
      throw new AppError('conversation_busy', 'Another turn of this conversation is running.');
    const controller = new AbortController();
    const beginning = begin(controller);
    const work: Work = { controller, begun: beginning.catch(() => undefined) };
    this.#work = work;
    try {
      const turn = await beginning;
      work.turn = turn;
      this.#ended = turn.ended;
      return turn;
    } catch (thrown) {
      this.#release(work);
      throw thrown;
    }
  }

  /** Undefined once all events were sent, even if the answer is still being cached. */
  #atWork(): Work | undefined {
    return this.#work?.turn?.isOver() === true ? undefined : this.#work;
  }

  #release(work: Work): void {
    if (this.#work === work) this.#work = undefined;
  }

  async #begin(
    { key, turn, modelKey }: TurnRequest & TurnSecrets,
    controller: AbortController,
  ): Promise<RunningTurn> {
    const services = stoppableServices(this.#compose().services, controller.signal);
    const log = this.#log;
    const before = log.numberOf(turn.after, turn.question);
    if (before >= services.conversations.maxTurns)
      throw new AppError('conversation_full', `The conversation has ${before} turns.`);
    const earlier = log.exists ? log.earlier(before) : turn.earlier;
    const { signal } = controller;
    const request = {
      ...turn,
      modelKey,
      signal,
      viewer: key.viewer,
      repositoryId: key.repositoryId,
      earlier,
    };
    const taken = await takeTurn(services, request, log.answerOf);
    if (!log.exists) await this.#create(services, key);
    if (controller.signal.aborted) throw new AppError('answer_stopped', 'It was stopped before it began.');
    return this.ctx.storage.transactionSync(() => {
      log.removeAfter(before);
      const number = log.begin({ ...turn, ...taken, askedAt: services.clock.now() });
      return runTurn(
        log,
        { ...taken, id: turn.id, number, begin: beginEvent(turn, number, taken) },
        { controller, unheardMs: services.settings.conversation.unheardMs },
      );
    });
  }

  /** The catalog record comes first, so that a stored conversation is always removed with its repository. */
  async #create(services: Services, key: ConversationKey): Promise<void> {
    if (!(await services.catalog.noteConversation(toConversationNote(key))))
      throw new AppError(
        'repository_not_found',
        `There is no repository ${JSON.stringify(key.repositoryId)}.`,
      );
    this.#log.create(key);
    // Later turns do not move the alarm; it checks the time of the last turn and is set again.
    await this.ctx.storage.setAlarm(services.clock.now() + this.#retentionMs());
  }

  #follow(id: string): Response {
    const running = this.#atWork()?.turn;
    if (running?.id === id) return eventStream(running.subscribe());
    const turn = this.#log.turn(id);
    if (turn === undefined)
      throw new AppError('turn_not_found', `The conversation has no turn ${JSON.stringify(id)}.`);
    return storedEvents(turn);
  }

  async #stop(reason: string): Promise<{ turn: string | null; endedMs: number }> {
    const work = this.#atWork();
    const startedAt = Date.now();
    // A running turn reports the stop before its calls fail; a turn that has not begun never begins.
    if (work?.turn === undefined) work?.controller.abort();
    const turn = work?.turn ?? (await work?.begun);
    turn?.stop(reason);
    await turn?.ended;
    return { turn: turn?.id ?? null, endedMs: Date.now() - startedAt };
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
      if (known !== undefined)
        await this.#compose().services.catalog.forgetConversations([toConversationNote(known)]);
    });
  }

  /** Blocks new turns until the conversation is deleted. @param forget deletes the catalog's record, unless the caller does */
  async #removeWith(forget: (stored: ConversationKey | undefined) => Promise<void>): Promise<Response> {
    await this.#stop('The conversation was removed.');
    const work: Work = { controller: new AbortController(), begun: Promise.resolve(undefined) };
    this.#work = work;
    try {
      await this.#ended;
      const stored = this.#log.key();
      await Promise.all([this.ctx.storage.deleteAlarm(), this.ctx.storage.deleteAll()]);
      this.#log = openConversationLog(this.ctx.storage.sql);
      // Last, because a conversation without a catalog record is never reached again.
      await forget(stored);
    } finally {
      this.#release(work);
    }
    return new Response(null, { status: 204 });
  }

  override async alarm(): Promise<void> {
    const now = this.#compose().services.clock.now();
    const dueAt = this.#log.lastAskedAt() + this.#retentionMs();
    // Set first, so that a failed or postponed deletion is retried.
    await this.ctx.storage.setAlarm(Math.max(dueAt, now + removalTriedEveryMs));
    if (now >= dueAt && this.#atWork() === undefined) await this.#remove(undefined);
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

function beginEvent(turn: NewTurn, number: number, taken: TurnAnswer) {
  const { snapshotId: snapshot, cached } = taken;
  const version = { asked: turn.version, kept: taken.followUpVersion };
  return {
    type: 'begin',
    turn: turn.id,
    number,
    question: turn.question,
    snapshot,
    cached,
    version,
  } as const;
}

function toConversationNote({ repositoryId, viewer, id }: ConversationKey) {
  return { repositoryId, viewer: viewer.id, id };
}
