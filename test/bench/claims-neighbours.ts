/**
 * Kinds of claims that only go wrong among other lines: of what the function next to it does, of a number or a sign that is not its own, of lines that say otherwise while some
 * near them do not. And the same true claims among the same lines, so that what is gained is not paid for with them.
 */

import { splitLines } from '../../worker/core/text.ts';
import { spanOf, type ClaimMaterial, type MakeClaim } from './claims-case.ts';
import { cite, lowered, restated } from './claims-true.ts';

/** Lines around both, cited together, as passages often are; `name` as the passage is called by. */
function together({ it, neighbour, pick }: ClaimMaterial) {
  if (neighbour === undefined) return undefined;
  const startLine = Math.min(it.startLine, neighbour.startLine);
  const endLine = Math.max(it.endLine, neighbour.endLine);
  if (endLine - startLine > 120) return undefined;
  const named = pick([{}, { name: it.name }]) ?? {};
  return { neighbour, evidence: spanOf(it.file, { id: 'e1', startLine, endLine, ...named }) };
}

const has = (text: string, name: string): boolean => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(text);

function among(
  make: (material: ClaimMaterial, neighbour: ClaimMaterial['it']) => string | undefined,
): MakeClaim {
  return (material) => {
    const cited = together(material);
    const text = cited && make(material, cited.neighbour);
    return cited === undefined || text === undefined ? [] : [{ text, evidence: cited.evidence }];
  };
}

/** That one calls the other, in several ways. */
const callsOf = (caller: string, callee: string) => [
  cite(`\`${caller}\` calls \`${callee}\``),
  cite(`\`${callee}\` is called by \`${caller}\``),
  cite(`\`${caller}\` uses \`${callee}\` to do its work`),
];

export const trueAmongOthers: Readonly<Record<string, MakeClaim>> = {
  'call, among other functions': among(({ it, pick }) => {
    const callee = pick(it.calls);
    return callee === undefined ? undefined : pick(callsOf(it.name, callee));
  }),
  'error, among other functions': among(({ it, pick }) => {
    const name = pick(it.throws);
    return name === undefined
      ? undefined
      : pick([cite(`\`${it.name}\` throws a \`${name}\``), cite(`\`${name}\` is raised by \`${it.name}\``)]);
  }),
  'comment, among other functions': among(({ it, pick }) => {
    const sentence = pick(it.sentences.filter((one) => /^[A-Z][a-z]+s (?:the|a|an|its|whether) /.test(one)));
    return sentence === undefined ? undefined : cite(`\`${it.name}\` ${lowered(sentence)}`);
  }),
  'line, among other functions': among(({ it, pick }) => {
    const line = pick(it.lines)?.[0];
    return line === undefined ? undefined : cite(`\`${it.name}\` contains \`${line}\``);
  }),
  'arguments counted': ({ it, pick }) => {
    const count = argumentsOf(it.text, it.name);
    return count === undefined
      ? []
      : [
          cite(
            `\`${it.name}\` takes ${pick([String(count), words[count] ?? String(count)])} ${count === 1 ? 'argument' : 'arguments'}`,
          ),
        ];
  },
  'name with a number': ({ it, pick }) => {
    const name = pick(numbered(it.text));
    return name === undefined
      ? []
      : [
          cite(
            `\`${it.name}\` has to do with ${pick([name, name.toUpperCase(), name.replace(/(\d)/, '-$1')])}`,
          ),
        ];
  },
};

