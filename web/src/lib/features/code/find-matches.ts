/** Every place in a file that an expression matches, line by line, and which of them stand on one line. */
import { lowerBound } from './lower-bound.ts';
import type { FoundMatches } from './find-messages.ts';

/** More than anyone steps through; what is beyond is said to be there. */
const mostMatches = 50_000;

export function findMatches(lines: readonly string[], pattern: RegExp, most = mostMatches): FoundMatches {
  const places: number[] = [];
  for (const [line, text] of lines.entries()) {
    for (const { index, 0: match } of text.matchAll(pattern)) {
      if (match === '') continue;
      if (places.length === 3 * most) return { places: Int32Array.from(places), truncated: true };
      places.push(line, index, index + match.length);
    }
  }
  return { places: Int32Array.from(places), truncated: false };
}

interface MatchPlace {
  /** Its place among all matches, from 0. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** The matches on one line (zero-based). */
export function matchesOnLine({ places }: FoundMatches, line: number): readonly MatchPlace[] {
  const found: MatchPlace[] = [];
  for (let index = firstMatchFrom({ places }, line); places[3 * index] === line; index += 1)
    found.push({ index, start: places[3 * index + 1] ?? 0, end: places[3 * index + 2] ?? 0 });
  return found;
}

/** The first match on this line (zero-based) or below; their number when there is none. */
export function firstMatchFrom({ places }: Pick<FoundMatches, 'places'>, line: number): number {
  return lowerBound(places.length / 3, (index) => (places[3 * index] ?? 0) >= line);
}
