/** Reads what a viewer or a key has used, and what is left. */

import type { ApiKey } from '../../core/keys.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { SubjectUsage } from '../../ports/access/limits.ts';
import { findPayer, publishableLimits } from '../limits/metering.ts';
import type { Services } from '../services.ts';
import { keyAccount } from './manage-keys.ts';

const nothing: SubjectUsage = { standings: [], days: [] };

/** Of a key: its own use, within its own limits and those of its user. Empty if nothing limits the viewer. */
export async function readUsage(
  { metering }: Pick<Services, 'metering'>,
  viewer: Viewer,
): Promise<SubjectUsage> {
  const payer = metering && findPayer(viewer, metering);
  if (metering === undefined || payer === undefined) return nothing;
  const [first, ...others] = await Promise.all(
    payer.subjects.map((subject) => metering.limits.read(payer.account, subject)),
  );
  if (first === undefined) return nothing;
  const standings = new Map(first.standings.map((standing) => [standing.measure, standing]));
  for (const standing of others.flatMap((usage) => usage.standings)) {
    const known = standings.get(standing.measure);
    if (known === undefined || standing.left < known.left) standings.set(standing.measure, standing);
  }
  return { standings: [...standings.values()], days: first.days };
}

/** @returns the questions that the viewer's account has asked since it exists; 0 without an account */
export async function countQuestions(
  { questionTotals }: Pick<Services, 'questionTotals'>,
  viewer: Viewer,
): Promise<number> {
  return viewer.kind === 'user' || viewer.kind === 'key' ? questionTotals.read(viewer) : 0;
}

export async function readKeyUsage(
  { metering }: Pick<Services, 'metering'>,
  key: ApiKey,
): Promise<SubjectUsage> {
  if (metering === undefined) return nothing;
  const { account, subject } = keyAccount(key);
  const limits = key.kind === 'publishable' ? publishableLimits(key.limits, metering) : key.limits;
  return metering.limits.read(account, { name: subject, limits });
}
