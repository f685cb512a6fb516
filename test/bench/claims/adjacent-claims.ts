/**
 * Kinds of claims about passages that span two functions. A fabricated claim attributes a call, error or line of the adjacent function to the
 * definition, or changes a count or number. The true kinds show that the checks do not reject correct claims about such passages.
 */

import { splitLines } from '../../../worker/core/text/decode-text.ts';
import { createEvidence, type ClaimMaterial, type MakeClaim } from './claim-case.ts';
import { cite, lowercaseFirst, withoutPeriod } from './reword-sentence.ts';

/** Cites a definition and its neighbor as one passage, as search results often do. */
function citeTogether({ definition, neighbor, pick }: ClaimMaterial) {
  if (neighbor === undefined) return undefined;
  const startLine = Math.min(definition.startLine, neighbor.startLine);
  const endLine = Math.max(definition.endLine, neighbor.endLine);
  if (endLine - startLine > 120) return undefined;
  const label = pick([{}, { name: definition.name }]) ?? {};
  return { neighbor, evidence: createEvidence(definition.file, { id: 'e1', startLine, endLine, ...label }) };
}

const containsName = (text: string, name: string): boolean =>
  new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text);

function claimAboutNeighbor(
  make: (material: ClaimMaterial, neighbor: ClaimMaterial['definition']) => string | undefined,
): MakeClaim {
  return (material) => {
    const cited = citeTogether(material);
    const text = cited && make(material, cited.neighbor);
    return cited === undefined || text === undefined ? [] : [{ text, evidence: cited.evidence }];
  };
}

/** Returns several wordings of the claim that one function calls another. */
const createCallClaims = (caller: string, callee: string) => [
  cite(`\`${caller}\` calls \`${callee}\``),
  cite(`\`${callee}\` is called by \`${caller}\``),
  cite(`\`${caller}\` uses \`${callee}\` to do its work`),
];

export const trueAdjacentKinds: Readonly<Record<string, MakeClaim>> = {
  'call, among other functions': claimAboutNeighbor(({ definition, pick }) => {
    const callee = pick(definition.calls);
    return callee === undefined ? undefined : pick(createCallClaims(definition.name, callee));
  }),
  'error, among other functions': claimAboutNeighbor(({ definition, pick }) => {
    const name = pick(definition.throws);
    return name === undefined
      ? undefined
      : pick([
          cite(`\`${definition.name}\` throws a \`${name}\``),
          cite(`\`${name}\` is raised by \`${definition.name}\``),
        ]);
  }),
  'comment, among other functions': claimAboutNeighbor(({ definition, pick }) => {
    const sentence = pick(
      definition.sentences.filter((candidate) => /^[A-Z][a-z]+s (?:the|a|an|its|whether) /.test(candidate)),
    );
    return sentence === undefined ? undefined : cite(`\`${definition.name}\` ${lowercaseFirst(sentence)}`);
  }),
  'line, among other functions': claimAboutNeighbor(({ definition, pick }) => {
    const line = pick(definition.lines)?.[0];
    return line === undefined ? undefined : cite(`\`${definition.name}\` contains \`${line}\``);
  }),
  'arguments counted': ({ definition, pick }) => {
    const count = countArguments(definition.text, definition.name);
    return count === undefined
      ? []
      : [
          cite(
            `\`${definition.name}\` takes ${pick([String(count), numberWords[count] ?? String(count)])} ${count === 1 ? 'argument' : 'arguments'}`,
          ),
        ];
  },
  'name with a number': ({ definition, pick }) => {
    const name = pick(findNumberedNames(definition.text));
    return name === undefined
      ? []
      : [
          cite(
            `\`${definition.name}\` has to do with ${pick([name, name.toUpperCase(), name.replace(/(\d)/, '-$1')])}`,
          ),
        ];
  },
};

