/**
 * Checks near-verbatim paraphrases: a replaced word must mean the same, and no negation or quantifier may be added
 * or dropped. Sentences that differ more are left to the vocabulary check.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { isStopWord, stem } from '../../../core/text/terms.ts';
import { wordToDigits } from './check-numbers.ts';
import { canReplaceAny } from './check-vocabulary.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';
import { isGenericWord } from './vocabulary.ts';

/** Share of the claim's words that stand in the sentence in their order; below it is told in other words. */
const almostAll = 0.6;
const fewestWords = 4;
/** Fewer telling words in common are chance. */
const fewestShared = 2;
/** Longer sentences are compared as far as this. */
const mostWords = 60;

/** Words that turn a sentence around, by what they do. */
const turning = new Map(
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
  }).flatMap(([does, words]) => words.split(' ').map((word) => [word, does] as const)),
);
/** Said for `must` and for much else. */
const weak = new Set(['has', 'have', 'needs', 'needed', 'need', 'required']);

export function checkParaphrase(text: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  return sentencesIn(text).flatMap((sentence) => {
    const said = wordsOf(sentence);
    if (said.length < fewestWords) return [];
    const there = closest(said, cited);
    const difference = there && differenceOf(said, there);
    if (difference === undefined) return [];
    const wrong =
      turnedBy(difference) ??
      misputBy(difference, (word) => cited.some(({ terms }) => terms.has(word) || terms.has(stem(word))));
    return wrong === undefined ? [] : [{ check: 'wording', passed: false, detail: wrong }];
  });
}

function sentencesIn(text: string): readonly string[] {
  return text.split(/[.!?](?=\s|$)|\n\s*\n/).filter((sentence) => sentence.trim() !== '');
}

function wordsOf(sentence: string): readonly string[] {
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
    .slice(0, mostWords);
}

/** The cited sentence that shares most words. */
function closest(said: readonly string[], cited: readonly CitedText[]): readonly string[] | undefined {
  const wanted = new Set(said);
  let [best, most]: [readonly string[] | undefined, number] = [undefined, 0];
  for (const one of cited)
    for (const words of sentencesOf(one)) {
      let shared = 0;
      for (const word of new Set(words)) if (wanted.has(word)) shared += 1;
      if (shared > most) [best, most] = [words, shared];
    }
  return best !== undefined && most >= said.length * almostAll * 0.7 ? best : undefined;
}

const known = new WeakMap<CitedText, readonly (readonly string[])[]>();

function sentencesOf(cited: CitedText): readonly (readonly string[])[] {
  const found = known.get(cited);
  if (found !== undefined) return found;
  const sentences = cited
    .sentences()
    .map(wordsOf)
    .filter((words) => words.length >= fewestWords);
  known.set(cited, sentences);
  return sentences;
}

/** A place where both differ: what is said there for what stands there. */
interface Hunk {
  readonly said: readonly string[];
  readonly there: readonly string[];
  /** Before the first or behind the last word both have. */
  readonly isAtEnd: boolean;
}

/** Undefined where they are not almost the same. */
function differenceOf(said: readonly string[], there: readonly string[]): readonly Hunk[] | undefined {
  const pairs = commonWords(said, there);
  const shared = pairs.filter(([at]) => isTelling(said[at] ?? '') && !/^\d/.test(said[at] ?? ''));
  if (pairs.length < said.length * almostAll || shared.length < fewestShared) return undefined;
  const hunks: Hunk[] = [];
  let [a, b] = [0, 0];
  for (const [nextA, nextB] of [...pairs, [said.length, there.length] as const]) {
    const isAtEnd = a === 0 || nextA === said.length;
    if (nextA > a || nextB > b)
      hunks.push({ said: said.slice(a, nextA), there: there.slice(b, nextB), isAtEnd });
    [a, b] = [nextA + 1, nextB + 1];
  }
  return hunks;
}

/** The longest common subsequence, as places in both. */
function commonWords(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
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

function does(words: readonly string[]): ReadonlySet<string | undefined> {
  return new Set(words.map((word) => turning.get(word)));
}

/** A turning word that was put in, or left out from between. */
function turnedBy(hunks: readonly Hunk[]): string | undefined {
  const allSaid = does(hunks.flatMap(({ said }) => said));
  const allThere = does(hunks.flatMap(({ there }) => there));
  const putIn = hunks
    .flatMap(({ said }) => said)
    .find((word) => turning.has(word) && !weak.has(word) && !allThere.has(turning.get(word)));
  if (putIn !== undefined) return `“${putIn}” is put in: the cited sentence does not say it.`;
  const leftOut = hunks
    .filter(({ isAtEnd, said, there }) => !isAtEnd || said.length > 0 || isTurnOfEnd(there))
    .flatMap(({ there }) => there)
    .find((word) => turning.has(word) && !weak.has(word) && !allSaid.has(turning.get(word)));
  return leftOut === undefined ? undefined : `“${leftOut}” of the cited sentence is left out.`;
}

/** No part of a sentence that may be left out: "… or none where it is **not**", "… in lower case **only**". */
const mostOfTurn = 2;

function isTurnOfEnd(words: readonly string[]): boolean {
  return (
    words.length <= mostOfTurn && words.some((word) => /^(?:denial|only)$/.test(turning.get(word) ?? ''))
  );
}

/** A word put in the place of one it does not mean. */
function misputBy(hunks: readonly Hunk[], isThere: (word: string) => boolean): string | undefined {
  const moved = new Set(hunks.filter(({ there }) => there.length > 2).flatMap(({ there }) => there));
  const leftOut = new Set(hunks.flatMap(({ there }) => there));
  for (const { said, there, isAtEnd } of hunks) {
    const [ours, theirs] = [said.filter(isTelling), there.filter(isTelling)];
    if (ours.length === 0 || theirs.length > 3 || (isAtEnd && (theirs.length === 0 || ours.length > 2)))
      continue;
    const held = new Set(there);
    const isMeant = ours.some((word) => canReplaceAny(word, held));
    const strange = ours.find(
      (word) =>
        !(isMeant && isGenericWord(word)) &&
        !canReplaceAny(word, held) &&
        !moved.has(word) &&
        (theirs.length > 0 ||
          !(/^\d/.test(word) || isThere(word) || isGenericWord(word) || canReplaceAny(word, leftOut))),
    );
    if (strange !== undefined)
      return theirs.length > 0
        ? `“${theirs.join(' ')}” stands where “${strange}” is said.`
        : `“${strange}” is put in: the cited sentence does not say it.`;
  }
  return undefined;
}

function isTelling(word: string): boolean {
  return /^\d/.test(word) || (word.length > 2 && (!isStopWord(word) || turning.has(word)));
}
