/** Describes an API key in words, and reads the form that creates one. Pure. */
import type { CreateKey, Key, KeyLimits } from '../../../api.ts';
import { formatCountOf, formatDay } from '../../../format.ts';

export type Scope = Key['scopes'][number];

export const scopeTexts: readonly (readonly [scope: Scope, meaning: string])[] = [
  ['ask', 'Ask questions, and read their conversations'],
  ['search', 'Search, and fetch the context of a question'],
  ['read', 'Read repositories, files, the graph and history'],
  ['index', 'Add, refresh and remove your repositories'],
  ['admin', 'Manage keys, tokens and the account'],
];

export const expiryChoices = [30, 90, 365] as const;

export type KeyState = 'active' | 'expired' | 'revoked';

export function readKeyState({ revokedAt, expiresAt }: Key, now = Date.now()): KeyState {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'expired' : 'active';
}

/** @param nameOf the name of a repository, by its id */
export function describeKey(
  key: Key,
  nameOf: (id: string) => string,
): readonly (readonly [string, string])[] {
  const { kind, scopes, repositories, origins, limits, createdAt, expiresAt } = key;
  return [
    ...(kind === 'secret' ? [['Scopes', scopes.length === 0 ? 'none' : scopes.join(', ')] as const] : []),
    ['Repositories', repositories === null ? 'all of yours' : repositories.map(nameOf).join(', ')],
    ...(kind === 'publishable' ? [['Origins', origins.join(', ') || 'none'] as const] : []),
    ['Limits', describeLimits(limits, kind)],
    ['Created', formatDay(createdAt)],
    ['Expires', expiresAt === null ? 'never' : formatDay(expiresAt)],
  ];
}

function describeLimits(limits: KeyLimits, kind: Key['kind']): string {
  const parts = [
    limits.questionsPerDay === undefined
      ? undefined
      : `${formatCountOf(limits.questionsPerDay, 'question')} a day`,
    limits.requestsPerMinute === undefined
      ? undefined
      : `${formatCountOf(limits.requestsPerMinute, 'request')} a minute`,
    limits.tokensPerMonth === undefined
      ? undefined
      : `${formatCountOf(limits.tokensPerMonth, 'token')} a month`,
    limits.repositoriesPerDay === undefined
      ? undefined
      : `${formatCountOf(limits.repositoriesPerDay, 'repository', 'repositories')} a day`,
    limits.dollarsPerDay === undefined ? undefined : `$${limits.dollarsPerDay} a day`,
  ].filter((part) => part !== undefined);
  if (parts.length > 0) return parts.join(', ');
  return kind === 'publishable' ? 'those that your publishable keys share' : 'those of your account';
}

export interface KeyForm {
  readonly kind: Key['kind'];
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Ids; empty for all. */
  readonly repositories: readonly string[];
  /** One origin a line. */
  readonly origins: string;
  readonly questionsPerDay: string;
  readonly requestsPerMinute: string;
  /** Days; empty for never. */
  readonly expiry: string;
}

export function readKeyForm(form: KeyForm, now = Date.now()): CreateKey {
  const limits: KeyLimits = {
    ...readLimit('questionsPerDay', form.questionsPerDay),
    ...readLimit('requestsPerMinute', form.requestsPerMinute),
  };
  const isSecret = form.kind === 'secret';
  return {
    kind: form.kind,
    name: form.name.trim(),
    ...(isSecret ? { scopes: [...form.scopes] } : { origins: form.origins.split(/[\s,]+/).filter(Boolean) }),
    ...(form.repositories.length === 0 ? {} : { repositories: [...form.repositories] }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(form.expiry === ''
      ? {}
      : { expiresAt: new Date(now + Number(form.expiry) * 86_400_000).toISOString() }),
  };
}

function readLimit(name: 'questionsPerDay' | 'requestsPerMinute', text: string): KeyLimits {
  return /^\s*\d+\s*$/.test(text) ? { [name]: Number(text) } : {};
}
