/**
 * The expressions in the markup of a Svelte or Vue file. They are scripts too, only that a scanner must find where they begin: what
 * stands around them is blanked out, so that a grammar can read them all at once and every place stays what it is.
 */

import type { SyntaxRange } from '../ports/parser.ts';
import type { ComponentPart } from './component-parts.ts';

/** UTF-16 units; a longer one is no expression a person wrote, or never ends. */
const maxExpression = 2_000;
/** Of one file. */
const maxExpressions = 5_000;

/** `{{ … }}` and the values of directives: `@click="…"`, `:title="…"`, `v-if="…"`, `#item="…"`. */
const vueExpression =
  /\{\{([^}]{0,2000})\}\}|\s(?:[@:#]|v-)[^\s=>"']{0,200}=(?:"([^"]{0,2000})"|'([^']{0,2000})')/g;
/** What may stand before the expression in the braces of Svelte; what begins otherwise with such a mark holds none. */
const svelteMark =
  /^\s*(?:[#:@](?:else\s+if|if|each|await|key|html|const|render|attach)\b|\.\.\.|(?![#:@/]))/;

interface MarkupExpressions {
  /** Names and paths alone: `onclick={reset}`. */
  readonly paths: readonly SyntaxRange[];
  /** As long as the file, and nothing but the other expressions, each ended by a semicolon; undefined where there are none. */
  readonly script: string | undefined;
}

export function markupExpressions(
  text: string,
  parts: readonly ComponentPart[],
  language: string,
): MarkupExpressions {
  const find = language === 'vue' ? inVue : inSvelte;
  const found = parts
    .filter(({ kind }) => kind === 'template')
    .flatMap(({ inner }) => find(text, inner))
    .slice(0, maxExpressions);
  const isPath = ({ start, end }: SyntaxRange) =>
    /^\s*[\p{L}_$][\p{L}\p{N}_$.]*\s*$/u.test(text.slice(start, end));
  const others = found.filter((range) => !isPath(range));
  return {
    paths: found.filter(isPath).map((range) => trimmed(text, range)),
    script: others.length === 0 ? undefined : blankOutside(text, others),
  };
}

function inVue(text: string, { start, end }: SyntaxRange): SyntaxRange[] {
  const markup = text.slice(start, end);
  return [...markup.matchAll(vueExpression)].map((match) => {
    const expression = match[1] ?? match[2] ?? match[3] ?? '';
    // All that follows the expression is the closing brackets or quote.
    const closing = match[1] === undefined ? 1 : 2;
    const expressionEnd = start + match.index + match[0].length - closing;
    return { start: expressionEnd - expression.length, end: expressionEnd };
  });
}

function inSvelte(text: string, { start, end }: SyntaxRange): SyntaxRange[] {
  const found: SyntaxRange[] = [];
  for (let at = text.indexOf('{', start); at !== -1 && at < end; at = text.indexOf('{', at)) {
    const close = closingBrace(text, at, Math.min(end, at + maxExpression));
    if (close !== -1) {
      const mark = svelteMark.exec(text.slice(at + 1, close))?.[0].length;
      if (mark !== undefined) found.push({ start: at + 1 + mark, end: close });
    }
    at = close === -1 ? at + maxExpression : close + 1;
    if (found.length >= maxExpressions) break;
  }
  return found;
}

/** Offset of the brace that closes the one at `open`, -1 where there is none before `limit`. */
function closingBrace(text: string, open: number, limit: number): number {
  let depth = 0;
  let quote = '';
  for (let at = open; at < limit; at++) {
    const char = text.charAt(at);
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote || char === '\n') quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (char === '{') depth += 1;
    else if (char === '}' && --depth === 0) return at;
  }
  return -1;
}

function trimmed(text: string, { start, end }: SyntaxRange): SyntaxRange {
  const written = text.slice(start, end);
  return {
    start: start + written.length - written.trimStart().length,
    end: start + written.trimEnd().length,
  };
}

function blankOutside(text: string, ranges: readonly SyntaxRange[]): string {
  let at = 0;
  let script = '';
  for (const { start, end } of ranges) {
    script += `${blank(text.slice(at, start))}${text.slice(start, end)};`;
    at = end + 1;
  }
  return script + blank(text.slice(at));
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}
