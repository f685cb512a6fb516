/**
 * Checks stated parameter counts against the function's definition. No other number in the evidence can support
 * them.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import { isAttachmentEvidence, isSpanEvidence, type AnyEvidence } from '../../../core/answers/evidence.ts';
import { parseNumbers } from './check-numbers.ts';
import { findDefinitionOffsets } from '../../evidence-text/definition-bodies.ts';

const counted =
  /\b(?:takes?|taking|accepts?|accepting|has|have|having|expects?|requires?|needs?|receives?|with)\s+(?:(only|just|exactly|at least|at most|up to)\s+)?(no|one|an?|\d{1,3}|[a-z]{3,8}(?:teen)?)\s+(?:(single|required|mandatory|optional)\s+)?(?:arguments?|parameters?|params?|args?)\b/gi;

/** Longer lists of parameters are not read. */
const longestList = 2_000;

interface Parameters {
  readonly required: number;
  readonly all: number;
}

/** @param text of the claim, citations and quotations taken out. @returns nothing for what is not defined in the lines cited */
export function checkParameters(text: string, cited: readonly AnyEvidence[]): readonly ClaimCheck[] {
  const spans = cited
    .filter((one) => isSpanEvidence(one) || isAttachmentEvidence(one))
    .map((one) => one.text);
  return text.split(/[.!?;](?=\s|$)|\n/).flatMap((sentence) =>
    [...sentence.matchAll(counted)].flatMap((match, index, all) => {
      const [phrase, bound = '', number = '', kind = ''] = match;
      const said = numberOf(number);
      if (said === undefined) return [];
      const last = all[index - 1];
      const before = sentence.slice(last === undefined ? 0 : last.index + last[0].length, match.index);
      return namesIn(before).flatMap((name) => {
        const lists = spans.flatMap((span) => parametersOf(span, name));
        if (lists.length === 0) return [];
        const passed = lists.some((list) => isCount(said, list, `${bound} ${kind}`));
        return [toldOf(name, phrase, passed)];
      });
    }),
  );
}

/** What is left for the checks of numbers where arguments were counted. */
export function stripParameterCounts(prose: string): string {
  return prose.replace(counted, ' ');
}

function toldOf(name: string, phrase: string, passed: boolean): ClaimCheck {
  const detail = `\`${name}\` is ${passed ? '' : 'not '}defined so in the cited lines: “${phrase}”.`;
  return { check: 'number', passed, detail };
}

function numberOf(word: string): number | undefined {
  if (/^(?:one|an?)$/i.test(word)) return 1;
  if (/^no$/i.test(word)) return 0;
  const value = parseNumbers(word)[0]?.value;
  return value === undefined ? undefined : Number(value);
}

function namesIn(text: string): readonly string[] {
  const names = [...text.matchAll(/`([\w$.:#]{1,120})(?:\(\))?`|(?<![\w$`])([A-Za-z_$][\w$.]*)\(\)/g)];
  return names.map(([, marked, bare]) => (marked ?? bare ?? '').split(/\.|::|#/).at(-1) ?? '');
}

function isCount(said: number, { required, all }: Parameters, how: string): boolean {
  if (/optional/i.test(how)) return said === all - required;
  return said === (/at least|required|mandatory/i.test(how) ? required : all);
}

function parametersOf(text: string, name: string): readonly Parameters[] {
  return findDefinitionOffsets(text, name).flatMap((at) => {
    if (
      /\b(?:class|interface|struct|trait|enum|type|impl|module|object)\s+$/.test(
        text.slice(Math.max(0, at - 40), at),
      )
    )
      return [];
    const rest = text.slice(at + name.length, at + name.length + longestList);
    const opening =
      /^\s*(?:<[^()]{0,200}>)?\s*(?::[^=\n]{0,80})?(?:[:=]\s*(?:async\s*)?(?:function\b[\w$*\s]{0,80})?(?:<[^()]{0,200}>)?)?\s*\(/.exec(
        rest,
      );
    const parts = opening === null ? undefined : partsOf(rest.slice(opening[0].length));
    return parts === undefined ? [] : [countsOf(parts)];
  });
}

/** What stands between commas up to the bracket that closes; undefined where it is not closed. */
function partsOf(text: string): readonly string[] | undefined {
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

/** Neither whom it is called on nor a mark is an argument. */
const noParameter = /^(?:|&?\s*(?:mut\s+)?self(?:\s*:.*)?|cls|this\s*:.*|void|\/|\*)$/s;

function countsOf(parts: readonly string[]): Parameters {
  const own = parts.map((part) => part.trim()).filter((part) => !noParameter.test(part));
  const optional = own.filter((part) => /=|^[\w$]+\?|^\*|^\.\.\.|\.\.\.\s*[\w$]/.test(part));
  return { required: own.length - optional.length, all: own.length };
}
