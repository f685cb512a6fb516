/**
 * Selects the evidence that fits the prompt, best first. Lines of files are cut at a line end; commits and
 * discussions are included whole or not at all, because their hash covers the whole.
 */

import { isAttachmentEvidence, isSpanEvidence, type AnyEvidence } from '../../core/answers/evidence.ts';
import { splitLines } from '../../core/text/decode-text.ts';
import { countTokens, countTokensByLine } from '../../core/text/tokens.ts';

interface PackedEvidence {
  /** In order; whole where `endLine` is the evidence's own. */
  readonly kept: readonly { readonly evidence: AnyEvidence; readonly endLine: number | undefined }[];
  readonly leftOut: number;
}

/** Tokens of the block around one piece. */
const blockTokens = 40;
/** Share of the room that one of several pieces may take. */
const largestShare = 0.4;
/** Cut shorter, lines say too little. */
const leastTokens = 150;

/** @param evidence the best first @param room tokens it may take */
export function packEvidence(evidence: readonly AnyEvidence[], room: number): PackedEvidence {
  const kept: PackedEvidence['kept'][number][] = [];
  const largest = evidence.length === 1 ? room : Math.max(room * largestShare, leastTokens + blockTokens);
  let left = room;
  for (const one of evidence) {
    const most = Math.min(left, largest) - blockTokens;
    const whole = countTokens(one.text);
    const isLines = isSpanEvidence(one) || isAttachmentEvidence(one);
    if (whole <= (isLines ? most : left - blockTokens)) {
      kept.push({ evidence: one, endLine: isLines ? one.endLine : undefined });
      left -= whole + blockTokens;
      continue;
    }
    if (!isLines || most < leastTokens) continue;
    const totals = countTokensByLine(splitLines(one.text));
    const lines = totals.findLastIndex((total) => total <= most);
    if (lines < 1) continue;
    kept.push({ evidence: one, endLine: one.startLine + lines - 1 });
    left -= (totals[lines] ?? 0) + blockTokens;
  }
  return { kept, leftOut: evidence.length - kept.length };
}
