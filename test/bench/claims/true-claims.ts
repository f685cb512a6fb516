/** Kinds of claims that their citations support, worded as a model would write them, and correct quotations with wrong lines. */

import { splitLines } from '../../../worker/core/text/decode-text.ts';
import { createEvidence, type ClaimMaterial, type MakeClaim } from './claim-case.ts';
import { numberWords, synonyms } from './word-tables.ts';

export const cite = (text: string, id = 'e1'): string => `${text} [chunk:${id}].`;
export const withoutPeriod = (sentence: string): string => sentence.replace(/\.$/, '');
export const lowercaseFirst = (sentence: string): string =>
  withoutPeriod(sentence).replace(/^[A-Z](?=[a-z]|\s)/, (letter) => letter.toLowerCase());
/** Whether a name is recognizable as an identifier without backticks. */
export const looksLikeIdentifier = (name: string): boolean => /[a-z][A-Z]|_/.test(name.replace(/^_+/, ''));
export const hasNegation = (text: string): boolean =>
  /\b(?:not|never|no|without|cannot|none)\b|n['’]t\b/.test(text);
const quantified = /\b(?:all|every|only|always|any|each|some|most|both|exactly)\b/;

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

/** Restates a sentence: up to two synonyms, and a leading condition moved to the end. */
function paraphrase(sentence: string): string | undefined {
  let changed = 0;
  const words = withoutPeriod(sentence).replace(/[A-Za-z]+/g, (word) => {
    const other = synonyms.get(word.toLowerCase());
    if (other === undefined || changed >= 2) return word;
    changed += 1;
    return /^[A-Z]/.test(word) ? other.replace(/^./, (letter) => letter.toUpperCase()) : other;
  });
  const reordered = words.replace(
    /^(If|When) ([^,]+), ([^,]+)$/,
    (_, word: string, condition: string, rest: string) =>
      `${rest.replace(/^./, (letter) => letter.toUpperCase())} ${word.toLowerCase()} ${condition}`,
  );
  return reordered === withoutPeriod(sentence) ? undefined : reordered;
}

const plainSentences = ({ definition }: ClaimMaterial): readonly string[] =>
  definition.sentences.filter((sentence) => !hasNegation(sentence) && !quantified.test(sentence));

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
      pick(definition.sentences.filter((sentence) => quantified.test(sentence) && !hasNegation(sentence))),
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
};

const unit = '(?:seconds?|minutes?|hours?|bytes?|bits?|days?|times?|characters?|digits?)';
const number = new RegExp(
  String.raw`(?<![-.\w])(\d+|${numberWords.slice(2).join('|')})(?![-.]\w)\b(?: ${unit}\b)?`,
);
export function findNumber(sentence: string): string | undefined {
  return number.exec(sentence)?.[1];
}

/** Replaces `2` with `two` and vice versa. */
function respellNumber(sentence: string): string {
  return sentence.replace(number, (found, spelled: string) => {
    const at = numberWords.indexOf(spelled);
    const other = at < 0 ? numberWords[Number(spelled)] : String(at);
    return other === undefined ? found : found.replace(spelled, other);
  });
}

function formatGrouped(value: string): string {
  return Number(value.replaceAll('_', '')).toLocaleString('en-US');
}

/** Cites lines at least six lines before or after the quoted ones. */
function citeShiftedLines(material: ClaimMaterial, [first, last]: readonly [number, number]) {
  const { definition, pick } = material;
  const all = splitLines(definition.file.text).length;
  const length = pick([8, 12, 20]) ?? 8;
  const after = { startLine: last + 6, endLine: Math.min(all, last + 5 + length) };
  const before = { startLine: Math.max(1, first - 5 - length), endLine: first - 6 };
  const spans = [after, before].filter(({ startLine, endLine }) => endLine > startLine + 2 && startLine > 0);
  const span = pick(spans);
  const quoted = splitLines(definition.file.text)
    .slice(first - 1, last)
    .join('')
    .trim();
  const cited = span && createEvidence(definition.file, { id: 'e1', ...span });
  return cited === undefined || quoted === '' || cited.text.includes(quoted) ? undefined : cited;
}

export const movedKinds: Readonly<Record<string, MakeClaim>> = {
  'right quotation of a line, six lines off': (material) => {
    const quoted = material.pick(material.definition.lines);
    const evidence = quoted && citeShiftedLines(material, [quoted[1], quoted[1]]);
    if (evidence === undefined || evidence.text.includes(quoted?.[0] ?? '')) return [];
    const text = material.pick([
      cite(`It reads \`${quoted?.[0]}\``),
      cite(`The code contains \`${quoted?.[0]}\``),
      cite(`This is done by \`${quoted?.[0]}\``),
    ]);
    return text === undefined ? [] : [{ text, evidence }];
  },
  'right quotation of a comment, six lines off': (material) => {
    const { definition, pick } = material;
    const sentence = pick(definition.sentences);
    const begin = sentence?.split(' ').slice(0, 3).join(' ') ?? '';
    const lines = splitLines(definition.file.text);
    const first = lines.findIndex((line, at) => at + 1 >= definition.startLine && line.includes(begin)) + 1;
    if (sentence === undefined || first === 0) return [];
    const evidence = citeShiftedLines(material, [first, first + 3]);
    if (evidence === undefined || evidence.text.includes(begin)) return [];
    return [
      {
        text: pick([cite(`The comment says “${sentence}”`), cite(`It is documented: “${sentence}”`)]) ?? '',
        evidence,
      },
    ];
  },
  'right name, six lines off': (material) => {
    const { definition, pick } = material;
    const quoted = pick(
      definition.lines.filter(([text]) => definition.calls.some((callee) => text.includes(`${callee}(`))),
    );
    const callee = definition.calls.find((one) => quoted?.[0].includes(`${one}(`));
    const evidence = quoted && citeShiftedLines(material, [quoted[1], quoted[1]]);
    if (evidence === undefined || callee === undefined || evidence.text.includes(callee)) return [];
    return [{ text: cite(`\`${callee}\` is called here`), evidence }];
  },
};
