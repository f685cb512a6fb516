/** Words and choices for links to conversations. Pure. */
import type { Repository, Share } from '../../api.ts';
import { formatDay, formatMinute } from '../../format.ts';

/** The choices of the dialog, by the number of days; the empty value is a link that does not expire. */
export const expiryChoices = [
  { value: '', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
] as const;

export type ExpiryChoice = (typeof expiryChoices)[number]['value'];

/** @returns undefined for a link that does not expire */
export function readExpiryDays(choice: ExpiryChoice): number | undefined {
  return choice === '' ? undefined : Number(choice);
}

/** When a link was created, and until when it works. */
export function describeShare(
  { createdAt, expiresAt }: Pick<Share, 'createdAt' | 'expiresAt'>,
  now = Date.now(),
): readonly [created: string, lifetime: string] {
  // Links to one conversation are often created on one day.
  const created = `Created ${formatMinute(createdAt)}`;
  if (expiresAt === null) return [created, 'does not expire'];
  const verb = Date.parse(expiresAt) > now ? 'works until' : 'expired';
  return [created, `${verb} ${formatDay(expiresAt)}`];
}

/** True for a server on this machine, whose links nobody else can open. */
export function isLocalAddress(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Who can read a shared conversation, in full sentences. */
export function describeReaders(
  { name, visibility }: Pick<Repository, 'name' | 'visibility'>,
  hostname: string,
): string {
  const readers =
    visibility === 'public'
      ? `${name} is public, so everyone who has the link can read the conversation.`
      : `${name} is private, so only people who may read it can open the link.`;
  return isLocalAddress(hostname)
    ? `${readers} This server runs on your machine, and the link works on this machine only.`
    : readers;
}
