/** An answer a receipt came in, held to it: what its reader is shown as claims and sources is what was signed for. */

import type { Answer } from '../../../worker/contract/answer.ts';
import type { Receipt } from '../../../worker/contract/receipt.ts';
import type { Checked } from './checked.ts';

/** As it was given: of any shape. */
export type ToldAnswer = Partial<Record<keyof Answer, unknown>>;

/** Of what it tells one row where all of it is the same, else one for each that is not. */
export function checkTold(receipt: Receipt, told: ToldAnswer): readonly Checked[] {
  const { claims, evidence } = told;
  const wrong = [
    ...(claims === undefined
      ? []
      : differing('claim', listOf(claims).map(claimTold), receipt.claims.map(claimTold))),
    ...(evidence === undefined ? [] : differingSources(receipt, listOf(evidence))),
    ...differingFacts(receipt, told),
  ];
  const what = 'answer it came in';
  if (wrong.length > 0)
    return wrong.map((one) => ({ what, state: 'differs', why: `Not as it was signed for: ${one}.` }));
  return [
    { what, state: 'holds', why: 'What it tells of claims and of what they cite is what was signed for.' },
  ];
}

function differingSources(receipt: Receipt, evidence: readonly Told[]): readonly string[] {
  const signed = signedEvidence(receipt);
  const cited = new Set(signed.map(({ id }) => id));
  const shown = evidence.filter(({ id }) => cited.has(id));
  return differing('source', shown.map(evidenceTold), signed.map(evidenceTold));
}

/** An answer that does not say that it is degraded says that it is not. */
function differingFacts(receipt: Receipt, told: ToldAnswer): readonly string[] {
  const { answerer, refused, degraded, reading, cached } = told;
  const { asked, text } = (typeof reading === 'object' && reading !== null ? reading : {}) as Told;
  const isWhole = told.claims !== undefined;
  const facts: readonly (readonly [name: string, told: unknown, signed: unknown])[] = [
    ['answerer', answerer, receipt.answerer],
    ['refused', refused, receipt.refused],
    ['degraded', degraded ?? (isWhole ? null : undefined), receipt.degraded],
    // Who asks the same again has it from the cache, in words of their own.
    ['question', cached === true ? undefined : asked, receipt.question],
    ['question as it was answered', text, receipt.answered],
  ];
  return facts.flatMap(([name, one, signed]) => (one === undefined || one === signed ? [] : [name]));
}

type Told = Readonly<Record<string, unknown>>;

function listOf(value: unknown): readonly Told[] {
  if (!Array.isArray(value)) return [];
  return value.map((one: unknown) => (typeof one === 'object' && one !== null ? (one as Told) : {}));
}

/** Told and not signed for, signed for and not told, or not the same. */
function differing(what: string, told: readonly string[], signed: readonly string[]): readonly string[] {
  const [toldOnce, signedOnce] = [counted(told), counted(signed)];
  const all = new Set([...told, ...signed]);
  const wrong = [...all].filter((one) => toldOnce.get(one) !== signedOnce.get(one));
  return [...new Set(wrong.map((one) => `${what} ${String((JSON.parse(one) as readonly unknown[])[0])}`))];
}

function counted(all: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

function claimTold({ id, text, state, citations, checks }: Told): string {
  return JSON.stringify([id, text, state, citations, checks]);
}

function evidenceTold(one: Told): string {
  const { id, kind, path, startLine, endLine, commit, number, hash, spanHash } = one;
  const numbered = typeof number === 'number' ? String(number) : number;
  return JSON.stringify([id, kind, path, startLine, endLine, commit, numbered, hash, spanHash]);
}

/** What a receipt tells of what is cited, under the names an answer has for it. */
function signedEvidence({ spans, records, attachments }: Receipt): readonly Told[] {
  return [
    ...spans.map((one) => ({ ...one, id: one.evidence, hash: one.fileHash })),
    ...records.map((one) => ({
      ...one,
      id: one.evidence,
      [one.kind === 'commit' ? 'commit' : 'number']: one.name,
    })),
    ...attachments.map((one) => ({
      ...one,
      id: one.evidence,
      kind: 'attachment',
      path: one.name,
      hash: one.fileHash,
    })),
  ];
}
