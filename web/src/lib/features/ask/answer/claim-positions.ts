/**
 * Records where each claim is in an answer's text, which headings precede it, and which text does not belong to a claim yet. Pure.
 * The search for a claim starts at the end of the previous claim, so the text is read once.
 */
import type { Claim } from '../../../api.ts';

export interface ClaimPositions {
  /** Where the text of a refusal ends; 0 for an answer that is not a refusal. The page shows the search details instead of this text. */
  readonly refusalEnd: number;
  /** Where the last claim ends. */
  readonly end: number;
  /** Where each claim starts, by its id. */
  readonly starts: Readonly<Record<string, number>>;
  /** The headings directly above a claim, by the claim's id. */
  readonly headings: Readonly<Record<string, readonly string[]>>;
}

export const emptyPositions: ClaimPositions = { refusalEnd: 0, end: 0, starts: {}, headings: {} };

/** @param text the answer so far, including the claim */
export function recordClaim(
  positions: ClaimPositions,
  text: string,
  { id, text: claimText }: Claim,
): ClaimPositions {
  const start = positions.starts[id];
  if (start !== undefined) {
    // The claim grew or shrank while it was written. A repaired claim can differ from the text.
    const isLast = Object.values(positions.starts).every((otherStart) => otherStart <= start);
    return isLast && text.startsWith(claimText, start)
      ? { ...positions, end: start + claimText.length }
      : positions;
  }
  const index = text.indexOf(claimText, positions.end);
  // The claim's wording differs from the text. Skipping the text shows the claim once instead of twice.
  if (index < 0) return { ...positions, end: text.length };
  const headings = findHeadings(text.slice(positions.end, index));
  return {
    ...positions,
    end: index + claimText.length,
    starts: { ...positions.starts, [id]: index },
    headings: headings.length === 0 ? positions.headings : { ...positions.headings, [id]: headings },
  };
}

/** @param text the answer so far, which is the whole refusal */
export function recordRefusal(positions: ClaimPositions, text: string): ClaimPositions {
  return { ...positions, refusalEnd: text.length, end: text.length };
}

interface PendingText {
  /** Headings above the text. */
  readonly headings: readonly string[];
  readonly text: string;
  /** The text with its headings. */
  readonly textWithHeadings: string;
}

/** The text after the last claim, without the start of an unfinished citation. */
export function findPendingText({ end }: ClaimPositions, text: string): PendingText {
  const pending = text
    .slice(end)
    .replace(/\[[\w:-]{0,80}$/, '')
    .trim();
  const leadingHeadings = /^(?: {0,3}#{1,6}(?:[ \t][^\n]*)?(?:\n\s*|$))*/.exec(pending)?.[0] ?? '';
  return {
    headings: findHeadings(leadingHeadings),
    text: pending.slice(leadingHeadings.length),
    textWithHeadings: pending,
  };
}

function findHeadings(text: string): readonly string[] {
  return [...text.matchAll(/^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/gm)]
    .map(([, title = '']) => title)
    .filter((title) => title !== '');
}
