/**
 * Applies limits to requests and questions, and reports them in the headers of the response. In open mode nothing is limited, and no counter
 * is called.
 */

import type { Context as HonoContext } from 'hono';
import type { TurnEvent } from '../../core/answers/conversation.ts';
import { AppError } from '../../core/errors.ts';
import { measures, type Standing } from '../../core/limits/measures.ts';
import {
  countQuestion,
  reserveQuestion,
  reserveRepository,
  reserveRequest,
  type OpenReservation,
  type QuestionReservation,
} from '../../flows/limits/meter-use.ts';
import type { Context } from '../context.ts';
import { readTurnSecrets } from '../answers/answer-request.ts';
import { readClientAddress } from './client-address.ts';
import { keepAlive } from './execution-context.ts';
import { formatLimitHeaders } from './limit-headers.ts';
import { isInnerRequest } from './inner-requests.ts';
import type { RefusedSenders } from './refused-senders.ts';

type LimitedContext = HonoContext<Context>;

/** Drawing a preview costs as much as a search. */
const limitedPaths = /^\/(?:v1\/|mcp$)|\/preview\.png$/;
/** A host that exceeds a limit would lose deliveries. Their signature protects them. */
const unlimitedPaths = /^\/v1\/webhooks\//;

/** Refuses a sender whose requests a minute were used up before, without another look at its credential. @throws AppError `limit_reached` */
export async function refuseKnownSender(context: LimitedContext, senders: RefusedSenders): Promise<void> {
  if (!isLimited(context)) return;
  const { signal } = context.req.raw;
  const now = context.get('services').clock.now();
  const refusal = await senders.refuse({ name: senderOf(context), now, signal });
  if (refusal === undefined) return;
  throw refusal;
}

/** The period of the binding in `wrangler.toml`. */
const burstSeconds = 60;

/** Counts a request to the API. @throws AppError `limit_reached`, `storage_unavailable` */
export async function limitRequest(context: LimitedContext, senders: RefusedSenders): Promise<void> {
  if (!isLimited(context)) return;
  await stopBurst(context);
  try {
    addStandings(context, await reserveRequest(context.get('services'), context.get('viewer')));
  } catch (thrown) {
    const sender = senderOf(context);
    // Without a credential and an address, all such senders would be one.
    if (sender !== '') senders.remember(sender, thrown);
    throw thrown;
  }
}

/**
 * A request with a refused key counts for its address, so that nobody can make the server look for keys without limit.
 * @throws AppError `limit_reached`, `storage_unavailable`, `too_many_attempts`; otherwise what was thrown
 */
export async function limitRefusedKey(context: LimitedContext, thrown: unknown): Promise<never> {
  const { identities } = context.get('services');
  const isRefused = thrown instanceof AppError && thrown.code === 'key_refused';
  if (!isRefused || identities === undefined || !isLimited(context)) throw thrown;
  const address = readClientAddress(context.req, context.get('facts').config);
  context.set('viewer', await identities.identifyVisitor({ address, visitor: undefined }));
  await stopBurst(context);
  // Not remembered as refused: its sender would be the key, which others may use.
  addStandings(context, await reserveRequest(context.get('services'), context.get('viewer')));
  throw thrown;
}

/** Visitors alone: a user and a key have limits of their own. @throws AppError `too_many_attempts` */
async function stopBurst(context: LimitedContext): Promise<void> {
  const viewer = context.get('viewer');
  const { burstLimit } = context.get('services');
  if (viewer.kind !== 'anonymous' || burstLimit === undefined) return;
  if (await burstLimit.allows(viewer.addressId)) return;
  throw new AppError('too_many_attempts', 'This address has sent too many requests at once.', {
    details: { retryAfter: burstSeconds },
  });
}

function isLimited(context: LimitedContext): boolean {
  const { path, raw } = context.req;
  const isPathLimited = limitedPaths.test(path) && !unlimitedPaths.test(path);
  return context.get('services').metering !== undefined && isPathLimited && !isInnerRequest(raw);
}

/** The most explicit credential, as for the identity. Cookies of visitors can be the same at other addresses. */
function senderOf(context: LimitedContext): string {
  const address = readClientAddress(context.req, context.get('facts').config);
  return context.req.header('authorization') ?? [context.req.header('cookie'), address].join('\n').trim();
}

