/**
 * Finds the words of a history question that describe a change. If none are left besides the subject, the question asks for the changes
 * of the subject itself, not for one described in words.
 */

import { isStopWord } from '../../core/text/terms.ts';

/** Words for changes, for who asks, for kinds of files, and for time. */
const frameWords = new Set(
  `ago all already also altered any anybody anyone anything anywhere appear appeared apparently article authored background before blame branch brought
   changeset changelog chapter checked clone code codebase comes commit committed committer component config configuration contributed contributor couple
   crate created curious currently date day days dir directory doc documentation edit edited ended entire entries entry ever everything exist existed exists
   file files find first folder following found full get git give go going guide happened hash hello hey hi historical history id idea introduced
   item just know landed last late lately latest like list log long look looking made maintain maintained maintaining maintainer maybe mention modification modified modified modifying
   modify module month months need newest next nice number oldest once one original originally originate originated over package page part past people
   person place please pointer pr previous prior project pull quick quickly readme really recent recently renamed repo repository request revision revised right
   root said script second section see sha shipped show since somebody someone something sometime source started still submodule subpackage tell test
   tests thanks thing things third time timeline top touch touched track tree tried true try trying update updated updates version want wanted week weeks went whole
   wondering work worked working wrote year years added add adding author authors changed changes change commits creation created landing merged merge move moved
   called named known happening involved related under within inside around during between through until after early mid end beginning quarter half spring
   summer autumn fall winter january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov
   dec release released tag tagged tags fourth fifth sixth two three four five immediately directly ancient fresh age old introduction touching affecting
   editing changing modifying involving concerning regarding default main trunk head snapshot life lifetime day today yesterday order ordered sorted newest chronological`.split(
    /\s+/,
  ),
);
const minLength = 2;

export function findContentWords(
  text: string,
  subject: { readonly path: string; readonly written: string; readonly author: string | undefined },
): readonly string[] {
  const own = new Set(splitWords(`${subject.path} ${subject.author ?? ''}`).map(stem));
  const rest = subject.written === '' ? text : text.replaceAll(subject.written, ' ');
  const words = splitWords(rest.replace(/\bv?\d+(?:\.\d+)+\S*/g, ' ')).filter(
    (word) =>
      word.length >= minLength &&
      !/^[qh]?\d/.test(word) &&
      !isStopWord(word) &&
      !frameWords.has(word) &&
      !own.has(stem(word)),
  );
  return [...new Set(words)];
}

function splitWords(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase());
}

/** "delaying" and "Delay", "guides" and "guide". */
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word.replace(/s$/, '');
}
