/** Texts cut to what a model reads. */

import { countTokens } from './tokens.ts';

/** No token of the estimate is longer. */
const longestToken = 6;

/** The beginning of a text that holds at most so many tokens, by the estimate of `countTokens`; white space costs none. */
export function cutToTokens(text: string, maxTokens: number): string {
  // White space aside a longer text has more tokens; what is mostly white space loses its end.
  let cut = text.slice(0, maxTokens * longestToken * 2);
  for (let tokens = countTokens(cut); tokens > maxTokens; tokens = countTokens(cut))
    cut = cut.slice(0, Math.min(cut.length - 1, Math.ceil((cut.length * maxTokens) / tokens)));
  return cut;
}
