/**
 * Checks near-verbatim paraphrases: a replaced word must mean the same, and no negation or quantifier may be added
 * or dropped. Sentences that differ more are left to the vocabulary check.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { isStopWord, stem } from '../../../core/text/terms.ts';
import { wordToDigits } from './parse-numbers.ts';
import { canReplaceAny } from './check-vocabulary.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';
import { isGenericWord } from './vocabulary.ts';

/** The fraction of the claim's words in the cited sentence, in order; below it the claim is not a paraphrase. */
const minSharedFraction = 0.6;
const minWords = 4;
/** Fewer shared significant words are a coincidence. */
const minSharedWords = 2;
/** Only the first words of a longer sentence are compared. */
const maxWords = 60;

/** Words that change a sentence's meaning, by their effect. */
const meaningChangers = new Map(
  Object.entries({
    denial: 'not never no none nothing nobody neither nor without cannot',
    only: 'only solely exclusively merely',
    all: 'all every each any always whole entire both everything',
    some: 'some few certain sometimes often usually rarely seldom hardly occasionally',
    except: 'unless except until',
    must: 'must shall required needs needed need has have',
    may: 'may might can could',
    before: 'before prior',
    after: 'after',
    first: 'first',
    last: 'last',
    more: 'more greater larger higher longer',
    less: 'less fewer smaller lower shorter',
    most: 'most maximum',
    least: 'least minimum',
    instead: 'instead rather',
  }).flatMap(([effects, words]) => words.split(' ').map((word) => [word, effects] as const)),
);
/** Words that mean `must` but also have other meanings. */
const ambiguous = new Set(['has', 'have', 'needs', 'needed', 'need', 'required']);

export function checkParaphrase(text: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  return splitSentences(text).flatMap((sentence) => {
    const stated = splitWords(sentence);
    if (stated.length < minWords) return [];
    const citedWords = findClosest(stated, cited);
    const difference = citedWords && compare(stated, citedWords);
    if (difference === undefined) return [];
    const error =
      describeChangedMeaning(difference) ??
      describeReplacedWord(difference, (word) =>
        cited.some(({ terms }) => terms.has(word) || terms.has(stem(word))),
      );
    return error === undefined ? [] : [{ check: 'wording', passed: false, detail: error }];
  });
}

function splitSentences(text: string): readonly string[] {
  return text.split(/[.!?](?=\s|$)|\n\s*\n/).filter((sentence) => sentence.trim() !== '');
}

function splitWords(sentence: string): readonly string[] {
  return (
    sentence
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}_]+(?:'[\p{L}]+)?/gu) ?? []
  )
    .flatMap((word) =>
      word.endsWith("n't") ? [word.slice(0, -3), 'not'] : word === 'cannot' ? ['can', 'not'] : [word],
    )
    .map(wordToDigits)
    .slice(0, maxWords);
}

/** Returns the cited sentence that shares the most words with the stated one. */
function findClosest(stated: readonly string[], cited: readonly CitedText[]): readonly string[] | undefined {
  const statedWords = new Set(stated);
  let [best, mostShared]: [readonly string[] | undefined, number] = [undefined, 0];
  for (const source of cited)
    for (const words of citedSentences(source)) {
      let shared = 0;
      for (const word of new Set(words)) if (statedWords.has(word)) shared += 1;
      if (shared > mostShared) [best, mostShared] = [words, shared];
    }
  return best !== undefined && mostShared >= stated.length * minSharedFraction * 0.7 ? best : undefined;
}

const cache = new WeakMap<CitedText, readonly (readonly string[])[]>();

function citedSentences(cited: CitedText): readonly (readonly string[])[] {
  const found = cache.get(cited);
  if (found !== undefined) return found;
  const sentences = cited
    .sentences()
    .map(splitWords)
    .filter((words) => words.length >= minWords);
  cache.set(cited, sentences);
  return sentences;
}

/** A difference: words of the claim, and the words of the evidence in their place. */
interface Hunk {
  readonly stated: readonly string[];
  readonly citedWords: readonly string[];
  /** Before the first or after the last shared word. */
  readonly isAtEnd: boolean;
}

