/**
 * Reads the verdicts of a judging model from its JSON, and finds their quotations in the evidence. A verdict counts only if its quotation
 * is there, so a model that does not read the evidence cannot confirm or dispute a claim.
 */

import { createQuotationFinder } from '../evidence-text/find-quotation.ts';
import { countWords, proseSequence } from '../evidence-text/word-sequences.ts';

/** `partly` and `no` dispute a claim. */
export interface Verdict {
  /** Number of the claim in the prompt, from 1. */
  readonly claim: number;
  readonly supported: 'yes' | 'partly' | 'no';
  readonly quotation: string;
}

/** What models write instead of the three words. */
const words: Readonly<Record<string, Verdict['supported']>> = {
  yes: 'yes',
  true: 'yes',
  supported: 'yes',
  partly: 'partly',
  partially: 'partly',
  partial: 'partly',
  no: 'no',
  false: 'no',
  unsupported: 'no',
};

/** @returns undefined if the JSON contains no list. Verdicts in another shape are omitted; of two for one claim, the last counts. */
export function readVerdicts(json: unknown): readonly Verdict[] | undefined {
  const list: unknown =
    typeof json === 'object' && json !== null && !Array.isArray(json)
      ? Object.values(json).find(Array.isArray)
      : json;
  if (!Array.isArray(list)) return undefined;
  const verdicts = list.flatMap((item: unknown) => readVerdict(item) ?? []);
  return [...new Map(verdicts.map((verdict) => [verdict.claim, verdict])).values()];
}

function readVerdict(item: unknown): Verdict | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const fields = new Map<string, unknown>(Object.entries(item));
  const claim = Number(fields.get('sentence') ?? fields.get('id') ?? Number.NaN);
  const supported = words[String(fields.get('supported') ?? fields.get('verdict')).toLowerCase()];
  const quotation = fields.get('quotation') ?? fields.get('quote');
  if (!Number.isInteger(claim) || supported === undefined || typeof quotation !== 'string') return undefined;
  return { claim, supported, quotation };
}

/** The prompt asks for three words or more. By chance, three occur in 1 % of the other spans of a repository, and two in 3 %. */
const minWords = 3;
const marksAround = /^[\s"'`“”‘’]+|[\s"'`“”‘’]+$/g;

/** Whether one of the texts contains the quotation, found as the quotations of a claim are. */
export function containsQuotation(texts: readonly string[], quotation: string): boolean {
  const words = quotation.replaceAll(marksAround, '');
  if (countWords(proseSequence(words)) < minWords) return false;
  return texts.some((text) => createQuotationFinder(text).contains(words));
}
