/**
 * A receipt read from JSON of anyone. Only its shape is held to here, as far as it is used; what more it holds is signed with it. Whether it is true
 * is for its signature and a clone to say.
 */

import { receiptFormat, type Receipt } from './receipt.ts';

/** What a value must be; members of an object by name, of a list each. */
type Shape =
  'text' | 'hash' | 'count' | 'flag' | readonly ['or-null', Shape] | readonly ['list', Shape] | Members;
interface Members {
  readonly [name: string]: Shape;
}

const lines = { startLine: 'count', endLine: 'count', fileHash: 'hash', spanHash: 'hash' } as const;
const text = 'text';
const shape: Members = {
  format: text,
  id: text,
  issuedAt: text,
  repository: { id: text, name: text, kind: text, source: ['or-null', text] },
  snapshot: { id: text, ref: ['or-null', text], commit: text },
  question: text,
  answered: text,
  refused: 'flag',
  answerer: text,
  degraded: ['or-null', text],
  textHash: 'hash',
  claims: [
    'list',
    {
      id: text,
      text,
      state: text,
      citations: ['list', text],
      checks: ['list', { check: text, passed: 'flag', detail: text }],
    },
  ],
  spans: ['list', { evidence: text, kind: text, path: text, commit: text, url: text, ...lines }],
  records: [
    'list',
    {
      evidence: text,
      kind: text,
      name: text,
      hash: 'hash',
      pullRequest: ['or-null', 'count'],
      isMasked: 'flag',
      url: ['or-null', text],
    },
  ],
  attachments: ['list', { evidence: text, name: text, ...lines }],
  timings: { retrieveMs: 'count', firstPartMs: 'count', totalMs: 'count' },
  build: text,
  signature: { algorithm: text, keyId: text, publicKey: text, value: text },
};

/** @returns the receipt; or where it is not one and why, a sentence */
export function readReceipt(value: unknown): Receipt | string {
  const format = (value as { readonly format?: unknown } | null | undefined)?.format;
  if (format !== receiptFormat)
    return `Its format is ${(JSON.stringify(format) ?? 'not told').slice(0, 60)}; this program reads "${receiptFormat}".`;
  const wrong = firstMisfit(value, shape, '');
  return wrong === undefined
    ? (value as Receipt)
    : `\`${wrong}\` is not there, or not what a receipt has there.`;
}

/** Where the value is not of the shape; undefined where it is all through. */
function firstMisfit(value: unknown, expected: Shape, at: string): string | undefined {
  if (typeof expected === 'string') return isOf(expected, value) ? undefined : at;
  if (isPair(expected)) {
    const [kind, inner] = expected;
    if (kind === 'or-null') return value === null ? undefined : firstMisfit(value, inner, at);
    if (!Array.isArray(value)) return at;
    return first(value.entries(), ([place, one]) => firstMisfit(one, inner, `${at}[${place}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return at;
  const members = new Map(Object.entries(value));
  return first(Object.entries(expected), ([name, inner]) =>
    firstMisfit(members.get(name), inner, at === '' ? name : `${at}.${name}`),
  );
}

function isPair(shaped: Exclude<Shape, string>): shaped is readonly ['or-null' | 'list', Shape] {
  return Array.isArray(shaped);
}

function first<One>(all: Iterable<One>, look: (one: One) => string | undefined): string | undefined {
  for (const one of all) {
    const found = look(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isOf(kind: Extract<Shape, string>, value: unknown): boolean {
  if (kind === 'flag') return typeof value === 'boolean';
  if (kind === 'count') return Number.isSafeInteger(value) && (value as number) >= 0;
  return typeof value === 'string' && (kind === 'text' || /^[0-9a-f]{64}$/.test(value));
}
