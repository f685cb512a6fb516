/**
 * One object a conversation: it keeps the turns, runs the answer flow, and lets any number of readers follow a turn from any
 * event. Reached by `fetch`, so that a reader who leaves is noticed. Forgotten by alarm some days after its last turn.
 */

import { DurableObject } from 'cloudflare:workers';
import type { Conversation, ConversationKey, NewTurn, Turn } from '../core/conversation.ts';
import { AppError, toAppError } from '../core/errors.ts';
import { toLine } from '../core/event-lines.ts';
import type { Services } from '../flows/services.ts';
import { stoppableServices } from '../flows/stoppable-services.ts';
import { takeTurn, type TakenTurn } from '../flows/take-turn.ts';
import { compose } from '../runtime/compose.ts';
import type { Environment } from '../runtime/environment.ts';
import { openConversationLog, type ConversationLog } from './conversation-log.ts';
import { interrupted, runTurn, type RunningTurn } from './running-turn.ts';

const dayMs = 24 * 3_600_000;

/** Taken from the moment a turn is asked, so that two asked at once do not both begin. */
interface Work {
  readonly controller: AbortController;
  turn?: RunningTurn;
}

export class ConversationObject extends DurableObject<Environment> {
  #log: ConversationLog;
  #work: Work | undefined;

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
      return Response.json({ code, message, details }, { status: 500 });
    }
  }

  async #route(route: string, request: Request): Promise<Response> {
    if (route === 'POST /turns') return this.#ask(await request.json());
    if (route.startsWith('GET /turns/')) return this.#follow(decodeURIComponent(route.slice(11)));
    if (route === 'GET /running') return Response.json({ turn: this.#work?.turn?.id ?? null });
    if (route === 'POST /stop') return Response.json(await this.#stop('It was stopped by its reader.'));
    if (route === 'DELETE /') return this.#remove();
    return Response.json(this.#read() ?? null);
  }

  async #ask({ key, turn }: { key: ConversationKey; turn: NewTurn }): Promise<Response> {
    if (this.#work?.turn?.isHeard() === false) await this.#stop('Another question was asked.');
    if (this.#work !== undefined) throw new AppError('conversation_busy', 'A turn of it is at work.');
    const work: Work = { controller: new AbortController() };
    this.#work = work;
    const release = (): void => {
      if (this.#work === work) this.#work = undefined;
    };
    try {
      work.turn = await this.#begin({ key, turn }, work.controller);
    } catch (thrown) {
      release();
      throw thrown;
    }
    void work.turn.ended.finally(release);
    return lines(work.turn.listen());
  }

  async #begin(
    { key, turn }: { key: ConversationKey; turn: NewTurn },
    controller: AbortController,
  ): Promise<RunningTurn> {
    const { services } = this.#compose();
    const log = this.#log;
    const before = turnsBefore(turn, log.count());
    if (before >= services.conversations.maxTurns)
      throw new AppError('conversation_full', `It has ${before} turns.`);
    const [taken] = await Promise.all([
      takeTurn(
        stoppableServices(services, controller.signal),
        {
          ...turn,
          viewer: key.viewer,
          repositoryId: key.repositoryId,
          earlier: log.exists ? log.earlier(before) : turn.earlier,
        },
        log.answerOf,
      ),
      log.exists ? undefined : note(services, key),
    ]);
    if (controller.signal.aborted) throw new AppError('answer_stopped', 'It was stopped before it began.');
    if (!log.exists) await this.#create(key);
    log.removeAfter(before);
    const number = log.begin({ ...turn, ...taken, askedAt: services.clock.now() });
    return runTurn(
      log,
      { id: turn.id, number, begin: beginning(turn, number, taken), events: taken.events },
      { controller, unheardMs: services.settings.conversation.unheardMs },
    );
  }

  async #create(key: ConversationKey): Promise<void> {
    this.#log.create(key);
    // Later turns leave it: when it rings it looks at the last turn, and is set anew.
    await this.ctx.storage.setAlarm(this.#compose().services.clock.now() + this.#keptMs());
  }

  #follow(id: string): Response {
    const running = this.#work?.turn;
    if (running?.id === id) return lines(running.listen());
    const turn = this.#log.turn(id);
    if (turn === undefined) throw new AppError('turn_not_found', `It has no turn ${JSON.stringify(id)}.`);
    return lines(past(turn));
  }

  async #stop(reason: string): Promise<{ turn: string | null; endedMs: number }> {
    const work = this.#work;
    const startedAt = Date.now();
    work?.controller.abort();
    work?.turn?.stop(reason);
    await work?.turn?.ended;
    return { turn: work?.turn?.id ?? null, endedMs: Date.now() - startedAt };
  }

  #read(): Conversation | undefined {
    const turns = this.#log.turns();
    const [first] = turns;
    if (first === undefined) return undefined;
    return { createdAt: first.askedAt, expiresAt: this.#log.lastAskedAt() + this.#keptMs(), turns };
  }

  async #remove(): Promise<Response> {
    await this.#stop('The conversation was removed.');
    const key = this.#log.key();
    if (key !== undefined) await this.#compose().services.catalog.forgetConversation(noteOf(key));
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#log = openConversationLog(this.ctx.storage.sql);
    return new Response(null, { status: 204 });
  }

  override async alarm(): Promise<void> {
    const dueAt = this.#log.lastAskedAt() + this.#keptMs();
    if (this.#compose().services.clock.now() < dueAt) await this.ctx.storage.setAlarm(dueAt);
    else await this.#remove();
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

/** Turns that stay before a new one. */
function turnsBefore({ after }: NewTurn, count: number): number {
  if (after === undefined) return count;
  return after < 0 ? Math.max(0, count + after) : Math.min(after, count);
}

function beginning(turn: NewTurn, number: number, taken: TakenTurn) {
  const { snapshotId: snapshot, cached } = taken;
  return { type: 'begin', turn: turn.id, number, question: turn.question, snapshot, cached } as const;
}

function noteOf({ repositoryId, viewer, id }: ConversationKey) {
  return { repositoryId, viewer: viewer.id, id };
}

/** Before anything of it is kept, so that whatever is kept goes with the repository. */
async function note(services: Services, key: ConversationKey): Promise<void> {
  if (await services.catalog.noteConversation(noteOf(key))) return;
  throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(key.repositoryId)}.`);
}

function lines(body: ReadableStream<Uint8Array>): Response {
  return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
}

function past(turn: Turn): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const event of turn.events) controller.enqueue(toLine(event));
      controller.close();
    },
  });
}
