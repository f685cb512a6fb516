/** The limits of a hosted deployment, and whose counts a viewer uses. In open mode there is no metering and nothing is counted. */

import { combineLimits, microdollarsPerDollar, type UsageLimits } from '../../core/limits/measures.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { LimitedSubject, Limits } from '../../ports/access/limits.ts';

export interface Metering {
  readonly limits: Limits;
  /** For an address block without a credential. */
  readonly anonymous: UsageLimits;
  readonly user: UsageLimits;
  /** Requests are those of each publishable key; questions are those of all publishable keys of a user together. */
  readonly publishable: UsageLimits;
  /** The deployment's ceiling; undefined if there is none. */
  readonly dollarsPerDay: number | undefined;
}

/** Where the use of a viewer counts. */
export interface Payer {
  readonly account: string;
  /** A key counts for itself and for its user, in one account. */
  readonly subjects: readonly LimitedSubject[];
  /** Visitors lose model answers first when the deployment's money runs out. */
  readonly isVisitor: boolean;
}

/** The subject of an account itself, next to its keys. */
export const accountSubject = 'account';
export const deploymentAccount = 'deployment';

export const userAccount = (userId: string): string => `user:${userId}`;
export const keySubject = (keyId: string): string => `key:${keyId}`;
/** Publishable keys are visible to everyone, so they cannot use up what their owner has. */
export const publishableAccount = (userId: string): string => `publishable:${userId}`;

/** @returns undefined if nothing limits the viewer */
export function findPayer(viewer: Viewer, metering: Metering): Payer | undefined {
  switch (viewer.kind) {
    case 'local':
      return undefined;
    case 'anonymous':
      return {
        account: `address:${viewer.addressId}`,
        subjects: [toSubject(metering.anonymous)],
        isVisitor: true,
      };
    case 'publishable':
      return {
        account: publishableAccount(viewer.userId),
        subjects: [
          { name: keySubject(viewer.keyId), limits: publishableLimits(viewer.limits, metering) },
          toSubject(withoutRequests(metering.publishable)),
        ],
        isVisitor: true,
      };
    case 'user':
      return { account: userAccount(viewer.id), subjects: [toSubject(metering.user)], isVisitor: false };
    case 'key': {
      const key = { name: keySubject(viewer.keyId), limits: viewer.limits };
      return { account: userAccount(viewer.id), subjects: [key, toSubject(metering.user)], isVisitor: false };
    }
  }
}

/** An owner can only lower the limits of the deployment: otherwise a user could get any number of questions from keys of their own. */
export function publishableLimits(
  own: UsageLimits,
  { publishable }: Pick<Metering, 'publishable'>,
): UsageLimits {
  return combineLimits(own, publishable);
}

function toSubject(limits: UsageLimits): LimitedSubject {
  return { name: accountSubject, limits };
}

/** A flood with one publishable key must not stop the requests with another one. */
function withoutRequests({ requests: _, ...limits }: UsageLimits): UsageLimits {
  return limits;
}

/** The share of the deployment's ceiling that visitors may use. */
export const visitorShare = 0.8;

/** The deployment's ceiling for a viewer, in millionths of a dollar. */
export function ceilingFor(dollarsPerDay: number, isVisitor: boolean): number {
  return Math.floor(dollarsPerDay * microdollarsPerDollar * (isVisitor ? visitorShare : 1));
}

/** Who gets answers from the deployment's models. Answers with a user's own key are never limited by the ceiling. */
export const modelAudiences = ['everyone', 'signed-in', 'own-keys'] as const;
export type ModelAudience = (typeof modelAudiences)[number];

/** @returns undefined if the deployment has no ceiling */
export async function readModelAudience({
  limits,
  dollarsPerDay,
}: Pick<Metering, 'limits' | 'dollarsPerDay'>): Promise<ModelAudience | undefined> {
  if (dollarsPerDay === undefined) return undefined;
  const ceiling = { microdollars: ceilingFor(dollarsPerDay, false) };
  const { standings } = await limits.read(deploymentAccount, { name: accountSubject, limits: ceiling });
  const used = standings[0]?.used ?? 0;
  if (used >= ceiling.microdollars) return 'own-keys';
  return used >= ceilingFor(dollarsPerDay, true) ? 'signed-in' : 'everyone';
}