/** Adds the headers to the response, also to that of an error. */
export function writeLimitHeaders(context: LimitedContext): void {
  if (context.error !== undefined) addStandings(context, readRefusedStanding(context.error));
  const standings = context.get('standings') ?? [];
  if (standings.length === 0) return;
  const headers = formatLimitHeaders(standings, context.get('services').clock.now());
  for (const [name, value] of Object.entries(headers)) context.res.headers.set(name, value);
}

export interface LimitedQuestion {
  /** Whether no question is left, so that only the model of the caller's own key may write the answer. */
  readonly needsModel: boolean;
  /** Starts the answer and counts the question when its events end. A failed answer is not counted. */
  start(begin: () => Promise<AsyncIterable<TurnEvent>>): Promise<AsyncIterable<TurnEvent>>;
  /** For work before the answer: if it fails, the question is not counted. */
  prepare<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Reserves a question before any work on it.
 * @param model the requested model
 * @throws AppError `limit_reached`, `storage_unavailable`, `invalid_request` for a malformed model key
 */
export async function limitQuestion(
  context: LimitedContext,
  model: string | undefined,
): Promise<LimitedQuestion> {
  const reservation = await reserveQuestion(context.get('services'), context.get('viewer'), {
    model,
    modelKey: readTurnSecrets(context).modelKey,
  });
  addStandings(context, reservation.standings);
  const prepare = <Result>(work: () => Promise<Result>): Promise<Result> => releaseOnError(reservation, work);
  const { isOwnKey, needsModel } = reservation;
  return {
    needsModel,
    prepare,
    async start(begin) {
      const events = await prepare(begin);
      if (!reservation.isCounted) return events;
      return countQuestion({ ...settleOnAbort(context, reservation), isOwnKey }, events);
    },
  };
}

/** Counts an added repository, unless adding it fails or changes nothing. */
export async function limitRepository<Result extends object>(
  context: LimitedContext,
  add: () => Promise<Result>,
): Promise<Result> {
  const reservation = await reserveRepository(context.get('services'), context.get('viewer'));
  addStandings(context, reservation.standings);
  const added = await releaseOnError(reservation, add);
  await ('unchanged' in added && added.unchanged === true ? reservation.release() : reservation.settle());
  return added;
}

type Ending = 'settle' | 'settlePaid' | 'release';

/**
 * Counts the question even if its client leaves and nothing reads the events anymore.
 * @returns the reservation, which also ends the wait for the client
 */
function settleOnAbort(
  context: LimitedContext,
  { settle, settlePaid, release }: Pick<QuestionReservation, Ending>,
): Pick<QuestionReservation, Ending> {
  const { signal } = context.req.raw;
  // A Worker whose client has left is stopped, unless it waits for something.
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const ended = new Promise<void>((resolve) => {
    ending.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const settleAndEnd = (): Promise<void> => settle().finally(end);
  if (signal.aborted) void settleAndEnd();
  signal.addEventListener('abort', () => void settleAndEnd(), { once: true });
  keepAlive(context, ended);
  return {
    settle: settleAndEnd,
    settlePaid: () => settlePaid().finally(end),
    release: () => release().finally(end),
  };
}

async function releaseOnError<Result>(
  { release }: Pick<OpenReservation, 'release'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    await release();
    throw thrown;
  }
}

/** The standing of the limit that refused the request; empty for other errors. */
function readRefusedStanding(error: Error): readonly Standing[] {
  if (!(error instanceof AppError) || error.code !== 'limit_reached') return [];
  const { measure, limit, used, resetsAt } = error.details;
  const known = measures.find((name) => name === measure);
  if (known === undefined || typeof limit !== 'number' || typeof used !== 'number') return [];
  return [
    { measure: known, limit, used, left: Math.max(0, limit - used), resetsAt: Date.parse(String(resetsAt)) },
  ];
}

/** The requests that are left are those after this request, although others are counted while it reserves a question. */
function addStandings(context: LimitedContext, standings: readonly Standing[]): void {
  const byMeasure = new Map((context.get('standings') ?? []).map((known) => [known.measure, known]));
  for (const standing of standings)
    if (standing.measure !== 'requests' || !byMeasure.has('requests'))
      byMeasure.set(standing.measure, standing);
  context.set('standings', [...byMeasure.values()]);
}
