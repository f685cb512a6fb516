/** Finds the quotations and names of a claim elsewhere in a cited file, if the cited lines do not contain them. */

import { type AttachmentEvidence, type Evidence, type SpanPosition } from '../../core/answers/evidence.ts';
import { parseClaim, type ClaimParts } from '../claim-text/parse-claim.ts';
import { createCodeFinder } from '../evidence-text/find-code.ts';
import { createQuotationFinder } from '../evidence-text/find-quotation.ts';
import { readSearchableEvidence } from '../evidence-text/searchable-evidence.ts';
import { normalizeText } from '../evidence-text/text-matcher.ts';

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
    const required = {
      ...parts,
      code: parts.code.filter((name) => readSearchableEvidence(span).findInNames(name) === undefined),
    };
    if (required.quotes.length + required.code.length === 0) continue;
    if (!containsRequired(finderForFile(span.fileLines), required)) continue;
    const length = Math.min(repairWindow, Math.max(1, span.endLine - span.startLine + 1));
    const start = findStarts(required, span).find((from) =>
      containsRequired(createFinder(span.fileLines.slice(from, from + length).join('')), required),
    );
    if (start === undefined) continue;
    const endLine = Math.min(span.fileLines.length, start + length);
    return { path: span.path, startLine: start + 1, endLine, citedInstead: span };
  }
  return undefined;
}

interface Finder {
  contains(quotation: string): boolean;
  find(code: string): string | undefined;
}

function createFinder(text: string): Finder {
  return { ...createQuotationFinder(text), ...createCodeFinder(text, () => true) };
}

/** One finder per file, shared by all claims. */
const finders = new WeakMap<readonly string[], Finder>();

function finderForFile(lines: readonly string[]): Finder {
  const finder = finders.get(lines) ?? createFinder(lines.join(''));
  finders.set(lines, finder);
  return finder;
}

function containsRequired(finder: Finder, { quotes, code }: ClaimParts): boolean {
  return (
    quotes.every((quote) => finder.contains(quote)) && code.every((name) => finder.find(name) !== undefined)
  );
}

/** Returns lines with the first or last word of a quotation or name, closest to the span first. Only these can start a match. */
function findStarts({ quotes, code }: ClaimParts, span: LinesEvidence): readonly number[] {
  const firstWords = [...quotes.map(normalizeText), ...code].flatMap((required) => {
    const words = required.match(/[\p{L}\p{N}_]+/gu) ?? [required.trim()];
    // A qualified name may be found by its last part.
    return [words[0] ?? '', words.at(-1) ?? ''].filter((word) => word !== '');
  });
  const starts: number[] = [];
  for (const [index, line] of span.fileLines.entries())
    if (firstWords.some((word) => line.includes(word))) starts.push(index);
  const distance = (start: number): number => Math.abs(start + 1 - span.startLine);
  return starts.sort((a, b) => distance(a) - distance(b));
}
