/**
 * An estimate of how many tokens a model's vocabulary makes of code and prose, close enough for budgets and far cheaper than the
 * vocabulary: a word costs one token per six Latin letters or two of another alphabet, one a character where words are
 * written without spaces or in syllables (Chinese, Japanese, Korean, Thai), a digit run one per three, any other visible character one.
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
  if (/^\p{L}/u.test(word))
    return beyondLatin.test(word) ? tokensOfLetters(word) : Math.ceil(word.length / lettersPerToken);
  if (/^\p{N}/u.test(word)) return Math.ceil(word.length / digitsPerToken);
  return 1;
}

function tokensOfLetters(word: string): number {
  const ofScript = (script: RegExp): number => word.match(script)?.length ?? 0;
  const [characters, letters] = [ofScript(dense), ofScript(latin)];
  const others = Array.from(word).length - characters - letters;
  return characters + Math.ceil(letters / lettersPerToken + others / otherLettersPerToken);
}
