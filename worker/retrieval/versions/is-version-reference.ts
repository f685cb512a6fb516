/** Decides whether a word means a version. `v1.2` does by its form; `2` and `0.5` need context. */

import { parseVersionNumber } from '../../core/repositories/match-version.ts';

interface WordInQuestion {
  readonly word: string;
  /** The matched text, which contains the word. */
  readonly matchedText: string;
  /** Whether a noun such as `version` or `tag` precedes or follows the word. */
  readonly hasNounBefore: boolean;
  readonly hasNounAfter: boolean;
  /** What follows `matchedText`. */
  readonly rest: string;
}

/**
 * A bare number may be a version after these words. After `at`, `for`, `of`, `with` and `under` it is a measure or the version of
 * something else.
 */
const leadingWords = /^,?\s*(?:as of|in|on|between|from|since|after|compared|relative|different|differs?)\b/i;
/** Matches if no noun follows. In `in the v2 API` and `in 0.5 seconds`, a noun says what the number measures. */
const noNounFollows =
  /^[`"'”]?(?:\s*(?:[?!,;:)–—]|\.(?!\d)|$)|\s+(?:how|what|why|when|where|who|which|does|did|do|is|are|was|were|has|have|had|can|could|should|would|will|and|or|but|if|that|than|then|to|until|in|on|at|for|by|from|with|without|the|a|an|it|its|this|these|there|compared|since|as|we|you|not|still|also)\b)/i;
/** `in 0.5 to 2 seconds`, `between 1.0 and 1.5 seconds` */
const isRange = /^\s+(?:to|or|and)\s+\d/i;
/** Something other than the repository, which may have its own versions. */
const isOfOtherProject =
  /^\s+of\s+(?!(?:this|the|our)\s+(?:repo|repository|project|library|package|code|codebase|tool|app)\b)/i;

export function isVersionReference(candidate: WordInQuestion): boolean {
  const { word, matchedText, hasNounBefore, hasNounAfter, rest } = candidate;
  const dots = word.split('.').length - 1;
  const isBare = /^\d/.test(word) && parseVersionNumber(word.toLowerCase()) !== undefined;
  // IP addresses have four numbers.
  if (isBare && dots > 2) return false;
  if (isOfOtherProject.test(rest) && (isBare || dots === 0)) return false;
  const hasThe = /\bthe\s+\S+(?:\s+\S+)?$/i.test(matchedText);
  const isAlone = noNounFollows.test(rest) && !isRange.test(rest);
  if (!isBare) return hasNounBefore || hasNounAfter || !hasThe || isAlone;
  if (hasNounBefore) return true;
  // `in 1 release` counts them.
  if (hasNounAfter) return isAlone && (dots > 0 || hasThe);
  return dots > 0 && isAlone && leadingWords.test(matchedText);
}
