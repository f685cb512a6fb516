/**
 * Selects the evidence that fits the prompt, best first. Lines of files are cut at a line end; commits and
 * discussions are included whole or not at all, because their hash covers the whole.
 */

import { isAttachmentEvidence, isSpanEvidence, type AnyEvidence } from '../../core/answers/evidence.ts';
import { splitLines } from '../../core/text/decode-text.ts';
import { countTokens, countTokensByLine } from '../../core/text/tokens.ts';
import { blockTokens } from './evidence-blocks.ts';

interface PackedEvidence {
  /** In input order. A piece is whole if `endLine` equals the evidence's own last line. */
  readonly selected: readonly { readonly evidence: AnyEvidence; readonly endLine: number | undefined }[];
  readonly omitted: number;
}

/** The fraction of the budget that one of several pieces may use. */
const maxFraction = 0.4;
/** Shorter excerpts carry too little information. */
const minTokens = 150;

/**
 * @param evidence best first
 * @param budget in tokens
 */
export function packEvidence(evidence: readonly AnyEvidence[], budget: number): PackedEvidence {
  const selected: PackedEvidence['selected'][number][] = [];
  const maxPiece = evidence.length === 1 ? budget : Math.max(budget * maxFraction, minTokens + blockTokens);
  let remaining = budget;
  for (const item of evidence) {
    const maxTokens = Math.min(remaining, maxPiece) - blockTokens;
    const whole = countTokens(item.text);
    const isLines = isSpanEvidence(item) || isAttachmentEvidence(item);
    if (whole <= (isLines ? maxTokens : remaining - blockTokens)) {
      selected.push({ evidence: item, endLine: isLines ? item.endLine : undefined });
      remaining -= whole + blockTokens;
      continue;
    }
    if (!isLines || maxTokens < minTokens) continue;
    const totals = countTokensByLine(splitLines(item.text));
    const lines = totals.findLastIndex((total) => total <= maxTokens);
    if (lines < 1) continue;
    selected.push({ evidence: item, endLine: item.startLine + lines - 1 });
    remaining -= (totals[lines] ?? 0) + blockTokens;
  }
  return { selected, omitted: evidence.length - selected.length };
}
