/** Prose cut into clauses, the same way for what is claimed and for what is cited, so that one can be held to the other. */

import { isStopWord } from '../core/terms.ts';

const longestProse = 4_000;
const boundary =
  /[;:()\n]+|[,.!?](?=\s|$)|\s[—–-]+\s|\s(?:and|but|or|if|when|whenever|unless|which|that|because|since|while|so|otherwise|then|where|whereas|although|until|once|before|after)\s/giu;

/** Clauses in order, white space folded; one without a word that says something belongs to the one before. */
export function clausesOf(prose: string): readonly string[] {
  const clauses: string[] = [];
  let from = 0;
  const text = prose.slice(0, longestProse);
  for (const match of text.matchAll(boundary)) {
    clauses.push(text.slice(from, match.index));
    // The word that begins a clause belongs to it: "before" and "unless" say how it hangs on the other.
    from = /^\s\p{L}/u.test(match[0]) ? match.index + 1 : match.index + match[0].length;
  }
  const whole: string[] = [];
  for (const clause of [...clauses, text.slice(from)]) {
    const folded = clause.replace(/\s+/g, ' ').trim();
    const last = whole.at(-1);
    if (last !== undefined && !saysSomething(folded)) whole[whole.length - 1] = `${last} ${folded}`.trim();
    else if (folded !== '') whole.push(folded);
  }
  return whole;
}

function saysSomething(clause: string): boolean {
  return (clause.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => !isStopWord(word));
}
