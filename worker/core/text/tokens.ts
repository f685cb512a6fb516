/**
 * Estimates the number of tokens in code and prose: close enough for budgets, and far cheaper than a tokenizer. A word costs one token
 * per six Latin letters or per two letters of another alphabet. Scripts without spaces (Chinese, Japanese, Korean, Thai) cost one per
 * character, digits one per three, any other visible character one.
 */

/** A word, a number, or a run of one symbol, which is counted in one step: a masked line can have a million of them. */
const tokenPattern = /[\p{L}]+|\p{N}+|([^\s\p{L}\p{N}])\1*/gu;
const lettersPerToken = 6;
const otherLettersPerToken = 2;
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/gu;
const latin = /\p{Script=Latin}/gu;
const beyondLatin = /[\u0250-\uffff]/;
const digitsPerToken = 3;

export function countTokens(text: string): number {
  let total = 0;
  for (const [run, symbol] of text.matchAll(tokenPattern))
    total += symbol === undefined ? countWord(run) : run.length / symbol.length;
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
  return Math.ceil(word.length / digitsPerToken);
}

function countMixedScript(word: string): number {
  const countMatches = (script: RegExp): number => word.match(script)?.length ?? 0;
  const [characters, letters] = [countMatches(dense), countMatches(latin)];
  const others = Array.from(word).length - characters - letters;
  return characters + Math.ceil(letters / lettersPerToken + others / otherLettersPerToken);
}

/** The maximum characters that the estimate counts as one token. */
const maxTokenLength = 6;

/** The beginning of a text with at most `maxTokens` tokens as counted by `countTokens`, which ignores white space. */
export function truncateToTokens(text: string, maxTokens: number): string {
  // A longer text has more tokens, unless it is mostly white space; then it loses its end.
  let cut = text.slice(0, maxTokens * maxTokenLength * 2);
  for (let tokens = countTokens(cut); tokens > maxTokens; tokens = countTokens(cut))
    cut = cut.slice(0, Math.min(cut.length - 1, Math.ceil((cut.length * maxTokens) / tokens)));
  return cut;
}
