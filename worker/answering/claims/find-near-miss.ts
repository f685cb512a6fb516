/** Finds the quotations and names of a claim elsewhere in a cited file, if the cited lines do not contain them. */

import {
  type AttachmentEvidence,
  type Evidence,
  isAttachmentEvidence,
  type SpanPosition,
} from '../../core/answers/evidence.ts';
import { parseClaim, type ClaimParts } from '../claim-text/parse-claim.ts';
import { isSpanName, isAttachmentName } from '../evidence-text/evidence-names.ts';
import { normalizeText, createTextMatcher, type TextMatcher } from '../evidence-text/text-matcher.ts';

/** The maximum number of lines in a near miss. */
const repairWindow = 40;

/** Lines of a repository file or of an attachment. */
type LinesEvidence = Evidence | AttachmentEvidence;

export interface NearMiss extends SpanPosition {
  /** The evidence from the same file that the claim cites. */
  readonly citedInstead: LinesEvidence;
}

/** Finds the closest window of the cited length that contains every quotation and name of the claim. */
export function findNearMiss(text: string, cited: readonly LinesEvidence[]): NearMiss | undefined {
  const parts = parseClaim(text);
  for (const span of cited) {
    const required = { ...parts, code: parts.code.filter((name) => !isEvidenceName(span, name)) };
    if (required.quotes.length + required.code.length === 0) continue;
    if (!containsRequired(matcherForFile(span.fileLines), required)) continue;
    const length = Math.min(repairWindow, Math.max(1, span.endLine - span.startLine + 1));
    const start = findStarts(required, span).find((from) =>
      textContainsRequired(span.fileLines.slice(from, from + length).join(''), required),
    );
    if (start === undefined) continue;
    const endLine = Math.min(span.fileLines.length, start + length);
    return { path: span.path, startLine: start + 1, endLine, citedInstead: span };
  }
  return undefined;
}

function isEvidenceName(span: LinesEvidence, name: string): boolean {
  return isAttachmentEvidence(span) ? isAttachmentName(span, name) : isSpanName(span, name);
}

/** One matcher per file, shared by all claims. */
const matchers = new WeakMap<readonly string[], TextMatcher>();

function matcherForFile(lines: readonly string[]): TextMatcher {
  const matcher = matchers.get(lines) ?? createTextMatcher(lines.join(''));
  matchers.set(lines, matcher);
  return matcher;
}

function textContainsRequired(text: string, required: ClaimParts): boolean {
  return containsRequired(createTextMatcher(text), required);
}

function containsRequired(matcher: TextMatcher, { quotes, code }: ClaimParts): boolean {
  return (
    quotes.every((quote) => matcher.containsQuote(quote)) && code.every((name) => matcher.containsCode(name))
  );
}

/** Returns lines with the first word of a quotation or name, closest to the span first. Only these can start a match. */
function findStarts({ quotes, code }: ClaimParts, span: LinesEvidence): readonly number[] {
  const firstWords = [...quotes.map(normalizeText), ...code]
    .map((required) => required.trim().split(/\s/)[0] ?? '')
    .filter((word) => word !== '');
  const starts: number[] = [];
  for (const [index, line] of span.fileLines.entries())
    if (firstWords.some((word) => line.includes(word))) starts.push(index);
  const distance = (start: number): number => Math.abs(start + 1 - span.startLine);
  return starts.sort((a, b) => distance(a) - distance(b));
}
