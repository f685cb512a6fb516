/** Kinds of claims about the text of comments that their citations do not support. Each is made from a true claim by one change. */

import type { MakeClaim } from './claim-case.ts';
import {
  addNegation,
  cite,
  findNumber,
  hasNegation,
  lowercaseFirst,
  changeNumber,
  removeNegation,
  replaceLongestTerm,
  swapNouns,
  withoutPeriod,
} from './reword-sentence.ts';
import { toList, pickUnrelatedWord, findLongWords } from './unrelated-material.ts';
import { contrastingQuantifiers, contrastingWords } from './word-tables.ts';

function firstResult<T>(list: readonly T[], make: (item: T) => string | undefined): string | undefined {
  for (const item of list) {
    const result = make(item);
    if (result !== undefined) return result;
  }
  return undefined;
}

const contrastingUnits: ReadonlyMap<string, string> = new Map([
  ['seconds', 'minutes'],
  ['milliseconds', 'seconds'],
  ['minutes', 'hours'],
  ['bytes', 'kilobytes'],
  ['bits', 'bytes'],
  ['characters', 'words'],
  ['hours', 'days'],
  ['days', 'weeks'],
]);

export const fabricatedProseKinds: Readonly<Record<string, MakeClaim>> = {
  'quotation altered': (material) => {
    const { definition, pick } = material;
    const sentence = pick(definition.sentences);
    if (sentence === undefined) return [];
    const word = pickUnrelatedWord(material);
    const changed =
      replaceLongestTerm(sentence, contrastingWords) ??
      (word && sentence.replace(findLongWords(sentence)[1] ?? '', word));
    return changed === undefined || definition.text.includes(changed)
      ? []
      : [cite(`\`${definition.name}\` is documented: “${withoutPeriod(changed)}”`)];
  },
  'opposite word': ({ definition }) =>
    toList(
      firstResult(definition.sentences, (sentence) => replaceLongestTerm(sentence, contrastingWords)),
    ).map((text) => cite(text)),
  'a word of another subject': (material) => {
    const [sentence, word] = [material.pick(material.definition.sentences), pickUnrelatedWord(material)];
    const [, target] = findLongWords(sentence ?? '');
    if (sentence === undefined || word === undefined || target === undefined) return [];
    return [cite(withoutPeriod(sentence).replace(target, word.toLowerCase()))];
  },
  'a sentence of another repository': ({ definition, unrelated, pick }) => {
    const sentence = pick(unrelated.sentences.filter((candidate) => !definition.text.includes(candidate)));
    return sentence === undefined
      ? []
      : [cite(withoutPeriod(sentence)), cite(`\`${definition.name}\`: ${lowercaseFirst(sentence)}`)].slice(
          0,
          1,
        );
  },
  'roles in prose swapped': ({ definition }) =>
    toList(firstResult(definition.sentences, swapNouns)).map((text) => cite(text)),
  'denial put in': ({ definition }) =>
    toList(
      firstResult(
        definition.sentences.filter((sentence) => !hasNegation(sentence)),
        addNegation,
      ),
    ).map((text) => cite(text)),
  'denial left out': ({ definition }) =>
    toList(firstResult(definition.sentences.filter(hasNegation), removeNegation)).map((text) => cite(text)),
  'quantifier changed': ({ definition }) =>
    toList(
      firstResult(definition.sentences, (sentence) => replaceLongestTerm(sentence, contrastingQuantifiers)),
    ).map((text) => cite(text)),
  'quantifier put in': ({ definition, pick }) => {
    const sentence = definition.sentences.find(
      (candidate) => /^[A-Z][a-z]+s (?:the|a|an) /.test(candidate) && !hasNegation(candidate),
    );
    if (sentence === undefined) return [];
    const word = pick(['Always', 'Only sometimes', 'Rarely', 'At most twice']);
    return [cite(`${word} ${lowercaseFirst(sentence)}`)];
  },
  'number in prose changed': ({ definition }) =>
    toList(
      firstResult(definition.sentences, (sentence) => {
        const value = findNumber(sentence);
        return value === undefined
          ? undefined
          : withoutPeriod(sentence).replace(new RegExp(`\\b${value}\\b`), changeNumber(value));
      }),
    ).map((text) => cite(text)),
  'unit changed': ({ definition }) =>
    toList(
      firstResult(
        definition.sentences.filter((sentence) => findNumber(sentence) !== undefined),
        (sentence) => replaceLongestTerm(sentence, contrastingUnits),
      ),
    ).map((text) => cite(text)),
  'number in code changed': ({ definition, pick }) => {
    const namedNumber = pick(definition.numbers);
    if (namedNumber === undefined) return [];
    const value = changeNumber(namedNumber[1].replaceAll('_', ''));
    return toList(
      pick([
        cite(`The number used for \`${namedNumber[0]}\` is ${value}`),
        cite(
          `\`${definition.name}\` works with \`${namedNumber[0]}\` and ${Number(value).toLocaleString('en-US')}`,
        ),
      ]),
    );
  },
};
