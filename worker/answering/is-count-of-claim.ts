/** Whether a number counts what the claim itself names beside it, or what it cites. */

import { isOfLines, type AnyEvidence } from '../core/evidence.ts';
import type { SaidNumber } from './check-numbers.ts';
import { partsOfClaim } from './claim-parts.ts';

/** What may be counted of the claim itself. */
const counted =
  /^(?:functions?|methods?|names?|places?|steps?|things?|calls?|definitions?|lines?|passages?|files?|parts?|values?|cases?|helpers?|classes|types?|quotations?|sources?|others?|kinds?|ways?|arguments?|parameters?|checks?|conditions?)$/;

/** May be counted by what is cited for them. */
const citable =
  /^(?:places?|passages?|files?|sources?|definitions?|parts?|functions?|methods?|classes|quotations?|others?|calls?)$/;
/** Before a number that counts what was named before it. */
const countsBefore = /(?:\b(?:are|were|these|those|the|all|as|of|both)|[,:(—–-])\s*$/i;

/** @param text the claim as it is, where what it counts stands in its order */
export function isCountOfClaim(
  { text: number, value, next }: SaidNumber,
  {
    text,
    cited,
    citations,
  }: { readonly text: string; readonly cited: readonly AnyEvidence[]; readonly citations: number },
): boolean {
  const said = Number(value);
  if (next === 'lines' || next === 'line')
    return cited.some(
      (one) => isOfLines(one) && (one.fileLines.length === said || one.endLine - one.startLine + 1 === said),
    );
  if (!counted.test(next) || said < 1) return false;
  const at = text.indexOf(number.trim());
  const before = countsBefore.test(text.slice(0, at)) ? namesIn(text.slice(0, at)) : [];
  const named = [...before.flatMap((names) => [names, names - 1]), ...namesIn(text.slice(at))];
  return named.includes(said) || (citable.test(next) && citations === said);
}

/** Names and quotations, where there are any; a path is where something is, and not one of several. */
function namesIn(text: string): readonly number[] {
  const { code, quotes } = partsOfClaim(text);
  const names = new Set(code.filter((name) => !/[\w.]\/\w|\.\w{1,6}$/.test(name)));
  return [names.size, quotes.length].filter((size) => size > 0);
}
