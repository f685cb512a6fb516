/** Compares stated parameter counts with the function's definition, if the cited lines contain it. */

import { isAttachmentEvidence, isSpanEvidence } from '../../../core/answers/evidence.ts';
import type { SearchableEvidence } from '../../evidence-text/searchable-evidence.ts';
import type { LookUp } from '../look-up.ts';
import { parseNumbers } from './parse-numbers.ts';
import { findDefinitionOffsets } from '../../evidence-text/definition-offsets.ts';

const statedCount =
  /\b(?:takes?|taking|accepts?|accepting|has|have|having|expects?|requires?|needs?|receives?|with)\s+(?:(only|just|exactly|at least|at most|up to)\s+)?(no|one|an?|\d{1,3}|[a-z]{3,8}(?:teen)?)\s+(?:(single|required|mandatory|optional)\s+)?(?:arguments?|parameters?|params?|args?)\b/gi;

/** In UTF-16 units; longer parameter lists are not parsed. */
const maxListLength = 2_000;

interface Parameters {
  readonly required: number;
  readonly all: number;
}

/**
 * @param text the claim without citations and quotations
 * @returns nothing for functions that the cited lines do not define
 */
export function lookUpParameterCounts(
  text: string,
  evidence: readonly SearchableEvidence[],
): readonly LookUp[] {
  const spans = evidence.filter(({ evidence: item }) => isSpanEvidence(item) || isAttachmentEvidence(item));
  return text.split(/[.!?;](?=\s|$)|\n/).flatMap((sentence) =>
    [...sentence.matchAll(statedCount)].flatMap((match, index, all) => {
      const [, bound = '', number = '', kind = ''] = match;
      const stated = parseCount(number);
      if (stated === undefined) return [];
      const last = all[index - 1];
      const before = sentence.slice(last === undefined ? 0 : last.index + last[0].length, match.index);
      return findNames(before).flatMap((name) => {
        const lists = spans.flatMap(({ text: span, place }) =>
          findParameters(span, name).map((list) => ({ list, place })),
        );
        const [first] = lists;
        if (first === undefined) return [];
        const found = lists.find(({ list }) => matchesCount(stated, list, `${bound} ${kind}`));
        return [toLookUp(name, found ?? first, found !== undefined)];
      });
    }),
  );
}

/** Removes parameter counts, so that the number check does not read them. */
export function stripParameterCounts(prose: string): string {
  return prose.replace(statedCount, ' ');
}

function toLookUp(
  name: string,
  { list: { required, all }, place }: { readonly list: Parameters; readonly place: string },
  isFound: boolean,
): LookUp {
  const optional = all === required ? '' : `, ${all - required} of them optional`;
  const detail = `\`${name}\` is defined with ${all} ${all === 1 ? 'parameter' : 'parameters'}${optional} in ${place}.`;
  return {
    check: 'signature',
    item: `\`${name}\``,
    place: isFound ? place : undefined,
    detail,
    isContradicted: !isFound,
  };
}

function parseCount(word: string): number | undefined {
  if (/^(?:one|an?)$/i.test(word)) return 1;
  if (/^no$/i.test(word)) return 0;
  const value = parseNumbers(word)[0]?.value;
  return value === undefined ? undefined : Number(value);
}

function findNames(text: string): readonly string[] {
  const names = [...text.matchAll(/`([\w$.:#]{1,120})(?:\(\))?`|(?<![\w$`])([A-Za-z_$][\w$.]*)\(\)/g)];
  return names.map(([, marked, bare]) => (marked ?? bare ?? '').split(/\.|::|#/).at(-1) ?? '');
}

function matchesCount(stated: number, { required, all }: Parameters, qualifier: string): boolean {
  if (/optional/i.test(qualifier)) return stated === all - required;
  return stated === (/at least|required|mandatory/i.test(qualifier) ? required : all);
}

function findParameters(text: string, name: string): readonly Parameters[] {
  return findDefinitionOffsets(text, name).flatMap((at) => {
    if (
      /\b(?:class|interface|struct|trait|enum|type|impl|module|object)\s+$/.test(
        text.slice(Math.max(0, at - 40), at),
      )
    )
      return [];
    const rest = text.slice(at + name.length, at + name.length + maxListLength);
    const opening =
      /^\s*(?:<[^()]{0,200}>)?\s*(?::[^=\n]{0,80})?(?:[:=]\s*(?:async\s*)?(?:function\b[\w$*\s]{0,80})?(?:<[^()]{0,200}>)?)?\s*\(/.exec(
        rest,
      );
    const parts = opening === null ? undefined : splitParameters(rest.slice(opening[0].length));
    return parts === undefined ? [] : [countParameters(parts)];
  });
}

/** Splits a parameter list at commas; undefined if the closing bracket is missing. */
function splitParameters(text: string): readonly string[] | undefined {
  const parts = [''];
  let depth = 0;
  const bare = text.replace(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/.*|\/\*[\s\S]*?\*\//g, ' ');
  for (const character of bare.replaceAll('=>', '  ').replaceAll('->', '  ')) {
    if (character === ')' && depth === 0) return parts;
    if ('([{<'.includes(character)) depth += 1;
    if (')]}>'.includes(character)) depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return undefined;
}

/** Matches receivers and markers such as `self` and `*`, which are not parameters. */
const notParameter = /^(?:|&?\s*(?:mut\s+)?self(?:\s*:.*)?|cls|this\s*:.*|void|\/|\*)$/s;

function countParameters(parts: readonly string[]): Parameters {
  const own = parts.map((part) => part.trim()).filter((part) => !notParameter.test(part));
  const optional = own.filter((part) => /=|^[\w$]+\?|^\*|^\.\.\.|\.\.\.\s*[\w$]/.test(part));
  return { required: own.length - optional.length, all: own.length };
}
