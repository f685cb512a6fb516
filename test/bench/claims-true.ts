/** Kinds of claims that are true of what they cite, as a model would write them; and right quotations with the wrong lines. */

import { splitLines } from '../../worker/core/text.ts';
import { spanOf, type ClaimMaterial, type MakeClaim } from './claims-case.ts';
import { numberWords, sameWords } from './claims-words.ts';

export const cite = (text: string, id = 'e1'): string => `${text} [chunk:${id}].`;
export const restated = (sentence: string): string => sentence.replace(/\.$/, '');
export const lowered = (sentence: string): string =>
  restated(sentence).replace(/^[A-Z](?=[a-z]|\s)/, (letter) => letter.toLowerCase());
/** Written without back-ticks, such a name is still seen to be one. */
export const isSeenAsName = (name: string): boolean => /[a-z][A-Z]|_/.test(name.replace(/^_+/, ''));
export const hasNegation = (text: string): boolean =>
  /\b(?:not|never|no|without|cannot|none)\b|n['’]t\b/.test(text);
const quantified = /\b(?:all|every|only|always|any|each|some|most|both|exactly)\b/;

const leads = [
  'According to its comment, ',
  'As its documentation puts it, ',
  'In short, ',
  'Here, ',
  'In other words, ',
];

function one<T>(value: T | undefined, make: (value: T) => string | readonly string[]): readonly string[] {
  return value === undefined ? [] : [make(value)].flat();
}

/** Says the same: words put for words, and a condition told first or last. */
function paraphrase(sentence: string): string | undefined {
  let changed = 0;
  const words = restated(sentence).replace(/[A-Za-z]+/g, (word) => {
    const other = sameWords.get(word.toLowerCase());
    if (other === undefined || changed >= 2) return word;
    changed += 1;
    return /^[A-Z]/.test(word) ? other.replace(/^./, (letter) => letter.toUpperCase()) : other;
  });
  const turned = words.replace(
    /^(If|When) ([^,]+), ([^,]+)$/,
    (_, word: string, condition: string, rest: string) =>
      `${rest.replace(/^./, (letter) => letter.toUpperCase())} ${word.toLowerCase()} ${condition}`,
  );
  return turned === restated(sentence) ? undefined : turned;
}

const plainSentences = ({ it }: ClaimMaterial): readonly string[] =>
  it.sentences.filter((sentence) => !hasNegation(sentence) && !quantified.test(sentence));

export const trueKinds: Readonly<Record<string, MakeClaim>> = {
  'quotation of a comment': ({ it, pick }) =>
    one(pick(it.sentences), (sentence) => cite(`\`${it.name}\` is documented: “${sentence}”`)),
  'quotation of words within a sentence': ({ it, pick }) =>
    one(pick(it.sentences), (sentence) =>
      cite(`Its comment speaks of “${restated(sentence).split(' ').slice(1, 6).join(' ')}”`),
    ),
  'quotation of a line': ({ it, pick }) =>
    one(
      pick(it.lines),
      ([text, line]) =>
        pick([
          cite(`In \`${it.file.path}\`, line ${line} reads \`${text}\``),
          cite(`\`${it.name}\` contains \`${text}\``),
        ]) ?? [],
    ),
  'names in back-ticks': ({ it, pick }) =>
    one(
      pick(it.calls),
      (callee) =>
        pick([
          cite(`\`${it.name}\` calls \`${callee}\``),
          cite(`\`${it.name}()\` calls \`${callee}()\``),
          cite(`\`${callee}\` is called by \`${it.name}\``),
          cite(`Inside \`${it.name}\`, the function \`${callee}\` is invoked`),
          cite(`\`${it.name}\` uses \`${callee}\` to do its work`),
          cite(`The work is handed to \`${callee}\` by \`${it.name}\``),
        ]) ?? [],
    ),
  'names without back-ticks': ({ it, pick }) =>
    isSeenAsName(it.name)
      ? one(
          pick(it.calls.filter(isSeenAsName)),
          (callee) =>
            pick([
              cite(`${it.name} calls ${callee}`),
              cite(`The function ${it.name} delegates to ${callee}`),
            ]) ?? [],
        )
      : [],
  'two names in order': ({ it }) =>
    it.calls.length < 2 ? [] : [cite(`\`${it.name}\` calls \`${it.calls[0]}\` and \`${it.calls[1]}\``)],
  'two citations': ({ it, sibling, pick }) =>
    it === sibling
      ? []
      : one(pick(it.calls), (callee) =>
          one(
            pick(sibling.calls),
            (other) =>
              `\`${it.name}\` calls \`${callee}\` [chunk:e1], while \`${sibling.name}\` calls \`${other}\` [chunk:e2].`,
          ),
        ),
  'prose as in the comment': (material) =>
    one(material.pick(plainSentences(material)), (sentence) =>
      cite(`${material.pick(leads) ?? ''}${lowered(sentence)}`),
    ),
  paraphrase: (material) =>
    one(material.pick(plainSentences(material)), (sentence) => one(paraphrase(sentence), cite)),
  'denial in the comment': ({ it, pick }) =>
    one(pick(it.sentences.filter(hasNegation)), (sentence) =>
      cite(pick([restated(sentence), paraphrase(sentence) ?? restated(sentence)]) ?? sentence),
    ),
  'quantifier in the comment': ({ it, pick }) =>
    one(
      pick(it.sentences.filter((sentence) => quantified.test(sentence) && !hasNegation(sentence))),
      (sentence) => cite(pick([restated(sentence), paraphrase(sentence) ?? restated(sentence)]) ?? sentence),
    ),
  'number in code': ({ it, pick }) =>
    one(
      pick(it.numbers),
      ([name, value]) =>
        pick([
          cite(`The number used for \`${name}\` is ${value.replaceAll('_', '')}`),
          cite(`\`${it.name}\` works with \`${name}\` and ${grouped(value)}`),
          cite(`In \`${it.name}\` the value ${grouped(value)} belongs to ${name}`),
        ]) ?? [],
    ),
  'number in prose': ({ it, pick }) =>
    one(pick(it.sentences.filter((sentence) => numberIn(sentence) !== undefined)), (sentence) =>
      cite(pick([restated(sentence), otherSpelling(restated(sentence))]) ?? sentence),
    ),
  lines: ({ it, pick }) =>
    pick([
      [cite(`Lines ${it.startLine}–${it.endLine} of \`${it.file.path}\` define \`${it.name}\``)],
      [cite(`\`${it.name}\` stands on lines ${it.startLine} to ${it.endLine}`)],
      [cite(`The definition of \`${it.name}\` ends at line ${it.endLine}`)],
    ]) ?? [],
  'file named': ({ it, pick }) =>
    pick([
      [cite(`\`${it.name}\` is defined in \`${it.file.path}\``)],
      [cite(`The file ${it.file.path} defines \`${it.name}\``)],
      [cite(`\`${it.file.path.split('/').at(-1) ?? ''}\` is where \`${it.name}\` lives`)],
    ]) ?? [],
  'error thrown': ({ it, pick }) =>
    one(
      pick(it.throws),
      (name) =>
        pick([
          cite(`\`${it.name}\` throws a \`${name}\``),
          cite(`\`${it.name}\` can raise ${name}`),
          cite(`When something is wrong, a \`${name}\` is thrown`),
        ]) ?? [],
    ),
  'early return': ({ it, pick }) =>
    one(
      pick(it.guards),
      (name) =>
        pick([
          cite(`\`${it.name}\` checks whether \`${name}\` is missing`),
          cite(`If \`${name}\` is not set, it takes a path of its own`),
          cite(`\`${it.name}\` does not go on as usual without \`${name}\``),
        ]) ?? [],
    ),
  loop: ({ it, pick }) =>
    one(
      pick(it.loops),
      (name) =>
        pick([
          cite(`\`${it.name}\` loops over \`${name}\``),
          cite(`It iterates over the elements of \`${name}\``),
          cite(`Each entry of \`${name}\` is visited in turn`),
        ]) ?? [],
    ),
};

const unit = '(?:seconds?|minutes?|hours?|bytes?|bits?|days?|times?|characters?|digits?)';
const number = new RegExp(
  String.raw`(?<![-.\w])(\d+|${numberWords.slice(2).join('|')})(?![-.]\w)\b(?: ${unit}\b)?`,
);
export function numberIn(sentence: string): string | undefined {
  return number.exec(sentence)?.[1];
}

/** `two` for `2` and the other way round. */
function otherSpelling(sentence: string): string {
  return sentence.replace(number, (found, spelt: string) => {
    const at = numberWords.indexOf(spelt);
    const other = at < 0 ? numberWords[Number(spelt)] : String(at);
    return other === undefined ? found : found.replace(spelt, other);
  });
}

export function grouped(value: string): string {
  return Number(value.replaceAll('_', '')).toLocaleString('en-US');
}

/** The lines a writer cites who is some lines off, before or after what is quoted. */
function offBy(material: ClaimMaterial, [first, last]: readonly [number, number]) {
  const { it, pick } = material;
  const all = splitLines(it.file.text).length;
  const length = pick([8, 12, 20]) ?? 8;
  const after = { startLine: last + 6, endLine: Math.min(all, last + 5 + length) };
  const before = { startLine: Math.max(1, first - 5 - length), endLine: first - 6 };
  const spans = [after, before].filter(({ startLine, endLine }) => endLine > startLine + 2 && startLine > 0);
  const span = pick(spans);
  const quoted = splitLines(it.file.text)
    .slice(first - 1, last)
    .join('')
    .trim();
  const cited = span && spanOf(it.file, { id: 'e1', ...span });
  return cited === undefined || quoted === '' || cited.text.includes(quoted) ? undefined : cited;
}

export const movedKinds: Readonly<Record<string, MakeClaim>> = {
  'right quotation of a line, six lines off': (material) => {
    const quoted = material.pick(material.it.lines);
    const evidence = quoted && offBy(material, [quoted[1], quoted[1]]);
    if (evidence === undefined || evidence.text.includes(quoted?.[0] ?? '')) return [];
    const text = material.pick([
      cite(`It reads \`${quoted?.[0]}\``),
      cite(`The code contains \`${quoted?.[0]}\``),
      cite(`This is done by \`${quoted?.[0]}\``),
    ]);
    return text === undefined ? [] : [{ text, evidence }];
  },
  'right quotation of a comment, six lines off': (material) => {
    const { it, pick } = material;
    const sentence = pick(it.sentences);
    const begin = sentence?.split(' ').slice(0, 3).join(' ') ?? '';
    const lines = splitLines(it.file.text);
    const first = lines.findIndex((line, at) => at + 1 >= it.startLine && line.includes(begin)) + 1;
    if (sentence === undefined || first === 0) return [];
    const evidence = offBy(material, [first, first + 3]);
    if (evidence === undefined || evidence.text.includes(begin)) return [];
    return [
      {
        text: pick([cite(`The comment says “${sentence}”`), cite(`It is documented: “${sentence}”`)]) ?? '',
        evidence,
      },
    ];
  },
  'right name, six lines off': (material) => {
    const { it, pick } = material;
    const quoted = pick(it.lines.filter(([text]) => it.calls.some((callee) => text.includes(`${callee}(`))));
    const callee = it.calls.find((one) => quoted?.[0].includes(`${one}(`));
    const evidence = quoted && offBy(material, [quoted[1], quoted[1]]);
    if (evidence === undefined || callee === undefined || evidence.text.includes(callee)) return [];
    return [{ text: cite(`\`${callee}\` is called here`), evidence }];
  },
};
