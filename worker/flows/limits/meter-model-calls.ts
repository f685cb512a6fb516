/**
 * Reserves the highest possible price and the tokens of every model call that the deployment pays, and settles them with what was used. The
 * deployment's ceiling applies first, then the limits of who asks. Calls with a user's own key do not come here.
 */

import type { TokenUsage } from '../../core/answers/generation.ts';
import { microdollarsPerDollar, type Amounts } from '../../core/limits/measures.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { UsageReservation } from '../../ports/access/limits.ts';
import type { Generation, ModelPrice, SpendGuard } from '../models/generation.ts';
import type { Services } from '../services.ts';
import {
  accountSubject,
  ceilingFor,
  deploymentAccount,
  findPayer,
  visitorShare,
  type Metering,
  type Payer,
} from './metering.ts';

/** Longer than the longest call. */
const leaseMs = 900_000;
const percent = 100;

/** The services for work that a viewer asked for: its model calls count for the viewer. */
export function withMeteredModels<Metered extends Pick<Services, 'metering' | 'generation'>>(
  services: Metered,
  viewer: Viewer,
): Metered {
  const { metering, generation } = services;
  if (metering === undefined) return services;
  const spendGuard = createSpendGuard(metering, generation.getPrice, findPayer(viewer, metering));
  return { ...services, generation: { ...generation, spendGuard } };
}

/** @param payer undefined for work of the deployment itself */
export function createSpendGuard(
  metering: Metering,
  getPrice: Generation['getPrice'],
  payer: Payer | undefined,
): SpendGuard {
  const { limits, dollarsPerDay } = metering;
  const accounts = [
    ...(dollarsPerDay === undefined ? [] : [deploymentPayer(dollarsPerDay, payer?.isVisitor ?? false)]),
    ...(payer === undefined ? [] : [payer]),
  ];
  return {
    async reserve(model, { promptTokens, maxOutputTokens }) {
      const maximum = { input: promptTokens, output: maxOutputTokens };
      const hold = toAmounts(maximum, getPrice(model));
      const held: { readonly account: string; readonly id: string }[] = [];
      const settleAll = async (used: Amounts): Promise<void> => {
        // What cannot be settled returns with the lease. The answer must not fail for it.
        await Promise.allSettled(held.map(({ account, id }) => limits.settle(account, id, used)));
      };
      for (const { account, subjects } of accounts) {
        const reservation = await limits.reserve(account, { subjects, hold, leaseMs }).catch(() => undefined);
        if (reservation?.isGranted === true) {
          if (reservation.id !== undefined) held.push({ account, id: reservation.id });
          continue;
        }
        await settleAll({});
        return { isGranted: false, detail: describeRefusal(account, reservation, payer) };
      }
      return { isGranted: true, settle: (usage) => settleAll(toAmounts(usage, getPrice(model))) };
    },
  };
}

function deploymentPayer(dollarsPerDay: number, isVisitor: boolean): Payer {
  const limits = { microdollars: ceilingFor(dollarsPerDay, isVisitor) };
  return { account: deploymentAccount, subjects: [{ name: accountSubject, limits }], isVisitor };
}

/** A model without a price costs nothing; with a ceiling, every configured model has one. */
function toAmounts(
  { input, output }: Pick<TokenUsage, 'input' | 'output'>,
  price: ModelPrice | undefined,
): Amounts {
  // Prices are dollars per million tokens, which are millionths of a dollar per token.
  const microdollars = price === undefined ? 0 : Math.ceil(input * price.input + output * price.output);
  return { tokens: input + output, microdollars };
}

function describeRefusal(
  account: string,
  reservation: Exclude<UsageReservation, { readonly isGranted: true }> | undefined,
  payer: Payer | undefined,
): string {
  if (reservation === undefined) return 'The use of its limits could not be read.';
  const { measure, limit, resetsAt } = reservation.exceeded;
  const resetTime = new Date(resetsAt).toISOString();
  if (account !== deploymentAccount) {
    const limitText =
      measure === 'microdollars'
        ? `${limit / microdollarsPerDollar} dollars a day`
        : `${limit} tokens a month`;
    return `It might exceed your limit of ${limitText}, which resets at ${resetTime}. A question with your own model key is not limited.`;
  }
  return payer?.isVisitor === true
    ? `This deployment has spent ${visitorShare * percent} % of its money for model answers of today, and the rest is for signed-in users. Sign in, use your own model key, or ask again after ${resetTime}.`
    : `This deployment has spent its money for model answers of today. Use your own model key, or ask again after ${resetTime}.`;
}
