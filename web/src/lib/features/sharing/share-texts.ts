/** Words and choices for links to conversations. Pure. */
import type { Share } from '../../api.ts';
import { formatDay } from '../../format.ts';

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

/** `Created 2026-11-28, works until 2026-12-05`. */
export function describeShare(
  { createdAt, expiresAt }: Pick<Share, 'createdAt' | 'expiresAt'>,
  now = Date.now(),
): string {
  const created = `Created ${formatDay(createdAt)}`;
  if (expiresAt === null) return `${created}, does not expire`;
  const verb = Date.parse(expiresAt) > now ? 'works until' : 'expired';
  return `${created}, ${verb} ${formatDay(expiresAt)}`;
}

/** True for a server on this machine, whose links nobody else can open. */
export function isLocalAddress(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Who can read a shared conversation, in full sentences. */
export function describeReaders(repositoryName: string, hostname: string): string {
  const readers = `Everyone who has the link and may read ${repositoryName} can read the conversation. If the repository is private, nobody else can.`;
  return isLocalAddress(hostname)
    ? `${readers} This server runs on your machine, so the link works on this machine only.`
    : readers;
}
