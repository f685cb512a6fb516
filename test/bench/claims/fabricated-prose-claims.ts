/** Kinds of claims about quotations and numbers of comments that a look-up does not find. Each is made from a true claim by one change. */

import type { MakeClaim } from './claim-case.ts';
import { changeNumber, cite, firstResult, replaceLongestTerm, withoutPeriod } from './reword-sentence.ts';
import { toList, pickUnrelatedWord, findLongWords } from './unrelated-material.ts';
import { contrastingWords } from './word-tables.ts';

const contrastingUnits: ReadonlyMap<string, string> = new Map([
  ['seconds', 'minutes'],
  ['milliseconds', 'seconds'],
  ['minutes', 'hours'],
  ['bytes', 'kilobytes'],
  ['bits', 'bytes'],
  ['hours', 'days'],
  ['days', 'weeks'],
]);

const numberWithUnit = new RegExp(`\\d (?:${[...contrastingUnits.keys()].join('|')})\\b`);

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
  'number in prose changed': ({ definition }) =>
    toList(
      firstResult(definition.sentences, (sentence) => {
        // A count in words is not looked up.
        const value = /(?<![\w.])\d{1,6}(?![\w.])/.exec(sentence)?.[0];
        const other = value === undefined ? undefined : changeNumber(value);
        return value === undefined ||
          other === undefined ||
          new RegExp(`\\b${other}\\b`).test(definition.text)
          ? undefined
          : withoutPeriod(sentence).replace(new RegExp(`\\b${value}\\b`), other);
      }),
    ).map((text) => cite(text)),
  'unit changed': ({ definition }) =>
    toList(
      firstResult(
        definition.sentences.filter((sentence) => numberWithUnit.test(sentence)),
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
