/** The limits of a hosted deployment, and whose counts a viewer uses. In open mode there is no metering and nothing is counted. */

import { combineLimits, microdollarsPerDollar, type UsageLimits } from '../../core/limits/measures.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { LimitedSubject, Limits } from '../../ports/access/limits.ts';

export interface Metering {
  readonly limits: Limits;
  /** For an address block without a credential. */
  readonly anonymous: UsageLimits;
  readonly user: UsageLimits;
  /** For a publishable key whose owner sets none. */
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
/** A publishable key is visible to everyone, so it cannot use up what its owner has. */
export const publishableAccount = (keyId: string): string => `publishable:${keyId}`;

/** @returns undefined if nothing limits the viewer */
export function findPayer(viewer: Viewer, metering: Metering): Payer | undefined {
  switch (viewer.kind) {
    case 'local':
      return undefined;
    case 'anonymous':
      return visitor(`address:${viewer.addressId}`, metering.anonymous);
    case 'publishable':
      return visitor(publishableAccount(viewer.keyId), publishableLimits(viewer.limits, metering));
    case 'user':
      return { account: userAccount(viewer.id), subjects: [toSubject(metering.user)], isVisitor: false };
    case 'key': {
      const key = { name: keySubject(viewer.keyId), limits: viewer.limits };
      return { account: userAccount(viewer.id), subjects: [key, toSubject(metering.user)], isVisitor: false };
    }
  }
}

/** What the owner of a publishable key set replaces the default number of questions. */
export function publishableLimits(
  own: UsageLimits,
  { publishable }: Pick<Metering, 'publishable'>,
): UsageLimits {
  return { ...publishable, ...combineLimits(own, { requests: publishable.requests ?? Infinity }) };
}

function toSubject(limits: UsageLimits): LimitedSubject {
  return { name: accountSubject, limits };
}

function visitor(account: string, limits: UsageLimits): Payer {
  return { account, subjects: [toSubject(limits)], isVisitor: true };
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
