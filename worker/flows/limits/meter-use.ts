/** Counts requests, questions and added repositories of a viewer before the work, and settles them after it. */

import { AppError } from '../../core/errors.ts';
import type { TurnEvent } from '../../core/answers/conversation.ts';
import type { Amounts, Standing } from '../../core/limits/measures.ts';
import { deployment, type Owner, type Viewer } from '../../core/viewer.ts';
import type { UsageRequest, UsageReservation } from '../../ports/access/limits.ts';
import { embeddedAnswerer } from '../models/choose-models.ts';
import type { Services } from '../services.ts';
import { createLimitError } from './limit-reached.ts';
import { accountSubject, findPayer, keySubject, userAccount } from './metering.ts';

type MeteringServices = Pick<Services, 'metering' | 'clock'>;
type QuestionServices = MeteringServices & Pick<Services, 'questionTotals'>;

/** Longer than any answer or upload. A server that stops in between returns the amount when it ends. */
const leaseMs = 600_000;

/** The limits after a reservation; empty if nothing is limited. */
type Standings = readonly Standing[];

/** @throws AppError `limit_reached`, `storage_unavailable` */
export async function reserveRequest(services: MeteringServices, viewer: Viewer): Promise<Standings> {
  return (await reserve(services, viewer, { spend: { requests: 1 } }))?.standings ?? [];
}

export interface OpenReservation {
  readonly standings: Standings;
  /** False if nothing is reserved. */
  readonly isCounted: boolean;
  /** Counts what was reserved. Only the first settlement or release has an effect. */
  settle(): Promise<void>;
  release(): Promise<void>;
}

const unlimited: OpenReservation = {
  standings: [],
  isCounted: false,
  settle: () => Promise.resolve(),
  release: () => Promise.resolve(),
};

export interface QuestionReservation extends OpenReservation {
  /** Whether the question is not counted if the caller's own model key pays for its answer. */
  readonly isOwnKey: boolean;
  /** Whether nothing is left, so that only the model of the own key may write the answer. */
  readonly needsModel: boolean;
  /** Ends the reservation of a question that the own model key has paid. It counts in the total of the account only. */
  settlePaid(): Promise<void>;
}

/**
 * A question that the caller's own model key pays is not counted, and is allowed when no question is left. Whether the key is valid shows when
 * the model answers, so a question is reserved until then. The embedded answerer needs no key, so a question to it is counted.
 * @throws AppError `limit_reached`, `storage_unavailable`
 */
export async function reserveQuestion(
  services: QuestionServices,
  viewer: Viewer,
  { model, modelKey }: { readonly model: string | undefined; readonly modelKey: string | undefined },
): Promise<QuestionReservation> {
  const isOwnKey = modelKey !== undefined && model !== embeddedAnswerer;
  try {
    const held = await hold(services, viewer, { questions: 1 });
    return { ...withTotal(services, viewer, held), isOwnKey, needsModel: false };
  } catch (thrown) {
    const isUsedUp = thrown instanceof AppError && thrown.code === 'limit_reached';
    if (!isOwnKey || !isUsedUp) throw thrown;
    return { ...withTotal(services, viewer, unlimited), isOwnKey, needsModel: true };
  }
}

/** Counts an answered question in the total of its account too. */
function withTotal(
  services: QuestionServices,
  viewer: Viewer,
  { standings, isCounted, settle, release }: OpenReservation,
): OpenReservation & Pick<QuestionReservation, 'settlePaid'> {
  const hasTotal = services.metering !== undefined && (viewer.kind === 'user' || viewer.kind === 'key');
  let ended: Promise<void> | undefined;
  const end = (finish: () => Promise<void>): Promise<void> => (ended ??= finish());
  // The answer is complete, so a failure to count it must not fail it.
  const count = async (): Promise<void> => {
    if (hasTotal) await services.questionTotals.add(viewer).catch(() => undefined);
  };
  return {
    standings,
    isCounted: isCounted || hasTotal,
    settle: () => end(() => settle().then(count)),
    settlePaid: () => end(() => release().then(count)),
    release: () => end(release),
  };
}

/**
 * How many lines a repository has is known after it is indexed, so one must be left; `countLines` counts them.
 * @throws AppError `limit_reached`, `storage_unavailable`
 */
export function reserveRepository(services: MeteringServices, viewer: Viewer): Promise<OpenReservation> {
  return hold(services, viewer, { repositories: 1, lines: 1 }, { repositories: 1 });
}

/** Counts the lines that were indexed for a user, also for the key that started the indexing. They are counted even beyond the limit. */
export async function countLines(
  { metering }: Pick<Services, 'metering'>,
  { owner, keyId }: { readonly owner: Owner; readonly keyId: string | undefined },
  lines: number,
): Promise<void> {
  if (metering === undefined || owner.id === deployment.id) return;
  const names = [accountSubject, ...(keyId === undefined ? [] : [keySubject(keyId)])];
  const subjects = names.map((name) => ({ name, limits: {} }));
  await metering.limits.reserve(userAccount(owner.id), { subjects, spend: { lines } });
}

/** Passes the events of an answer on, and counts the question when they end, unless the answer failed or an own model key paid for it. */
export async function* countQuestion(
  reservation: Pick<QuestionReservation, 'settle' | 'settlePaid' | 'release' | 'isOwnKey'>,
  events: AsyncIterable<TurnEvent>,
): AsyncGenerator<TurnEvent> {
  let hasFailed = false;
  let isPaid = false;
  try {
    for await (const event of events) {
      hasFailed = event.type === 'failed';
      if (event.type === 'generation') isPaid = reservation.isOwnKey && event.generation.model !== undefined;
      yield event;
    }
  } catch (thrown) {
    hasFailed = true;
    throw thrown;
  } finally {
    // A client that leaves early has received an answer.
    if (hasFailed) await reservation.release();
    else await (isPaid ? reservation.settlePaid() : reservation.settle());
  }
}

/** @param used what is counted when the work has succeeded */
async function hold(
  services: MeteringServices,
  viewer: Viewer,
  amounts: Amounts,
  used = amounts,
): Promise<OpenReservation> {
  const reservation = await reserve(services, viewer, { hold: amounts, leaseMs });
  const id = reservation?.id;
  if (reservation === undefined || id === undefined) return unlimited;
  let settled: Promise<void> | undefined;
  const settleOnce = (counted: Amounts): Promise<void> => {
    // If this fails, the amount returns with the lease: the work is done, so it must not fail now.
    settled ??= reservation.settle(id, counted).catch(() => undefined);
    return settled;
  };
  return {
    standings: reservation.standings,
    isCounted: true,
    settle: () => settleOnce(used),
    release: () => settleOnce({}),
  };
}

type Granted = Extract<UsageReservation, { readonly isGranted: true }> & {
  readonly settle: (id: string, used: Amounts) => Promise<void>;
};

/** @returns undefined if nothing limits the viewer */
async function reserve(
  { metering, clock }: MeteringServices,
  viewer: Viewer,
  request: Omit<UsageRequest, 'subjects'>,
): Promise<Granted | undefined> {
  const payer = metering === undefined ? undefined : findPayer(viewer, metering);
  if (metering === undefined || payer === undefined) return undefined;
  const { account, subjects } = payer;
  const reservation = await metering.limits.reserve(account, { subjects, ...request });
  if (!reservation.isGranted) throw createLimitError(viewer, reservation, clock.now());
  return { ...reservation, settle: (id, used) => metering.limits.settle(account, id, used) };
}
