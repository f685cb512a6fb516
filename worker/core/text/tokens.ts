/**
 * Estimates the number of tokens in code and prose: close enough for budgets, and far cheaper than a tokenizer. A word costs one token
 * per six Latin letters or per two letters of another alphabet. Scripts without spaces (Chinese, Japanese, Korean, Thai) cost one per
 * character, digits one per three, any other visible character one.
 */

const tokenPattern = /[\p{L}]+|\p{N}+|[^\s\p{L}\p{N}]/gu;
const lettersPerToken = 6;
const otherLettersPerToken = 2;
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/gu;
const latin = /\p{Script=Latin}/gu;
const beyondLatin = /[\u0250-\uffff]/;
const digitsPerToken = 3;

export function countTokens(text: string): number {
  let total = 0;
  for (const match of text.matchAll(tokenPattern)) total += countWord(match[0]);
  return total;
}

/** Running totals by line: `totals[i]` counts the tokens of the first `i` lines, so a range costs one subtraction. */
export function countTokensByLine(lines: readonly string[]): Uint32Array {
  const totals = new Uint32Array(lines.length + 1);
  lines.forEach((line, index) => {
    totals[index + 1] = (totals[index] ?? 0) + countTokens(line);
  });
  return totals;
}

function countWord(word: string): number {
  if (/^\p{L}/u.test(word))
    return beyondLatin.test(word) ? countMixedScript(word) : Math.ceil(word.length / lettersPerToken);
  if (/^\p{N}/u.test(word)) return Math.ceil(word.length / digitsPerToken);
  return 1;
}

function countMixedScript(word: string): number {
  const countMatches = (script: RegExp): number => word.match(script)?.length ?? 0;
  const [characters, letters] = [countMatches(dense), countMatches(latin)];
  const others = Array.from(word).length - characters - letters;
  return characters + Math.ceil(letters / lettersPerToken + others / otherLettersPerToken);
}

/** The longest token of the estimate. */
const maxTokenLength = 6;

/** The beginning of a text with at most `maxTokens` tokens as counted by `countTokens`, which ignores white space. */
export function truncateToTokens(text: string, maxTokens: number): string {
  // A longer text has more tokens, unless it is mostly white space; then it loses its end.
  let cut = text.slice(0, maxTokens * maxTokenLength * 2);
  for (let tokens = countTokens(cut); tokens > maxTokens; tokens = countTokens(cut))
    cut = cut.slice(0, Math.min(cut.length - 1, Math.ceil((cut.length * maxTokens) / tokens)));
  return cut;
}