export const fabricatedAdjacentKinds: Readonly<Record<string, MakeClaim>> = {
  'arguments miscounted': ({ definition, pick }) => {
    const count = countArguments(definition.text, definition.name);
    if (count === undefined) return [];
    const other = pick([count + 1, count + 2, ...(count > 1 ? [count - 1] : [])]) ?? count + 1;
    return [
      cite(
        `\`${definition.name}\` in \`${definition.file.path}\` takes ${pick([String(other), numberWords[other] ?? String(other)])} arguments`,
      ),
    ];
  },
  'another number in a name': ({ definition, pick }) => {
    const name = pick(findNumberedNames(definition.text));
    const other = name?.replace(/\d+$/, (value) => String(Number(value) * 2 + 1));
    if (other === undefined || definition.text.toLowerCase().includes(other)) return [];
    return [
      cite(
        `\`${definition.name}\` has to do with ${pick([other, other.toUpperCase(), other.replace(/(\d)/, '-$1')])}`,
      ),
    ];
  },
  'quotation altered, over a line break': ({ definition, unrelated, pick }) => {
    const sentence = pick(definition.sentences);
    const word = pick(unrelated.calls.filter((call) => !definition.text.includes(call)));
    const parts = sentence === undefined ? [] : withoutPeriod(sentence).split(' ');
    if (word === undefined || parts.length < 6) return [];
    const altered = [...parts.slice(0, 2), word, ...parts.slice(3, 5)].join(' ');
    return [cite(`The comment of \`${definition.name}\` says "${altered}\n${parts.slice(5).join(' ')}"`)];
  },
};

/** False in meaning alone: the cited lines contain everything that the claim names. */
export const meaningAdjacentKinds: Readonly<Record<string, MakeClaim>> = {
  'call of the function next to it': claimAboutNeighbor(({ definition, pick }, neighbor) => {
    const callee = pick(
      neighbor.calls.filter((call) => call !== definition.name && !containsName(definition.text, call)),
    );
    return callee === undefined ? undefined : pick(createCallClaims(definition.name, callee));
  }),
  'error or line of the function next to it': claimAboutNeighbor(({ definition, pick }, neighbor) => {
    const name = pick(neighbor.throws.filter((error) => !containsName(definition.text, error)));
    if (name !== undefined)
      return pick([
        cite(`\`${definition.name}\` throws a \`${name}\``),
        cite(`\`${name}\` is raised by \`${definition.name}\``),
      ]);
    const line = pick(neighbor.lines.filter(([text]) => !definition.text.includes(text)))?.[0];
    return line === undefined ? undefined : cite(`\`${definition.name}\` contains \`${line}\``);
  }),
  'last word left out that turns it around': ({ definition }) => {
    const sentence = definition.sentences.find((candidate) => /\b(?:not|only)\.$/.test(candidate));
    return sentence === undefined ? [] : [cite(withoutPeriod(sentence).replace(/\s\w+$/, ''))];
  },
  'denied where it is cited, with near words elsewhere': ({ definition, pick }) => {
    const callee = pick(definition.calls);
    const line = pick(definition.lines.filter(([text]) => callee === undefined || !text.includes(callee)));
    if (callee === undefined || line === undefined) return [];
    const fileLines = splitLines(definition.file.text);
    const callLine =
      fileLines.findIndex((text, index) => index + 1 >= definition.startLine && text.includes(`${callee}(`)) +
      1;
    if (callLine === 0 || Math.abs(callLine - line[1]) < 4) return [];
    const evidence = createEvidence(definition.file, {
      id: 'e1',
      startLine: definition.startLine,
      endLine: Math.min(definition.endLine, line[1] - 1),
      name: definition.name,
    });
    if (evidence.endLine <= evidence.startLine || !evidence.text.includes(`${callee}(`)) return [];
    return evidence.text.includes(line[0])
      ? []
      : [
          {
            text: cite(`\`${definition.name}\` does not call \`${callee}\` but contains \`${line[0]}\``),
            evidence,
          },
        ];
  },
};

const numberWords = 'no one two three four five six seven eight'.split(' ');

/** Counts the parameters other than the receiver. Returns undefined if the list spans several lines or contains brackets. */
function countArguments(text: string, name: string): number | undefined {
  const list = new RegExp(`(?:function\\*?|def|fn|func)\\s+${name}\\(([^()\\n{}<>\\[\\]]*)\\)`).exec(
    text,
  )?.[1];
  if (list === undefined) return undefined;
  const parameters = list
    .split(',')
    .filter((parameter) => !/^\s*(?:$|&?(?:mut )?self\b|cls\b|this\b|\*\s*$|\/\s*$)/.test(parameter));
  return parameters.length > 0 && parameters.length < numberWords.length ? parameters.length : undefined;
}

/** Finds lowercase names that end with a number, such as `sha256` and `utf8`. */
function findNumberedNames(text: string): readonly string[] {
  return [
    ...new Set(
      Array.from(
        text.matchAll(/(?<![\w$.'-])([a-z]{3,8}(?:8|16|32|64|128|256|512))(?![\w$])/g),
        ([, name = '']) => name,
      ),
    ),
  ];
}
