/**
 * Reads the verdicts of a judging model from its JSON, and finds their quotations in the evidence. A verdict counts only if its quotation
 * is there, so a model that does not read the evidence cannot confirm or dispute a claim.
 */

import { normalizeText } from '../evidence-text/text-matcher.ts';

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

/** Fewer characters occur in nearly every text. */
const minQuotation = 6;
const omission = /…|\.{3}/;
const marksAround = /^[\s"'`“”‘’]+|[\s"'`“”‘’]+$/g;

/**
 * Whether one of the texts contains the quotation, without regard to white space and comment marks at line starts. A quotation with an
 * omission is there if its parts occur in one text, in order.
 */
export function containsQuotation(texts: readonly string[], quotation: string): boolean {
  const words = quotation.replaceAll(marksAround, '');
  const forms = [[words], words.split(omission)];
  return texts.some((text) =>
    [removeSpace, removeCommentMarks].some((simplify) =>
      forms.some((parts) => occursInOrder(simplify(text), parts.map(simplify))),
    ),
  );
}

function occursInOrder(text: string, parts: readonly string[]): boolean {
  if (parts.join('').length < minQuotation) return false;
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

function removeSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

function removeCommentMarks(text: string): string {
  return removeSpace(normalizeText(text));
}
