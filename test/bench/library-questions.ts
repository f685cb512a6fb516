/** Makes queries and questions from the symbols and comments of a tree. The same tree gives the same questions. */

import type { LibraryFile } from './library-tree.ts';
import { sortByHash } from './sort-by-hash.ts';

const definition =
  /^(?:export )?(?:declare )?(?:async )?(?:function|class|interface|type|const|enum) ([A-Za-z_$][\w$]{3,40})\b/gm;
const comment = /^\s*(?:\*|\/\/|\/\*\*)\s+([A-Z][a-z]+(?: [\w'`.-]+){5,14})\.?\s*$/gm;

/** Returns queries: one third identifiers, one third phrases of two or three words, and one third sentences. */
export function libraryQueries(files: readonly LibraryFile[], count: number): string[] {
  const identifiers = pick(findCaptures(files, definition), Math.ceil(count / 3));
  const sentences = pick(findCaptures(files, comment), Math.ceil(count / 3) * 2);
  const middle = Math.ceil(sentences.length / 2);
  const phrases = sentences.slice(0, middle).map(pickLongestWords);
  return interleave([identifiers, phrases, sentences.slice(middle)]).slice(0, count);
}

/** Returns questions of three kinds: where a symbol is defined, what it does, and how something works. */
export function libraryQuestions(files: readonly LibraryFile[], count: number): string[] {
  const identifiers = pick(findCaptures(files, definition), count);
  const phrases = pick(findCaptures(files, comment), count).map(pickLongestWords);
  const where = identifiers.map((name) => `Where is ${name} defined?`);
  const what = identifiers.toReversed().map((name) => `What does ${name} do?`);
  const how = phrases.map((words) => `How does ${words} work?`);
  return interleave([where, what, how]).slice(0, count);
}

function findCaptures(files: readonly LibraryFile[], pattern: RegExp): string[] {
  const captures = new Set<string>();
  for (const { text } of files)
    for (const match of text.matchAll(pattern)) if (match[1] !== undefined) captures.add(match[1]);
  return [...captures];
}

/** Picks `count` texts, spread over the tree. */
function pick(texts: readonly string[], count: number): string[] {
  return sortByHash(texts, (text) => text).slice(0, count);
}

/** Picks the two or three longest words of a sentence, in their original order. */
function pickLongestWords(sentence: string): string {
  const words = sentence.split(/[^\w$]+/).filter((word) => word.length > 2);
  const longest = words
    .toSorted((left, right) => right.length - left.length)
    .slice(0, sentence.length % 2 === 0 ? 2 : 3);
  return words.filter((word) => longest.includes(word)).join(' ');
}

function interleave(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, position) =>
    lists.flatMap((list) => list[position] ?? []),
  ).flat();
}
