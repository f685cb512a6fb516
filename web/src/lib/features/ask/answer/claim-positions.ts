/**
 * Records where each claim is in an answer's text. Pure. The search for a claim starts at the end of the previous claim, so the text is
 * read once.
 */
import type { Claim } from '../../../api.ts';

interface TextSpan {
  readonly start: number;
  readonly end: number;
}

export interface ClaimPositions {
  /** Where the text of a refusal ends; 0 for an answer that is not a refusal. The page shows the search details instead of this text. */
  readonly refusalEnd: number;
  /** Where the last claim ends. */
  readonly end: number;
  /** Where each claim is, by its id. */
  readonly spans: Readonly<Record<string, TextSpan>>;
}

export const emptyPositions: ClaimPositions = { refusalEnd: 0, end: 0, spans: {} };

/** @param text the answer so far, including the claim */
export function recordClaim(
  positions: ClaimPositions,
  text: string,
  { id, text: claimText }: Claim,
): ClaimPositions {
  const known = positions.spans[id];
  if (known !== undefined) {
    // The claim grew or shrank while it was written. A repaired claim can differ from the text.
    const isLast = Object.values(positions.spans).every(({ start }) => start <= known.start);
    return isLast && text.startsWith(claimText, known.start)
      ? addSpan(positions, id, { start: known.start, end: known.start + claimText.length })
      : positions;
  }
  const index = text.indexOf(claimText, positions.end);
  if (index >= 0) return addSpan(positions, id, { start: index, end: index + claimText.length });
  // The claim's wording differs from the text. It replaces the text, so that nothing is shown twice.
  const rest = text.slice(positions.end);
  const start = positions.end + rest.length - rest.trimStart().length;
  return addSpan(positions, id, { start, end: text.length });
}

function addSpan(positions: ClaimPositions, id: string, span: TextSpan): ClaimPositions {
  return { ...positions, end: span.end, spans: { ...positions.spans, [id]: span } };
}

/** @param text the answer so far, which is the whole refusal */
export function recordRefusal(positions: ClaimPositions, text: string): ClaimPositions {
  return { ...positions, refusalEnd: text.length, end: text.length };
}
