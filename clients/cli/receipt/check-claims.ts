/**
 * Checks that a receipt's claims cite only evidence that the receipt lists, and that the enclosing answer has the signed
 * claims, sources and text.
 */

import type { Answer } from '../../../worker/contract/answers/schema.ts';
import { sha256 } from '../../../worker/contract/client.ts';
import type { Receipt } from '../../../worker/contract/receipts/schema.ts';
import type { CheckResult } from './check-result.ts';

/** Returns one row when all claims are valid, else one row per invalid claim. */
export function checkClaims({ claims, spans, records, attachments }: Receipt): readonly CheckResult[] {
  const listed = new Set([...spans, ...records, ...attachments].map(({ evidence }) => evidence));
  const differences = claims.flatMap(({ id, citations }): CheckResult[] => {
    const unknown = citations.filter((item) => !listed.has(item));
    if (unknown.length === 0) return [];
    return [
      {
        what: `claim ${id}`,
        state: 'differs',
        why: `It cites ${unknown.join(', ')}, which the receipt does not list.`,
      },
    ];
  });
  if (differences.length > 0) return differences;
  const states = new Map<string, number>();
  for (const { state } of claims) states.set(state, (states.get(state) ?? 0) + 1);
  const counts = [...states].map(([state, count]) => `${count} ${state}`).join(', ');
  const why =
    claims.length === 0
      ? 'The answer makes no claims.'
      : `Every citation is listed. States in the receipt: ${counts}.`;
  return [{ what: `list of ${claims.length} claim${claims.length === 1 ? '' : 's'}`, state: 'holds', why }];
}

/** @param answer the text to compare; undefined when there is none */
export async function checkText({ textHash }: Receipt, answer: string | undefined): Promise<CheckResult> {
  const what = 'text of the answer';
  if (answer === undefined)
    return {
      what,
      state: 'not checkable',
      why: 'The receipt contains only its hash: pass the text with --answer.',
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
  const differences = [
    ...(claims === undefined
      ? []
      : listDifferences('claim', asObjects(claims).map(claimKey), receipt.claims.map(claimKey))),
    ...(evidence === undefined ? [] : differingSources(receipt, asObjects(evidence))),
    ...differingFacts(receipt, answer),
  ];
  const what = 'enclosing answer';
  if (differences.length > 0)
    return differences.map((item) => ({
      what,
      state: 'differs',
      why: `It differs from what was signed: ${item}.`,
    }));
  return [{ what, state: 'holds', why: 'Its claims and sources are the signed ones.' }];
}

function differingSources(receipt: Receipt, evidence: readonly JsonObject[]): readonly string[] {
  const signed = signedEvidence(receipt);
  const cited = new Set(signed.map(({ id }) => id));
  const received = evidence.filter(({ id }) => cited.has(id));
  return listDifferences('source', received.map(evidenceKey), signed.map(evidenceKey));
}

/** An answer with claims and without `degraded` counts as not degraded. */
function differingFacts(receipt: Receipt, answer: UntrustedAnswer): readonly string[] {
  const { answerer, refused, degraded, reading, cached } = answer;
  const { asked, text } = (typeof reading === 'object' && reading !== null ? reading : {}) as JsonObject;
  const hasClaims = answer.claims !== undefined;
  const facts: readonly (readonly [name: string, received: unknown, signed: unknown])[] = [
    ['answerer', answerer, receipt.answerer],
    ['refused', refused, receipt.refused],
    ['degraded', degraded ?? (hasClaims ? null : undefined), receipt.degraded],
    // A cached answer may have been requested in different words.
    ['question', cached === true ? undefined : asked, receipt.question],
    ['question as answered', text, receipt.answered],
  ];
  return facts.flatMap(([name, item, signed]) => (item === undefined || item === signed ? [] : [name]));
}

type JsonObject = Readonly<Record<string, unknown>>;

function asObjects(value: unknown): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: unknown) =>
    typeof item === 'object' && item !== null ? (item as JsonObject) : {},
  );
}

/** Lists items that only one side contains or that differ. */
function listDifferences(
  kind: string,
  received: readonly string[],
  signed: readonly string[],
): readonly string[] {
  const [answerCounts, signedCounts] = [countEach(received), countEach(signed)];
  const all = new Set([...received, ...signed]);
  const differences = [...all].filter((item) => answerCounts.get(item) !== signedCounts.get(item));
  return [
    ...new Set(differences.map((item) => `${kind} ${String((JSON.parse(item) as readonly unknown[])[0])}`)),
  ];
}

function countEach(all: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const item of all) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function claimKey({ id, text, state, citations, checks }: JsonObject): string {
  return JSON.stringify([id, text, state, citations, checks]);
}

function evidenceKey(item: JsonObject): string {
  const { id, kind, path, startLine, endLine, commit, number, hash, spanHash } = item;
  const numbered = typeof number === 'number' ? String(number) : number;
  return JSON.stringify([id, kind, path, startLine, endLine, commit, numbered, hash, spanHash]);
}

/** The receipt's evidence in the shape of an answer's evidence. */
function signedEvidence({ spans, records, attachments }: Receipt): readonly JsonObject[] {
  return [
    ...spans.map((item) => ({ ...item, id: item.evidence, hash: item.fileHash })),
    ...records.map((item) => ({
      ...item,
      id: item.evidence,
      [item.kind === 'commit' ? 'commit' : 'number']: item.name,
    })),
    ...attachments.map((item) => ({
      ...item,
      id: item.evidence,
      kind: 'attachment',
      path: item.name,
      hash: item.fileHash,
    })),
  ];
}
