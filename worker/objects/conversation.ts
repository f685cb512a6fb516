/**
 * One object a conversation: it keeps the turns, runs the answer flow, and lets any number of readers follow a turn from any
 * event. Reached by `fetch`, so that a reader who leaves is noticed. Forgotten by alarm some days after its last turn.
 */

import { DurableObject } from 'cloudflare:workers';
import type { Conversation, ConversationKey, NewTurn, TurnSecrets } from '../core/conversation.ts';
import { AppError, toAppError } from '../core/errors.ts';
import type { Services } from '../flows/services.ts';
import { stoppableServices } from '../flows/stoppable-services.ts';
import { takeTurn, type TakenTurn } from '../flows/take-turn.ts';
import { compose } from '../runtime/compose.ts';
import type { Environment } from '../runtime/environment.ts';
import { openConversationLog, type ConversationLog } from './conversation-log.ts';
import { eventStream, storedEvents } from './event-stream.ts';
import { logFailure } from './log-failure.ts';
import { interrupted, runTurn, type RunningTurn } from './running-turn.ts';

const dayMs = 24 * 3_600_000;
const removalTriedEveryMs = 3_600_000;

/** Taken from the moment a turn is asked, so that two asked at once do not both begin. */
interface Work {
  readonly controller: AbortController;
  /** Settled once the turn has begun, or was refused. */
  begun: Promise<RunningTurn | undefined>;
  turn?: RunningTurn;
}

interface AskedOfObject {
  readonly key: ConversationKey;
  readonly turn: NewTurn;
}

export class ConversationObject extends DurableObject<Environment> {
  #log: ConversationLog;
  #work: Work | undefined;
  /** Of the last turn: settled once nothing of it is at work. */
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
    if (route === 'POST /stop') return Response.json(await this.#stop('It was stopped by its reader.'));
    if (route === 'DELETE /') return this.#remove(await request.json());
    if (route === 'DELETE /hidden') return this.#removeWith(async () => {});
    return Response.json(this.#read() ?? null);
  }

  async #ask(asked: AskedOfObject, { headers, signal }: Request): Promise<Response> {
    if (this.#atWork()?.turn?.isHeard() === false) await this.#stop('Another question was asked.');
    const modelKey = headers.get('x-model-key') ?? undefined;
    const turn = await this.#take((controller) => this.#begin({ ...asked, modelKey }, controller)).catch(
      (thrown: unknown) => this.#refuse(asked.key, thrown),
    );
    const told = turn.listen();
    // Who left before it began is no listener: nothing would tell that they have gone.
    if (signal.aborted) await told.cancel();
    return eventStream(told);
  }

  /** A first question that is refused starts no conversation: removes it from the catalog, where its caller added it. */
  async #refuse(key: ConversationKey, thrown: unknown): Promise<never> {
    if (!this.#log.exists && this.#atWork() === undefined)
      await this.#compose().services.catalog.forgetConversations([noteOf(key)]);
    throw thrown;
  }

  /** Begins a turn that nothing else can begin beside. */
  async #take(begin: (controller: AbortController) => Promise<RunningTurn>): Promise<RunningTurn> {
    if (this.#atWork() !== undefined) throw new AppError('conversation_busy', 'A turn of it is at work.');
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

  /** Undefined once all of it is told, though its answer may still be being kept. */
  #atWork(): Work | undefined {
    return this.#work?.turn?.isOver() === true ? undefined : this.#work;
  }

  #release(work: Work): void {
    if (this.#work === work) this.#work = undefined;
  }

