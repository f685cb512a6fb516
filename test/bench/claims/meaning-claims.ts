/**
 * Kinds of claims that are false in meaning alone: their names, quotations and numbers are in the cited lines, or they have none. Each is made
 * from a true claim by one change.
 */

import type { MakeClaim } from './claim-case.ts';
import {
  addNegation,
  cite,
  firstResult,
  hasNegation,
  lowercaseFirst,
  removeNegation,
  replaceLongestTerm,
  swapNouns,
  withoutPeriod,
} from './reword-sentence.ts';
import { findLongWords, pickUnrelatedAction, pickUnrelatedWord, toList } from './unrelated-material.ts';
import { contrastingQuantifiers, contrastingWords, otherLanguageTemplates } from './word-tables.ts';

export const meaningKinds: Readonly<Record<string, MakeClaim>> = {
  'roles of a call swapped': ({ definition, pick }) => {
    const callee = pick(definition.calls);
    if (callee === undefined) return [];
    return toList(
      pick([
        cite(`\`${callee}\` calls \`${definition.name}\``),
        cite(`\`${definition.name}\` is called by \`${callee}\``),
        cite(`${callee} uses \`${definition.name}\` to do its work`),
      ]),
    );
  },
  'call denied': ({ definition, pick }) => {
    const callee = pick(definition.calls);
    if (callee === undefined) return [];
    return toList(
      pick([
        cite(`\`${definition.name}\` does not call \`${callee}\``),
        cite(`\`${definition.name}\` never calls \`${callee}\``),
        cite(`\`${definition.name}\` works without \`${callee}\``),
        cite(`\`${callee}\` isn't used by \`${definition.name}\``),
        cite(`\`${definition.name}\` avoids calling \`${callee}\``),
      ]),
    );
  },
  'true half and invented half': (material) => {
    const { definition, pick } = material;
    const [callee, action] = [pick(definition.calls), pickUnrelatedAction(material)];
    if (callee === undefined || action === undefined) return [];
    return toList(
      pick([
        cite(`\`${definition.name}\` calls \`${callee}\`, and it ${action}`),
        cite(`\`${definition.name}\` calls \`${callee}\` and then ${action}`),
        cite(`\`${definition.name}\`, which ${action}, calls \`${callee}\``),
        cite(`While \`${definition.name}\` ${action}, \`${callee}\` is called`),
        cite(`\`${definition.name}\` calls \`${callee}\`; it also ${action}`),
      ]),
    );
  },
  'true quotation and invented half': (material) => {
    const [sentence, action] = [material.pick(material.definition.sentences), pickUnrelatedAction(material)];
    return sentence === undefined || action === undefined
      ? []
      : [cite(`\`${material.definition.name}\` is documented: “${sentence}”, and it ${action}`)];
  },
  'said in another language': ({ definition, pick }) =>
    toList(
      pick(otherLanguageTemplates.map((sentence) => cite(sentence.replace('%', `\`${definition.name}\``)))),
    ),
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
  'count in words invented': ({ definition, pick }) => {
    const callee = pick(definition.calls);
    return callee === undefined
      ? []
      : [cite(`\`${definition.name}\` calls \`${callee}\` up to seventeen times`)];
  },
  'a sentence that cites something else': ({ definition, pick }) => {
    const sentence = pick(definition.sentences);
    return sentence === undefined ? [] : [cite(withoutPeriod(sentence), 'e3')];
  },
};
