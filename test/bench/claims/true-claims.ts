/** Kinds of claims that their citations support, worded as a model would write them. */

import type { ClaimMaterial, MakeClaim } from './claim-case.ts';
import {
  cite,
  findNumber,
  hasNegation,
  looksLikeIdentifier,
  lowercaseFirst,
  paraphrase,
  respellNumber,
  withoutPeriod,
} from './reword-sentence.ts';

const quantifier = /\b(?:all|every|only|always|any|each|some|most|both|exactly)\b/;

const leadIns = [
  'According to its comment, ',
  'As its documentation puts it, ',
  'In short, ',
  'Here, ',
  'In other words, ',
];

function forValue<T>(
  value: T | undefined,
  make: (value: T) => string | readonly string[],
): readonly string[] {
  return value === undefined ? [] : [make(value)].flat();
}

const plainSentences = ({ definition }: ClaimMaterial): readonly string[] =>
  definition.sentences.filter((sentence) => !hasNegation(sentence) && !quantifier.test(sentence));

export const trueKinds: Readonly<Record<string, MakeClaim>> = {
  'quotation of a comment': ({ definition, pick }) =>
    forValue(pick(definition.sentences), (sentence) =>
      cite(`\`${definition.name}\` is documented: “${sentence}”`),
    ),
  'quotation of words within a sentence': ({ definition, pick }) =>
    forValue(pick(definition.sentences), (sentence) =>
      cite(`Its comment speaks of “${withoutPeriod(sentence).split(' ').slice(1, 6).join(' ')}”`),
    ),
  'quotation of a line': ({ definition, pick }) =>
    forValue(
      pick(definition.lines),
      ([text, line]) =>
        pick([
          cite(`In \`${definition.file.path}\`, line ${line} reads \`${text}\``),
          cite(`\`${definition.name}\` contains \`${text}\``),
        ]) ?? [],
    ),
  'names in back-ticks': ({ definition, pick }) =>
    forValue(
      pick(definition.calls),
      (callee) =>
        pick([
          cite(`\`${definition.name}\` calls \`${callee}\``),
          cite(`\`${definition.name}()\` calls \`${callee}()\``),
          cite(`\`${callee}\` is called by \`${definition.name}\``),
          cite(`Inside \`${definition.name}\`, the function \`${callee}\` is invoked`),
          cite(`\`${definition.name}\` uses \`${callee}\` to do its work`),
          cite(`The work is handed to \`${callee}\` by \`${definition.name}\``),
        ]) ?? [],
    ),
  'names without back-ticks': ({ definition, pick }) =>
    looksLikeIdentifier(definition.name)
      ? forValue(
          pick(definition.calls.filter(looksLikeIdentifier)),
          (callee) =>
            pick([
              cite(`${definition.name} calls ${callee}`),
              cite(`The function ${definition.name} delegates to ${callee}`),
            ]) ?? [],
        )
      : [],
  'two names in order': ({ definition }) =>
    definition.calls.length < 2
      ? []
      : [cite(`\`${definition.name}\` calls \`${definition.calls[0]}\` and \`${definition.calls[1]}\``)],
  'two citations': ({ definition, sibling, pick }) =>
    definition === sibling
      ? []
      : forValue(pick(definition.calls), (callee) =>
          forValue(
            pick(sibling.calls),
            (other) =>
              `\`${definition.name}\` calls \`${callee}\` [chunk:e1], while \`${sibling.name}\` calls \`${other}\` [chunk:e2].`,
          ),
        ),
  'prose as in the comment': (material) =>
    forValue(material.pick(plainSentences(material)), (sentence) =>
      cite(`${material.pick(leadIns) ?? ''}${lowercaseFirst(sentence)}`),
    ),
  paraphrase: (material) =>
    forValue(material.pick(plainSentences(material)), (sentence) => forValue(paraphrase(sentence), cite)),
  'denial in the comment': ({ definition, pick }) =>
    forValue(pick(definition.sentences.filter(hasNegation)), (sentence) =>
      cite(pick([withoutPeriod(sentence), paraphrase(sentence) ?? withoutPeriod(sentence)]) ?? sentence),
    ),
  'quantifier in the comment': ({ definition, pick }) =>
    forValue(
      pick(definition.sentences.filter((sentence) => quantifier.test(sentence) && !hasNegation(sentence))),
      (sentence) =>
        cite(pick([withoutPeriod(sentence), paraphrase(sentence) ?? withoutPeriod(sentence)]) ?? sentence),
    ),
  'number in code': ({ definition, pick }) =>
    forValue(
      pick(definition.numbers),
      ([name, value]) =>
        pick([
          cite(`The number used for \`${name}\` is ${value.replaceAll('_', '')}`),
          cite(`\`${definition.name}\` works with \`${name}\` and ${formatGrouped(value)}`),
          cite(`In \`${definition.name}\` the value ${formatGrouped(value)} belongs to ${name}`),
        ]) ?? [],
    ),
  'number in prose': ({ definition, pick }) =>
    forValue(
      pick(definition.sentences.filter((sentence) => findNumber(sentence) !== undefined)),
      (sentence) => cite(pick([withoutPeriod(sentence), respellNumber(withoutPeriod(sentence))]) ?? sentence),
    ),
  lines: ({ definition, pick }) =>
    pick([
      [
        cite(
          `Lines ${definition.startLine}–${definition.endLine} of \`${definition.file.path}\` define \`${definition.name}\``,
        ),
      ],
      [cite(`\`${definition.name}\` stands on lines ${definition.startLine} to ${definition.endLine}`)],
      [cite(`The definition of \`${definition.name}\` ends at line ${definition.endLine}`)],
    ]) ?? [],
  'file named': ({ definition, pick }) =>
    pick([
      [cite(`\`${definition.name}\` is defined in \`${definition.file.path}\``)],
      [cite(`The file ${definition.file.path} defines \`${definition.name}\``)],
      [cite(`\`${definition.file.path.split('/').at(-1) ?? ''}\` is where \`${definition.name}\` lives`)],
    ]) ?? [],
  'error thrown': ({ definition, pick }) =>
    forValue(
      pick(definition.throws),
      (name) =>
        pick([
          cite(`\`${definition.name}\` throws a \`${name}\``),
          cite(`\`${definition.name}\` can raise ${name}`),
          cite(`When something is wrong, a \`${name}\` is thrown`),
        ]) ?? [],
    ),
  'early return': ({ definition, pick }) =>
    forValue(
      pick(definition.guards),
      (name) =>
        pick([
          cite(`\`${definition.name}\` checks whether \`${name}\` is missing`),
          cite(`If \`${name}\` is not set, it takes a path of its own`),
          cite(`\`${definition.name}\` does not go on as usual without \`${name}\``),
        ]) ?? [],
    ),
  loop: ({ definition, pick }) =>
    forValue(
      pick(definition.loops),
      (name) =>
        pick([
          cite(`\`${definition.name}\` loops over \`${name}\``),
          cite(`It iterates over the elements of \`${name}\``),
          cite(`Each entry of \`${name}\` is visited in turn`),
        ]) ?? [],
    ),
  'in another language': ({ definition, pick }) =>
    forValue(
      pick(definition.calls),
      (callee) =>
        pick([
          cite(`\`${definition.name}\` ruft innerhalb seiner Schleife die Funktion \`${callee}\` auf`),
          cite(`\`${definition.name}\` appelle la fonction \`${callee}\``),
          cite(`\`${definition.name}\` llama a la función \`${callee}\``),
          cite(`\`${definition.name}\` 调用 \`${callee}\``),
        ]) ?? [],
    ),
};

function formatGrouped(value: string): string {
  return Number(value.replaceAll('_', '')).toLocaleString('en-US');
}
