/** Looks up every line number of a claim among the cited lines. */

import { isAttachmentEvidence, isSpanEvidence } from '../../../core/answers/evidence.ts';
import type { SearchableEvidence } from '../../evidence-text/searchable-evidence.ts';
import type { LookUp } from '../look-up.ts';

export function lookUpLineNumbers(prose: string, evidence: readonly SearchableEvidence[]): readonly LookUp[] {
  return findLineRanges(prose).map(({ startLine, endLine }) => {
    const item = startLine === endLine ? `Line ${startLine}` : `Lines ${startLine}–${endLine}`;
    const found = evidence.find(
      ({ evidence: item }) =>
        (isSpanEvidence(item) || isAttachmentEvidence(item)) &&
        startLine <= endLine &&
        startLine >= item.startLine &&
        endLine <= item.endLine,
    );
    const are = startLine === endLine ? 'is' : 'are';
    const detail =
      found === undefined
        ? `${item} ${are} not among the cited lines.`
        : `${item} ${are} among the cited ones, ${found.place}.`;
    return { check: 'lines', item, place: found?.place, detail };
  });
}

/** `line 4`, `lines 4–9`, `lines 4, 7 and 9 to 12`: only after the plural is every number that follows one of a line. */
const linesPattern =
  /\blines\s+(\d+(?:\s*(?:–|—|-|,|&|\bto\b|\band\b|\bor\b)+\s*\d+)*)|(?:\bline\s+|\bL(?=\d))(\d+(?:\s*(?:–|—|-|\bto\b)\s*L?\d+)?)/gi;
const rangePattern = /(\d+)(?:\s*(?:–|—|-|to)\s*(\d+))?/g;

function findLineRanges(prose: string): readonly { readonly startLine: number; readonly endLine: number }[] {
  const lists = [...prose.matchAll(linesPattern)].map((match) => match[1] ?? match[2] ?? '');
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
