/** Checks the order of words around a preposition: "a string to a number" is not "a number to a string". */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { stem } from '../../../core/text/terms.ts';
import type { Statement } from '../../evidence-text/cited-text.ts';

/** Prepositions whose neighbors have different roles. */
const prepositions = new Set(
  'to from into onto before after by over within inside of for in on against than with as'.split(' '),
);
const determiners = new Set('the a an its this that each every their our your'.split(' '));

export function checkWordOrder(clause: string, statements: readonly Statement[]): readonly ClaimCheck[] {
  const words = splitWords(clause);
  return words.flatMap((word, at) => {
    const [first = '', second = ''] = [words[at - 1], words[at + 1]];
    if (!prepositions.has(word) || first.length < 3 || second.length < 3) return [];
    const [one, other] = [stem(first), stem(second)];
    const both = statements
      .filter(({ terms }) => terms.has(one) && terms.has(other))
      .map(({ text }) => splitWords(text));
    const isReversed =
      both.some((statementWords) => isInOrder(statementWords, [second, word, first])) &&
      !both.some((statementWords) => isInOrder(statementWords, [first, word, second]));
    return isReversed
      ? [
          {
            check: 'order' as const,
            passed: false,
            detail: `The cited lines state “${first} ${word} ${second}” in the opposite direction.`,
          },
        ]
      : [];
  });
}

/** Returns words and numbers in order, without determiners: “a file of 27 lines” differs from “a file of lines”. */
function splitWords(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !determiners.has(word));
}

/** Allows one word between each two. */
function isInOrder(
  words: readonly string[],
  [first, word, second]: readonly [string, string, string],
): boolean {
  return words.some(
    (one, at) =>
      one === word &&
      (words[at - 1] === first || words[at - 2] === first) &&
      (words[at + 1] === second || words[at + 2] === second),
  );
}