/** Undefined if the sentences differ too much. */
function compare(stated: readonly string[], citedWords: readonly string[]): readonly Hunk[] | undefined {
  const pairs = findCommonWords(stated, citedWords);
  const shared = pairs.filter(([at]) => isSignificant(stated[at] ?? '') && !/^\d/.test(stated[at] ?? ''));
  if (pairs.length < stated.length * minSharedFraction || shared.length < minSharedWords) return undefined;
  const hunks: Hunk[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [...pairs, [stated.length, citedWords.length] as const]) {
    const isAtEnd = a === 0 || nextA === stated.length;
    if (nextA > a || nextB > b)
      hunks.push({ stated: stated.slice(a, nextA), citedWords: citedWords.slice(b, nextB), isAtEnd });
    [a, b] = [nextA + 1, nextB + 1];
  }
  return hunks;
}

/** Returns the longest common subsequence as index pairs. */
function findCommonWords(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const width = b.length + 1;
  const length = new Uint8Array((a.length + 1) * width);
  const at = (i: number, j: number): number => length[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      length[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      pairs.push([i, j]);
      [i, j] = [i + 1, j + 1];
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

function findEffects(words: readonly string[]): ReadonlySet<string | undefined> {
  return new Set(words.map((word) => meaningChangers.get(word)));
}

/** Describes a meaning-changing word that the claim adds or omits. */
function describeChangedMeaning(hunks: readonly Hunk[]): string | undefined {
  const statedEffects = findEffects(hunks.flatMap(({ stated }) => stated));
  const citedEffects = findEffects(hunks.flatMap(({ citedWords }) => citedWords));
  const added = hunks
    .flatMap(({ stated }) => stated)
    .find(
      (word) =>
        meaningChangers.has(word) && !ambiguous.has(word) && !citedEffects.has(meaningChangers.get(word)),
    );
  if (added !== undefined) return `The claim adds “${added}”, which the cited sentence does not contain.`;
  const omitted = hunks
    .filter(
      ({ isAtEnd, stated, citedWords }) => !isAtEnd || stated.length > 0 || isChangingEnding(citedWords),
    )
    .flatMap(({ citedWords }) => citedWords)
    .find(
      (word) =>
        meaningChangers.has(word) && !ambiguous.has(word) && !statedEffects.has(meaningChangers.get(word)),
    );
  return omitted === undefined ? undefined : `The claim omits “${omitted}” from the cited sentence.`;
}

/** A short ending that must not be omitted: "… in lower case **only**". */
const maxEndingWords = 2;

function isChangingEnding(words: readonly string[]): boolean {
  return (
    words.length <= maxEndingWords &&
    words.some((word) => /^(?:denial|only)$/.test(meaningChangers.get(word) ?? ''))
  );
}

/** Describes a word of the claim that replaces a cited word and means something else. */
function describeReplacedWord(
  hunks: readonly Hunk[],
  isCited: (word: string) => boolean,
): string | undefined {
  const moved = new Set(
    hunks.filter(({ citedWords }) => citedWords.length > 2).flatMap(({ citedWords }) => citedWords),
  );
  const omitted = new Set(hunks.flatMap(({ citedWords }) => citedWords));
  for (const { stated, citedWords, isAtEnd } of hunks) {
    const [ours, theirs] = [stated.filter(isSignificant), citedWords.filter(isSignificant)];
    if (ours.length === 0 || theirs.length > 3 || (isAtEnd && (theirs.length === 0 || ours.length > 2)))
      continue;
    const citedSet = new Set(citedWords);
    const hasEquivalent = ours.some((word) => canReplaceAny(word, citedSet));
    const unsupported = ours.find(
      (word) =>
        !(hasEquivalent && isGenericWord(word)) &&
        !canReplaceAny(word, citedSet) &&
        !moved.has(word) &&
        (theirs.length > 0 ||
          !(/^\d/.test(word) || isCited(word) || isGenericWord(word) || canReplaceAny(word, omitted))),
    );
    if (unsupported !== undefined)
      return theirs.length > 0
        ? `The cited sentence has “${theirs.join(' ')}” instead of “${unsupported}”.`
        : `The claim adds “${unsupported}”, which the cited sentence does not contain.`;
  }
  return undefined;
}

function isSignificant(word: string): boolean {
  return /^\d/.test(word) || (word.length > 2 && (!isStopWord(word) || meaningChangers.has(word)));
}
