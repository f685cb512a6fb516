/** Lists words that people use to describe any software. Their absence from a repository says little about it. */

import { stem } from '../../core/text/terms.ts';

/** The stems of the words. */
export const describingWords: ReadonlySet<string> = new Set(
  `abstraction action allow apply approach architecture available avoid base basic behavior behaviour between build call case change check combine
   common compare complete component compose composition concept condition configuration configure connect contain control convert create creation
   custom data default define definition depend description design detail determine develop development different direct display during element emit
   enable enforce enforcement ensure entry error execute execution extend feature flow follow format function functionality general generate generation
   get handle handler handling helper hook identify implement important inherit initial initialise initialize inside inspect integrate interface
   internal introspect introspection invoke kind layer lifecycle logic low main maintain manage management mechanism method mode model multiple name
   need nest nesting new normal object operation order organise organize overload overview part pass pattern perform pipeline point possible prevent
   process produce propagate provide purpose reach read receive register related relate represent request require resolve respond result return run
   runtime save select send separate set share shape single special specific specify stage start state step stop store strategy structure support swap
   system take trigger turn type understand update user using utility validate validation value variant various view warn warning way work workflow wrap
   write`
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(stem),
);
