/** Checks the order of words around a preposition: "a string to a number" is not "a number to a string". */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { stem } from '../../../core/text/terms.ts';
import type { Statement } from '../../evidence-text/cited-text.ts';

/** Roles around such a word are told by their order. */
const between = new Set(
  'to from into onto before after by over within inside of for in on against than with as'.split(' '),
);
const pointing = new Set('the a an its this that each every their our your'.split(' '));

/** "a string to a number" is not "a number to a string". */
export function checkWordOrder(clause: string, statements: readonly Statement[]): readonly ClaimCheck[] {
  const words = wordsBetween(clause);
  return words.flatMap((word, at) => {
    const [first = '', second = ''] = [words[at - 1], words[at + 1]];
    if (!between.has(word) || first.length < 3 || second.length < 3) return [];
    const [one, other] = [stem(first), stem(second)];
    const both = statements
      .filter(({ terms }) => terms.has(one) && terms.has(other))
      .map(({ text }) => wordsBetween(text));
    const isTurned =
      both.some((said) => isInOrder(said, [second, word, first])) &&
      !both.some((said) => isInOrder(said, [first, word, second]));
    return isTurned
      ? [
          {
            check: 'order' as const,
            passed: false,
            detail: `The cited lines have “${first} ${word} ${second}” the other way round.`,
          },
        ]
      : [];
  });
}

/** Words and numbers in order, without those that only point: “a file of 27 lines” is not “a file of lines”. */
function wordsBetween(text: string): readonly string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !pointing.has(word));
}

/** One word may stand between. */
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