  async #begin(
    { key, turn, modelKey }: AskedOfObject & TurnSecrets,
    controller: AbortController,
  ): Promise<RunningTurn> {
    const services = stoppableServices(this.#compose().services, controller.signal);
    const log = this.#log;
    const before = log.numberOf(turn.after, turn.question);
    if (before >= services.conversations.maxTurns)
      throw new AppError('conversation_full', `It has ${before} turns.`);
    const earlier = log.exists ? log.earlier(before) : turn.earlier;
    const { signal } = controller;
    const asked = {
      ...turn,
      modelKey,
      signal,
      viewer: key.viewer,
      repositoryId: key.repositoryId,
      earlier,
    };
    const taken = await takeTurn(services, asked, log.answerOf);
    if (!log.exists) await this.#create(services, key);
    if (controller.signal.aborted) throw new AppError('answer_stopped', 'It was stopped before it began.');
    return this.ctx.storage.transactionSync(() => {
      log.removeAfter(before);
      const number = log.begin({ ...turn, ...taken, askedAt: services.clock.now() });
      return runTurn(
        log,
        { ...taken, id: turn.id, number, begin: beginning(turn, number, taken) },
        { controller, unheardMs: services.settings.conversation.unheardMs },
      );
    });
  }

  /** The repository's list comes first: whatever is kept goes with the repository. */
  async #create(services: Services, key: ConversationKey): Promise<void> {
    if (!(await services.catalog.noteConversation(noteOf(key))))
      throw new AppError(
        'repository_not_found',
        `There is no repository ${JSON.stringify(key.repositoryId)}.`,
      );
    this.#log.create(key);
    // Later turns leave it: when it rings it looks at the last turn, and is set anew.
    await this.ctx.storage.setAlarm(services.clock.now() + this.#keptMs());
  }

  #follow(id: string): Response {
    const running = this.#atWork()?.turn;
    if (running?.id === id) return eventStream(running.listen());
    const turn = this.#log.turn(id);
    if (turn === undefined) throw new AppError('turn_not_found', `It has no turn ${JSON.stringify(id)}.`);
    return storedEvents(turn);
  }

  async #stop(reason: string): Promise<{ turn: string | null; endedMs: number }> {
    const work = this.#atWork();
    const startedAt = Date.now();
    // A turn that has begun tells that it was stopped before its calls are refused; one that has not never begins.
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
    return { createdAt: first.askedAt, expiresAt: this.#log.lastAskedAt() + this.#keptMs(), turns };
  }

  /** @param key the conversation, if no turn of it has begun */
  async #remove(key: ConversationKey | undefined): Promise<Response> {
    return this.#removeWith(async (stored) => {
      const known = stored ?? key;
      if (known !== undefined) await this.#compose().services.catalog.forgetConversations([noteOf(known)]);
    });
  }

  /** Nothing begins until it is removed. @param forget removes the catalog's note of it, unless the caller does */
  async #removeWith(forget: (stored: ConversationKey | undefined) => Promise<void>): Promise<Response> {
    await this.#stop('The conversation was removed.');
    const work: Work = { controller: new AbortController(), begun: Promise.resolve(undefined) };
    this.#work = work;
    try {
      await this.#ended;
      const stored = this.#log.key();
      await Promise.all([this.ctx.storage.deleteAlarm(), this.ctx.storage.deleteAll()]);
      this.#log = openConversationLog(this.ctx.storage.sql);
      // Last: a conversation that the catalog does not have is never reached again.
      await forget(stored);
    } finally {
      this.#release(work);
    }
    return new Response(null, { status: 204 });
  }

  override async alarm(): Promise<void> {
    const now = this.#compose().services.clock.now();
    const dueAt = this.#log.lastAskedAt() + this.#keptMs();
    // Set first: a removal that fails, or that a turn at work puts off, is followed by another.
    await this.ctx.storage.setAlarm(Math.max(dueAt, now + removalTriedEveryMs));
    if (now >= dueAt && this.#atWork() === undefined) await this.#remove(undefined);
  }

  /** A turn still running when the object wakes was cut off with the object that ran it. */
  #endInterrupted(): void {
    for (const turn of this.#log.unended()) {
      this.#log.append(turn.number, turn.events.length + 1, [interrupted()]);
      this.#log.end(turn.number, 'failed', []);
    }
  }

  #keptMs(): number {
    return this.#compose().services.settings.conversation.keptDays * dayMs;
  }

  #compose() {
    return compose(this.env);
  }
}

function beginning(turn: NewTurn, number: number, taken: TakenTurn) {
  const { snapshotId: snapshot, cached } = taken;
  const version = { asked: turn.version, kept: taken.keeps };
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

function noteOf({ repositoryId, viewer, id }: ConversationKey) {
  return { repositoryId, viewer: viewer.id, id };
}
