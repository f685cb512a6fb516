/** Where the words of a claim stand when they are not in the lines it cites: elsewhere in a file it cites, and together. */

import type { AttachmentEvidence } from '../core/attachment.ts';
import { isOfAttachment, type Evidence, type SpanPosition } from '../core/evidence.ts';
import { partsOfClaim, type ClaimParts } from './claim-parts.ts';
import { isNameOf, isNameOfAttachment } from './name-of-span.ts';
import { normalisedText, textHolder, type TextHolder } from './normalised-text.ts';

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
  const spoken = partsOfClaim(text);
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
  return isOfAttachment(span) ? isNameOfAttachment(span, name) : isNameOf(span, name);
}

/** Read once for all the claims that miss in a file. */
const known = new WeakMap<readonly string[], TextHolder>();

function holderOfFile(lines: readonly string[]): TextHolder {
  const holder = known.get(lines) ?? textHolder(lines.join(''));
  known.set(lines, holder);
  return holder;
}

function holdsAll(text: string, wanted: ClaimParts): boolean {
  return isHeldBy(textHolder(text), wanted);
}

function isHeldBy(holder: TextHolder, { quotes, code }: ClaimParts): boolean {
  return quotes.every((quote) => holder.holdsQuote(quote)) && code.every((name) => holder.holdsCode(name));
}

/** Lines that hold the first word of something wanted, the closest to the span first: no other line can begin the match. */
function startsOf({ quotes, code }: ClaimParts, span: LinesEvidence): readonly number[] {
  const beginnings = [...quotes.map(normalisedText), ...code]
    .map((wanted) => wanted.trim().split(/\s/)[0] ?? '')
    .filter((word) => word !== '');
  const starts: number[] = [];
  for (const [index, line] of span.fileLines.entries())
    if (beginnings.some((word) => line.includes(word))) starts.push(index);
  const distance = (start: number): number => Math.abs(start + 1 - span.startLine);
  return starts.sort((a, b) => distance(a) - distance(b));
}
