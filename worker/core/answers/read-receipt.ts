/**
 * Reads a receipt from untrusted JSON. Checks only the shape of the members that are used; additional members are covered by the
 * signature. The signature and a clone of the repository prove the content.
 */

import { receiptFormat, type Receipt } from './receipt.ts';

/** The expected type of a value: a primitive, `null` or something, a list, or an object's members by name. */
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

/** @returns the receipt, or a sentence that says what is wrong with it */
export function readReceipt(value: unknown): Receipt | string {
  const format = (value as { readonly format?: unknown } | null | undefined)?.format;
  if (format !== receiptFormat)
    return `The format is ${(JSON.stringify(format) ?? 'missing').slice(0, 60)}; this program reads "${receiptFormat}".`;
  const mismatch = findMismatch(value, shape, '');
  return mismatch === undefined ? (value as Receipt) : `\`${mismatch}\` is missing or has the wrong type.`;
}

/** The path of the first member that does not have the expected shape; undefined if every one does. */
function findMismatch(value: unknown, expected: Shape, path: string): string | undefined {
  if (typeof expected === 'string') return isPrimitive(expected, value) ? undefined : path;
  if (isPair(expected)) {
    const [kind, inner] = expected;
    if (kind === 'or-null') return value === null ? undefined : findMismatch(value, inner, path);
    if (!Array.isArray(value)) return path;
    return firstDefined(value.entries(), ([index, item]) => findMismatch(item, inner, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return path;
  const members = new Map(Object.entries(value));
  return firstDefined(Object.entries(expected), ([name, inner]) =>
    findMismatch(members.get(name), inner, path === '' ? name : `${path}.${name}`),
  );
}

function isPair(expected: Exclude<Shape, string>): expected is readonly ['or-null' | 'list', Shape] {
  return Array.isArray(expected);
}

function firstDefined<Item>(
  items: Iterable<Item>,
  map: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items) {
    const result = map(item);
    if (result !== undefined) return result;
  }
  return undefined;
}

function isPrimitive(kind: Extract<Shape, string>, value: unknown): boolean {
  if (kind === 'flag') return typeof value === 'boolean';
  if (kind === 'count') return Number.isSafeInteger(value) && (value as number) >= 0;
  return typeof value === 'string' && (kind === 'text' || /^[0-9a-f]{64}$/.test(value));
}
