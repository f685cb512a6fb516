/**
 * An estimate of how many tokens an embedding model's word-piece vocabulary makes of code, close enough for budgets
 * and far cheaper than the vocabulary: a word costs one token per six letters, a digit run one per three, any other
 * visible character one.
 */

const tokenPattern = /[\p{L}]+|\p{N}+|[^\s\p{L}\p{N}]/gu;
const lettersPerToken = 6;
const digitsPerToken = 3;

export function countTokens(text: string): number {
  let total = 0;
  for (const match of text.matchAll(tokenPattern)) total += tokensOfWord(match[0]);
  return total;
}

/** Running totals by line: `totals[i]` is the tokens of the first `i` lines, so a range costs one subtraction. */
export function countTokensByLine(lines: readonly string[]): Uint32Array {
  const totals = new Uint32Array(lines.length + 1);
  lines.forEach((line, index) => {
    totals[index + 1] = (totals[index] ?? 0) + countTokens(line);
  });
  return totals;
}

function tokensOfWord(word: string): number {
  if (/^\p{L}/u.test(word)) return Math.ceil(word.length / lettersPerToken);
  if (/^\p{N}/u.test(word)) return Math.ceil(word.length / digitsPerToken);
  return 1;
}
