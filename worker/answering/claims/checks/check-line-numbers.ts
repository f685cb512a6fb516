/** Checks that every line number in a claim is among the cited lines. */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { isCommitEvidence, isDiscussionEvidence, type AnyEvidence } from '../../../core/answers/evidence.ts';

export function checkLineNumbers(prose: string, cited: readonly AnyEvidence[]): readonly ClaimCheck[] {
  return findLineRanges(prose).map(({ startLine, endLine }) => {
    const passed =
      startLine <= endLine &&
      cited.some(
        (evidence) =>
          !isCommitEvidence(evidence) &&
          !isDiscussionEvidence(evidence) &&
          startLine >= evidence.startLine &&
          endLine <= evidence.endLine,
      );
    const detail = `Lines ${startLine} to ${endLine} are ${passed ? '' : 'not '}among those cited.`;
    return { check: 'lines', passed, detail };
  });
}

/** `line 4`, `lines 4–9`, `lines 4, 7 and 9 to 12`: every number that follows. */
const linesPattern = /\b(?:lines?\s+|L(?=\d))(\d+(?:\s*(?:–|—|-|,|&|\bto\b|\band\b|\bor\b)+\s*\d+)*)/gi;
const rangePattern = /(\d+)(?:\s*(?:–|—|-|to)\s*(\d+))?/g;

function findLineRanges(prose: string): readonly { readonly startLine: number; readonly endLine: number }[] {
  const lists = [...prose.matchAll(linesPattern)].map((match) => match[1] ?? '');
  return lists.flatMap((list) =>
    [...list.matchAll(rangePattern)].map((match) => ({
      startLine: Number(match[1]),
      endLine: Number(match[2] ?? match[1]),
    })),
  );
}

/** Removes line numbers, so that other checks do not read them. */
export function stripLineNumbers(prose: string): string {
  return prose.replace(linesPattern, ' ');
}
