/**
 * Stores the words of lines, to measure the similarity of two lines. All lines share one array of hashes, because a list
 * per line would cost more memory than its content.
 */

import { isSpace, isWordByte, codeWeight, wordCode } from './hash-line.ts';

/** Maximum bytes read and words stored per line; similarity needs no more. */
const maxBytesRead = 2_000;
const maxWords = 150;
const initialCapacity = 1_024;

export interface WordLists {
  /** Number of lines. */
  readonly count: number;
  /** Sorted within each line; the lowest four bits of a hash are the word's weight. */
  readonly words: Uint32Array;
  /** The start of a line's words; they end where the next line's begin. */
  start(line: number): number;
  /** Total weight of a line's words. */
  weight(line: number): number;
  /** Code of the name that a line defines; 0 for none. */
  definedName(line: number): number;
  /** Whether a line defines a name that a line of another list does not contain. */
  definesNewName(line: number, otherLists: WordLists, otherLine: number): boolean;
  push(bytes: Uint8Array, start: number, end: number): void;
  clear(): void;
}

export function createWordLists(): WordLists {
  let words = new Uint32Array(initialCapacity);
  let length = 0;
  const starts: number[] = [0];
  const weights: number[] = [];
  const names: number[] = [];
  const insert = (word: number, first: number): void => {
    if (length === words.length) {
      const larger = new Uint32Array(2 * length);
      larger.set(words);
      words = larger;
    }
    let at = length++;
    for (; at > first && (words[at - 1] ?? 0) > word; at--) words[at] = words[at - 1] ?? 0;
    words[at] = word;
  };
  return {
    get count() {
      return weights.length;
    },
    get words() {
      return words;
    },
    start: (line) => starts[line] ?? length,
    weight: (line) => weights[line] ?? 0,
    definedName: (line) => names[line] ?? 0,
    definesNewName: (line, otherLists, otherLine) => {
      const name = names[line] ?? 0;
      if (name === 0) return false;
      return !otherLists.words
        .subarray(otherLists.start(otherLine), otherLists.start(otherLine + 1))
        .includes(name);
    },
    push: (bytes, start, end) => {
      const first = length;
      const last = Math.min(end, start + maxBytesRead);
      let weight = 0;
      const definition = createDefinitionReader();
      for (let begin = start, at = start; begin < last; begin = at) {
        at = endOfWord(bytes, begin, last);
        const byte = bytes[begin] ?? 0;
        if (isSpace(byte)) continue;
        if (length === first + maxWords) break;
        const word = wordCode(bytes, begin, at);
        weight += codeWeight(word);
        definition.read(word, isWordByte(byte) ? undefined : byte);
        insert(word, first);
      }
      starts.push(length);
      weights.push(weight);
      names.push(definition.name());
    },
    clear: () => {
      length = 0;
      starts.length = 1;
      weights.length = 0;
      names.length = 0;
    },
  };
}

/** Divides the weight of common words by the total weight: 0 to 1, and 0 when it cannot reach `minSimilarity`. */
export function measureSimilarity(
  left: { readonly lists: WordLists; readonly line: number },
  right: { readonly lists: WordLists; readonly line: number },
  minSimilarity: number,
): number {
  const [leftWeight, rightWeight] = [left.lists.weight(left.line), right.lists.weight(right.line)];
  const totalWeight = leftWeight + rightWeight;
  if (totalWeight === 0 || 2 * Math.min(leftWeight, rightWeight) < minSimilarity * totalWeight) return 0;
  const [leftWords, rightWords] = [left.lists.words, right.lists.words];
  const [leftEnd, rightEnd] = [left.lists.start(left.line + 1), right.lists.start(right.line + 1)];
  let [leftAt, rightAt] = [left.lists.start(left.line), right.lists.start(right.line)];
  let common = 0;
  while (leftAt < leftEnd && rightAt < rightEnd) {
    const leftWord = leftWords[leftAt] ?? 0;
    const rightWord = rightWords[rightAt] ?? 0;
    if (leftWord === rightWord) common += codeWeight(leftWord);
    if (leftWord <= rightWord) leftAt++;
    if (rightWord <= leftWord) rightAt++;
  }
  return (2 * common) / totalWeight;
}

/** A word is a run of letters and digits, one non-ASCII character, or one symbol. */
function endOfWord(bytes: Uint8Array, start: number, last: number): number {
  let at = start + 1;
  if (isWordByte(bytes[start] ?? 0)) while (at < last && isWordByte(bytes[at] ?? 0)) at++;
  else if ((bytes[start] ?? 0) >= 0xc0) while (at < last && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return at;
}

interface DefinitionReader {
  /** @param code the code of the line's next token. @param symbol the byte of a symbol; undefined for a word */
  read(code: number, symbol: number | undefined): void;
  /** The code of the defined name; 0 for none. */
  name(): number;
}

const definitionKeywords = parseWordCodes(
  'class const def enum fn fun func function interface let mod module namespace object protocol record struct trait type union val var',
);
const modifiers = parseWordCodes(
  `abstract async crate data declare default export extern final inline internal open operator override partial private protected pub public
   readonly sealed static super suspend unsafe virtual`,
);
/** Maximum words before the keyword, and between it and the name, where Go has the receiver. */
const maxWordsBefore = 8;
const maxWordsBetween = 12;
const [openParenthesis, closeParenthesis, star, bang] = [40, 41, 42, 33];

/**
 * Finds the name that a line defines from its leading words: `export async function run(` defines `run`. Lines of
 * languages without a definition keyword define none. It reads word by word, so it needs no extra pass.
 */
function createDefinitionReader(): DefinitionReader {
  let isDefining = false;
  let isDone = false;
  let depth = 0;
  let [read, wordsBetween, nameCode] = [0, 0, 0];
  const readBefore = (code: number, symbol: number | undefined): void => {
    read += 1;
    if (symbol === undefined && definitionKeywords.has(code)) isDefining = true;
    else if (
      read > maxWordsBefore ||
      (symbol !== openParenthesis && symbol !== closeParenthesis && !modifiers.has(code))
    )
      isDone = true;
  };
  const readName = (code: number, symbol: number | undefined): void => {
    wordsBetween += 1;
    if (symbol === openParenthesis) depth += 1;
    else if (symbol === closeParenthesis) depth -= 1;
    else if (depth === 0 && symbol === undefined && !definitionKeywords.has(code)) nameCode = code;
    const isSkippable =
      depth > 0 ||
      symbol === closeParenthesis ||
      symbol === star ||
      symbol === bang ||
      definitionKeywords.has(code);
    isDone = nameCode !== 0 || !isSkippable || depth < 0 || wordsBetween > maxWordsBetween;
  };
  return {
    read: (code, symbol) => {
      if (isDone) return;
      if (isDefining) readName(code, symbol);
      else readBefore(code, symbol);
    },
    name: () => nameCode,
  };
}

function parseWordCodes(words: string): ReadonlySet<number> {
  const bytes = words.split(/\s+/).map((word) => Buffer.from(word));
  return new Set(bytes.map((word) => wordCode(word, 0, word.length)));
}
