/**
 * Checks names and code that a claim writes without backticks. They are recognized by their shape and must appear
 * in the evidence.
 */

import type { ClaimCheck } from '../../../core/answers/claim.ts';
import type { CitedText } from '../../evidence-text/cited-text.ts';

/** How a name is written, of one word between blanks: an address, a flag, a path, with dots, a call, with signs, or with capitals or lines within. */
const shapes: readonly RegExp[] = [
  /^(?:https?:\/\/|www\.)\S/,
  /^[\w.+-]+@[\w-]+\.[\w.-]+$/,
  /^--?[a-z][\w-]*(?:=\S*)?$/,
  /^[\w@.~-]*\/(?:[^/]+\/)*[^/]*\.[A-Za-z]\w{0,5}$/,
  /^[\w@.~-]*\/[^/]+\/\S*$/,
  /^[\w-]+\.(?:[jt]sx?|mjs|py|go|rs|rb|php|java|c|h|cpp|cs|json|ya?ml|toml|md|html?|css|sh|sql|svelte|vue)$/,
  /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|#)[A-Za-z_$][\w$]*)+(?:\(\))?$/,
  /^[A-Za-z_$][\w$]*\(\)$/,
  /^[$@][A-Za-z_]\w*$/,
  /^(?=\w*[A-Za-z])\w*[A-Za-z\d]_\w*$|^_+[A-Za-z]\w*$/,
  /^[a-z]+\d*[A-Z]\w*$/,
  /^[A-Z][a-z\d]+[A-Z]\w*$/,
  /^[A-Z]{2,}\d*[a-z]\w*$/,
];
/** Written like a name, and a word. */
const isWord =
  /^(?:[ei]\.[eg]|etc|a\.k\.a|vs|[A-Z]+s|-\w|[KMGT]i?[Bb]|IDs|URLs|APIs|CPUs|GitHub|JavaScript|TypeScript|GitLab|macOS|iOS|OAuth|PostgreSQL|MySQL|SQLite|DevTools|Node\.js)$/;
/** Longer ones are no name, and are held to what is cited as they are. */
const longestName = 200;
/** Of a claim so many are looked at. */
const mostNames = 60;

export function findUnmarkedNames(prose: string): readonly string[] {
  const names: string[] = [];
  for (const token of prose.match(/[^\s<>“”"'‘’|;]+/g) ?? []) {
    const word = withoutMarks(token);
    const isName =
      word.length > 2 &&
      /^[\x21-\x7e]+$/.test(word) &&
      !isWord.test(word) &&
      (word.length > longestName || shapes.some((one) => one.test(word)));
    if (isName) names.push(word);
  }
  return [...new Set(names)].slice(0, mostNames);
}

/** Without what stands around a word in a sentence: brackets, commas, a full stop; the brackets of a call are its own. */
function withoutMarks(token: string): string {
  const inner = token
    .slice(0, 1_000)
    .replace(/^[([{*_]+(?=[^\s_])(?<![_])/, '')
    .replace(/[.,:!?\]}*]{1,20}$/, '');
  return /[^(]\)$/.test(inner) && !inner.includes('(') ? inner.replace(/\)+$/, '') : inner;
}

/** @param isNamed whether something cited is called so */
export function checkUnmarkedNames(
  prose: string,
  texts: readonly CitedText[],
  isNamed: (name: string) => boolean,
): readonly ClaimCheck[] {
  return findUnmarkedNames(prose).map((name) => {
    const passed = isNamed(name) || texts.some((text) => holdsName(text, name));
    return {
      check: 'identifier',
      passed,
      detail: `${name.slice(0, 80)} is ${passed ? '' : 'not '}in the cited lines.`,
    };
  });
}

/** In prose a product is written as it is called, and not always as code has it: `WebSocket` for `websocket`. */
function holdsName({ matcher: holder, terms }: CitedText, name: string): boolean {
  if (holder.containsCode(name) || holder.containsCode(stripCallParentheses(name))) return true;
  // A sentence begins with a capital.
  const small = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;
  if (holder.containsCode(stripCallParentheses(small))) return true;
  return /^[A-Z][A-Za-z]+$/.test(name) && terms.has(name.toLowerCase());
}

/** `run()` names `run`. */
export function stripCallParentheses(name: string): string {
  return name.replace(/\(\)$/, '');
}

const endsAsCode = /[=(].*;\s*$|[{}]\s*$|^\s*(?:if|elif|for|while|def|class|func|fn)\b.*:\s*$/;

function isCode(line: string): boolean {
  return endsAsCode.test(line) && !/[◆“”]/.test(line);
}

/** @param text of the claim, with marks where code between marks and quotations stand */
export function checkUnmarkedCode(text: string, cited: readonly CitedText[]): readonly ClaimCheck[] {
  const lines = text.split('\n');
  const first = lines.findIndex(isCode);
  if (first < 0) return [];
  const last = lines.findLastIndex(isCode);
  const code = lines.slice(first, last + 1).join('\n');
  if (!/[\p{L}\p{N}]/u.test(code)) return [];
  const passed = cited.some(({ matcher: holder }) => holder.containsCode(code));
  return [
    {
      check: 'identifier',
      passed,
      detail: `The code it writes is ${passed ? '' : 'not '}in the cited lines.`,
    },
  ];
}
