/** Finds the quotations and names of a claim elsewhere in a cited file, when the cited lines lack them. */

import {
  type AttachmentEvidence,
  type Evidence,
  isAttachmentEvidence,
  type SpanPosition,
} from '../../core/answers/evidence.ts';
import { parseClaim, type ClaimParts } from '../claim-text/parse-claim.ts';
import { isSpanName, isAttachmentName } from '../evidence-text/evidence-names.ts';
import { normalizeText, createTextMatcher, type TextMatcher } from '../evidence-text/text-matcher.ts';

/** Lines a near miss may span. */
const repairWindow = 40;

/** Lines of a file, of the repository or of one that came with the question. */
type LinesEvidence = Evidence | AttachmentEvidence;

export interface NearMiss extends SpanPosition {
  /** What was cited instead, of the same file. */
  readonly missed: LinesEvidence;
}

/** The closest lines, as many as were cited, that hold every quotation and name of the claim. */
export function findNearMiss(text: string, cited: readonly LinesEvidence[]): NearMiss | undefined {
  const spoken = parseClaim(text);
  for (const span of cited) {
    const wanted = { ...spoken, code: spoken.code.filter((name) => !isCalled(span, name)) };
    if (wanted.quotes.length + wanted.code.length === 0) continue;
    if (!isHeldBy(holderOfFile(span.fileLines), wanted)) continue;
    const length = Math.min(repairWindow, Math.max(1, span.endLine - span.startLine + 1));
    const start = startsOf(wanted, span).find((from) =>
      holdsAll(span.fileLines.slice(from, from + length).join(''), wanted),
    );
    if (start === undefined) continue;
    const endLine = Math.min(span.fileLines.length, start + length);
    return { path: span.path, startLine: start + 1, endLine, missed: span };
  }
  return undefined;
}

function isCalled(span: LinesEvidence, name: string): boolean {
  return isAttachmentEvidence(span) ? isAttachmentName(span, name) : isSpanName(span, name);
}

/** Read once for all the claims that miss in a file. */
const known = new WeakMap<readonly string[], TextMatcher>();

function holderOfFile(lines: readonly string[]): TextMatcher {
  const holder = known.get(lines) ?? createTextMatcher(lines.join(''));
  known.set(lines, holder);
  return holder;
}

function holdsAll(text: string, wanted: ClaimParts): boolean {
  return isHeldBy(createTextMatcher(text), wanted);
}

function isHeldBy(holder: TextMatcher, { quotes, code }: ClaimParts): boolean {
  return (
    quotes.every((quote) => holder.containsQuote(quote)) && code.every((name) => holder.containsCode(name))
  );
}

/** Lines that hold the first word of something wanted, the closest to the span first: no other line can begin the match. */
function startsOf({ quotes, code }: ClaimParts, span: LinesEvidence): readonly number[] {
  const beginnings = [...quotes.map(normalizeText), ...code]
    .map((wanted) => wanted.trim().split(/\s/)[0] ?? '')
    .filter((word) => word !== '');
  const starts: number[] = [];
  for (const [index, line] of span.fileLines.entries())
    if (beginnings.some((word) => line.includes(word))) starts.push(index);
  const distance = (start: number): number => Math.abs(start + 1 - span.startLine);
  return starts.sort((a, b) => distance(a) - distance(b));
}
