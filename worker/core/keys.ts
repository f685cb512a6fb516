/**
 * API keys: `wf_` and 32 random characters for programs, `wfp_` for web pages, which show their key to everyone. A checksum tells a typo
 * from an unknown key. Only the SHA-256 hash of a key is stored; it needs no salt, because a key has 192 random bits.
 */

import type { UsageLimits } from './limits/measures.ts';
import { toBase64Url } from './text/base64url.ts';
import { sha256 } from './text/hash.ts';
import type { Scope } from './viewer.ts';

export type KeyKind = 'secret' | 'publishable';

export interface ApiKey {
  readonly id: string;
  readonly userId: string;
  readonly kind: KeyKind;
  readonly name: string;
  /** The first characters of the secret, by which its owner recognizes it. */
  readonly prefix: string;
  /** Of a publishable key: `ask` and `read`. */
  readonly scopes: readonly Scope[];
  /** Ids of the repositories that it may use; undefined for all of its user's. A publishable key has exactly one. */
  readonly repositories: readonly string[] | undefined;
  /** Origins of the web pages that may use a publishable key, such as `https://docs.example.org`. Empty for a secret key. */
  readonly origins: readonly string[];
  /** Within the limits of its user. */
  readonly limits: UsageLimits;
  /** Milliseconds since 1970, like the next three. */
  readonly createdAt: number;
  readonly expiresAt: number | undefined;
  /** Precise to a minute. */
  readonly lastUsedAt: number | undefined;
  readonly revokedAt: number | undefined;
}

export const publishableScopes = ['ask', 'read'] as const satisfies readonly Scope[];
export const maxKeys = 50;
export const maxKeyNameLength = 80;
export const maxKeyRepositories = 100;
export const maxKeyOrigins = 20;
/** How long an earlier secret may remain valid after a rotation. */
export const maxGraceMs = 7 * 86_400_000;

const prefixes = { secret: 'wf_', publishable: 'wfp_' } as const satisfies Record<KeyKind, string>;
const randomBytes = 24;
const checksumLength = 6;
const shownLength = 8;
const keyPattern = /^(wfp?_)([\w-]{32})([\w-]{6})$/;
/** The last use of a key is recorded at most this often. */
export const usePrecisionMs = 60_000;

/** A secret and what is stored of it. */
export interface KeySecret {
  readonly text: string;
  readonly hash: string;
  readonly prefix: string;
}

export async function createKeySecret(kind: KeyKind): Promise<KeySecret> {
  const random = toBase64Url(crypto.getRandomValues(new Uint8Array(randomBytes)));
  const text = prefixes[kind] + random;
  const whole = text + (await computeChecksum(text));
  return { text: whole, hash: await sha256(whole), prefix: whole.slice(0, shownLength) };
}

export type ParsedKey =
  | { readonly kind: KeyKind; readonly hash: string }
  /** A sentence about the key that does not contain it. */
  | { readonly problem: string };

export async function parseKey(text: string): Promise<ParsedKey> {
  const [, prefix, random, checksum] = keyPattern.exec(text) ?? [];
  if (prefix === undefined || random === undefined)
    return {
      problem: `It has ${text.length} characters; a key is wf_ or wfp_ and ${randomBytes * (4 / 3) + checksumLength} letters, digits, - or _.`,
    };
  if (checksum !== (await computeChecksum(prefix + random)))
    return { problem: 'Its checksum is wrong, so it was not copied completely or has a typo.' };
  const kind = prefix === prefixes.secret ? 'secret' : 'publishable';
  return { kind, hash: await sha256(text) };
}

/** 24 bits of SHA-256. It detects typos; it protects nothing. */
async function computeChecksum(text: string): Promise<string> {
  return (await sha256(text)).slice(0, checksumLength);
}

/** Why a stored key cannot be used now; undefined if it can. */
export function findKeyProblem({ revokedAt, expiresAt }: ApiKey, now: number): string | undefined {
  if (revokedAt !== undefined) return `It was revoked on ${formatTime(revokedAt)}.`;
  if (expiresAt !== undefined && expiresAt <= now) return `It expired on ${formatTime(expiresAt)}.`;
  return undefined;
}

/** `2026-11-28 10:01 UTC` */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('T', ' ').slice(0, 16) + ' UTC';
}

/** Whether the last use is older than its precision. Use is recorded after the response, and not for every request. */
export function isUseOutdated({ lastUsedAt }: Pick<ApiKey, 'lastUsedAt'>, now: number): boolean {
  return lastUsedAt === undefined || Math.abs(now - lastUsedAt) >= usePrecisionMs;
}

/** Whether a publishable key may be used from an origin, as browsers send it. */
export function allowsOrigin({ origins }: Pick<ApiKey, 'origins'>, origin: string | undefined): boolean {
  return origin !== undefined && origins.includes(origin.toLowerCase());
}

/** The origin of an address that an owner enters; undefined if it has a path, or is not http(s). */
export function normalizeKeyOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // A pattern would match no page, since origins are compared as a whole.
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hostname.includes('*')) return undefined;
  const isOrigin = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  return isOrigin ? url.origin : undefined;
}