export const falseAmongOthers: Readonly<Record<string, MakeClaim>> = {
  'call of the function next to it': among(({ it, pick }, neighbour) => {
    const callee = pick(neighbour.calls.filter((one) => one !== it.name && !has(it.text, one)));
    return callee === undefined ? undefined : pick(callsOf(it.name, callee));
  }),
  'error or line of the function next to it': among(({ it, pick }, neighbour) => {
    const name = pick(neighbour.throws.filter((one) => !has(it.text, one)));
    if (name !== undefined)
      return pick([
        cite(`\`${it.name}\` throws a \`${name}\``),
        cite(`\`${name}\` is raised by \`${it.name}\``),
      ]);
    const line = pick(neighbour.lines.filter(([one]) => !it.text.includes(one)))?.[0];
    return line === undefined ? undefined : cite(`\`${it.name}\` contains \`${line}\``);
  }),
  'arguments miscounted': ({ it, pick }) => {
    const count = argumentsOf(it.text, it.name);
    if (count === undefined) return [];
    const other = pick([count + 1, count + 2, ...(count > 1 ? [count - 1] : [])]) ?? count + 1;
    return [
      cite(
        `\`${it.name}\` in \`${it.file.path}\` takes ${pick([String(other), words[other] ?? String(other)])} arguments`,
      ),
    ];
  },
  'another number in a name': ({ it, pick }) => {
    const name = pick(numbered(it.text));
    const other = name?.replace(/\d+$/, (value) => String(Number(value) * 2 + 1));
    if (other === undefined || it.text.toLowerCase().includes(other)) return [];
    return [
      cite(
        `\`${it.name}\` has to do with ${pick([other, other.toUpperCase(), other.replace(/(\d)/, '-$1')])}`,
      ),
    ];
  },
  'last word left out that turns it around': ({ it }) => {
    const sentence = it.sentences.find((one) => /\b(?:not|only)\.$/.test(one));
    return sentence === undefined ? [] : [cite(restated(sentence).replace(/\s\w+$/, ''))];
  },
  'quotation altered, over a line break': ({ it, stranger, pick }) => {
    const sentence = pick(it.sentences);
    const word = pick(stranger.calls.filter((one) => !it.text.includes(one)));
    const parts = sentence === undefined ? [] : restated(sentence).split(' ');
    if (word === undefined || parts.length < 6) return [];
    const altered = [...parts.slice(0, 2), word, ...parts.slice(3, 5)].join(' ');
    return [cite(`The comment of \`${it.name}\` says "${altered}\n${parts.slice(5).join(' ')}"`)];
  },
  'denied where it is cited, with near words elsewhere': ({ it, pick }) => {
    const callee = pick(it.calls);
    const line = pick(it.lines.filter(([text]) => callee === undefined || !text.includes(callee)));
    if (callee === undefined || line === undefined) return [];
    const shown = splitLines(it.file.text);
    const at = shown.findIndex((text, index) => index + 1 >= it.startLine && text.includes(`${callee}(`)) + 1;
    if (at === 0 || Math.abs(at - line[1]) < 4) return [];
    const evidence = spanOf(it.file, {
      id: 'e1',
      startLine: it.startLine,
      endLine: Math.min(it.endLine, line[1] - 1),
      name: it.name,
    });
    if (evidence.endLine <= evidence.startLine || !evidence.text.includes(`${callee}(`)) return [];
    return evidence.text.includes(line[0])
      ? []
      : [{ text: cite(`\`${it.name}\` does not call \`${callee}\` but contains \`${line[0]}\``), evidence }];
  },
};

const words = 'no one two three four five six seven eight'.split(' ');

/** Of a list on one line without brackets in it; undefined for any other. */
function argumentsOf(text: string, name: string): number | undefined {
  const list = new RegExp(`(?:function\\*?|def|fn|func)\\s+${name}\\(([^()\\n{}<>\\[\\]]*)\\)`).exec(
    text,
  )?.[1];
  if (list === undefined) return undefined;
  const own = list
    .split(',')
    .filter((one) => !/^\s*(?:$|&?(?:mut )?self\b|cls\b|this\b|\*\s*$|\/\s*$)/.test(one));
  return own.length > 0 && own.length < words.length ? own.length : undefined;
}

/** `sha256`, `utf8`: of code, in small letters. */
function numbered(text: string): readonly string[] {
  return [
    ...new Set(
      Array.from(
        text.matchAll(/(?<![\w$.'-])([a-z]{3,8}(?:8|16|32|64|128|256|512))(?![\w$])/g),
        ([, name = '']) => name,
      ),
    ),
  ];
}
