/**
 * Checks what a receipt says about itself and about the answer that contains it: its claims cite only listed
 * evidence, and the answer's claims, sources and text are the signed ones.
 */

import type { Answer } from '../../../worker/contract/answers/schema.ts';
import { sha256 } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipts/schema.ts';
import type { CheckResult } from './check-result.ts';

/** Returns one row when all claims are valid, else one row per invalid claim. */
export function checkClaims({ claims, spans, records, attachments }: Receipt): readonly CheckResult[] {
  const known = new Set([...spans, ...records, ...attachments].map(({ evidence }) => evidence));
  const wrong = claims.flatMap(({ id, citations }): CheckResult[] => {
    const unknown = citations.filter((one) => !known.has(one));
    if (unknown.length === 0) return [];
    return [
      {
        what: `claim ${id}`,
        state: 'differs',
        why: `It cites ${unknown.join(', ')}, which the receipt does not list.`,
      },
    ];
  });
  if (wrong.length > 0) return wrong;
  const states = new Map<string, number>();
  for (const { state } of claims) states.set(state, (states.get(state) ?? 0) + 1);
  const counts = [...states].map(([state, count]) => `${count} ${state}`).join(', ');
  const why =
    claims.length === 0 ? 'It makes none.' : `Every citation is listed. States in the receipt: ${counts}.`;
  return [{ what: `list of ${claims.length} claim${claims.length === 1 ? '' : 's'}`, state: 'holds', why }];
}

/** @param answer the text to compare; undefined when there is none */
export async function checkText({ textHash }: Receipt, answer: string | undefined): Promise<CheckResult> {
  const what = 'text of the answer';
  if (answer === undefined)
    return {
      what,
      state: 'not checkable',
      why: 'The receipt contains only its hash: give the text with --answer.',
    };
  const isSame = (await sha256(answer.trim())) === textHash;
  const why = isSame ? 'It is the signed text.' : 'It is not the signed text.';
  return { what, state: isSame ? 'holds' : 'differs', why };
}

/** An answer from an untrusted file: its fields may have any type. */
export type UntrustedAnswer = Partial<Record<keyof Answer, unknown>>;

/** Returns one row when everything matches, else one row per difference. */
export function checkAnswer(receipt: Receipt, answer: UntrustedAnswer): readonly CheckResult[] {
  const { claims, evidence } = answer;
  const wrong = [
    ...(claims === undefined
      ? []
      : listDifferences('claim', asObjects(claims).map(claimKey), receipt.claims.map(claimKey))),
    ...(evidence === undefined ? [] : differingSources(receipt, asObjects(evidence))),
    ...differingFacts(receipt, answer),
  ];
  const what = 'enclosing answer';
  if (wrong.length > 0)
    return wrong.map((one) => ({ what, state: 'differs', why: `It differs from what was signed: ${one}.` }));
  return [{ what, state: 'holds', why: 'Its claims and sources are the signed ones.' }];
}

function differingSources(receipt: Receipt, evidence: readonly JsonObject[]): readonly string[] {
  const signed = signedEvidence(receipt);
  const cited = new Set(signed.map(({ id }) => id));
  const shown = evidence.filter(({ id }) => cited.has(id));
  return listDifferences('source', shown.map(evidenceKey), signed.map(evidenceKey));
}

/** An answer with claims and without `degraded` counts as not degraded. */
function differingFacts(receipt: Receipt, answer: UntrustedAnswer): readonly string[] {
  const { answerer, refused, degraded, reading, cached } = answer;
  const { asked, text } = (typeof reading === 'object' && reading !== null ? reading : {}) as JsonObject;
  const isWhole = answer.claims !== undefined;
  const facts: readonly (readonly [name: string, received: unknown, signed: unknown])[] = [
    ['answerer', answerer, receipt.answerer],
    ['refused', refused, receipt.refused],
    ['degraded', degraded ?? (isWhole ? null : undefined), receipt.degraded],
    // A cached answer may have been requested in different words.
    ['question', cached === true ? undefined : asked, receipt.question],
    ['question as answered', text, receipt.answered],
  ];
  return facts.flatMap(([name, one, signed]) => (one === undefined || one === signed ? [] : [name]));
}

type JsonObject = Readonly<Record<string, unknown>>;

function asObjects(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.map((one: unknown) => (typeof one === 'object' && one !== null ? (one as JsonObject) : {}));
}

/** Lists items that only one side contains or that differ. */
function listDifferences(
  what: string,
  shown: readonly string[],
  signed: readonly string[],
): readonly string[] {
  const [answerCounts, signedOnce] = [countEach(shown), countEach(signed)];
  const all = new Set([...shown, ...signed]);
  const wrong = [...all].filter((one) => answerCounts.get(one) !== signedOnce.get(one));
  return [...new Set(wrong.map((one) => `${what} ${String((JSON.parse(one) as readonly unknown[])[0])}`))];
}

function countEach(all: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

function claimKey({ id, text, state, citations, checks }: JsonObject): string {
  return JSON.stringify([id, text, state, citations, checks]);
}

function evidenceKey(one: JsonObject): string {
  const { id, kind, path, startLine, endLine, commit, number, hash, spanHash } = one;
  const numbered = typeof number === 'number' ? String(number) : number;
  return JSON.stringify([id, kind, path, startLine, endLine, commit, numbered, hash, spanHash]);
}

/** The receipt's evidence in the shape of an answer's evidence. */
function signedEvidence({ spans, records, attachments }: Receipt): readonly JsonObject[] {
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
