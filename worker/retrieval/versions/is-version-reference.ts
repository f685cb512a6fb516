/** Decides whether a word means a version. `v1.2` does by its form; `2` and `0.5` need context. */

import { parseVersionNumber } from '../../core/repositories/match-version.ts';

interface WordInQuestion {
  readonly word: string;
  /** The words that were matched, which end in it. */
  readonly whole: string;
  /** Whether `version`, `tag`, … stands before it, and after it. */
  readonly isSaidBefore: boolean;
  readonly isSaidAfter: boolean;
  /** What follows `whole`. */
  readonly rest: string;
}

/** After these a number alone may be a version; after `at`, `for`, `of`, `with` and `under` it is a measure, or another's version. */
const leads = /^,?\s*(?:as of|in|on|between|from|since|after|compared|relative|different|differs?)\b/i;
/** `in the v2 API`, `in 0.5 seconds`: a noun follows that says what the number is of. These words do not. */
const isNoNoun =
  /^[`"'”]?(?:\s*(?:[?!,;:)–—]|\.(?!\d)|$)|\s+(?:how|what|why|when|where|who|which|does|did|do|is|are|was|were|has|have|had|can|could|should|would|will|and|or|but|if|that|than|then|to|until|in|on|at|for|by|from|with|without|the|a|an|it|its|this|these|there|compared|since|as|we|you|not|still|also)\b)/i;
/** `in 0.5 to 2 seconds`, `between 1.0 and 1.5 seconds` */
const isRange = /^\s+(?:to|or|and)\s+\d/i;
/** What may have versions of its own: not the repository. */
const isOfOther =
  /^\s+of\s+(?!(?:this|the|our)\s+(?:repo|repository|project|library|package|code|codebase|tool|app)\b)/i;

export function isVersionReference(asked: WordInQuestion): boolean {
  const { word, whole, isSaidBefore, isSaidAfter, rest } = asked;
  const dots = word.split('.').length - 1;
  const isBare = /^\d/.test(word) && parseVersionNumber(word.toLowerCase()) !== undefined;
  // Addresses have four numbers.
  if (isBare && dots > 2) return false;
  if (isOfOther.test(rest) && (isBare || dots === 0)) return false;
  const hasThe = /\bthe\s+\S+(?:\s+\S+)?$/i.test(whole);
  const isAlone = isNoNoun.test(rest) && !isRange.test(rest);
  if (!isBare) return isSaidBefore || isSaidAfter || !hasThe || isAlone;
  if (isSaidBefore) return true;
  // `in 1 release` counts them.
  if (isSaidAfter) return isAlone && (dots > 0 || hasThe);
  return dots > 0 && isAlone && leads.test(whole);
}
