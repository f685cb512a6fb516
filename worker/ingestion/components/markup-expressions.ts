/**
 * Finds the expressions in the markup of a Svelte or Vue file. It blanks out the text around them, so that
 * one parse reads them all and offsets stay the same.
 */

import type { SyntaxRange } from '../../ports/parser.ts';
import type { ComponentPart } from './component-parts.ts';

/** Maximum length in UTF-16 units. A longer expression is not hand-written, or is never closed. */
const maxExpressionLength = 2_000;
/** Maximum expressions per file. */
const maxExpressions = 5_000;

/** `{{ … }}` and directive values: `@click="…"`, `:title="…"`, `v-if="…"`, `#item="…"`. */
const vueExpression =
  /\{\{([^}]{0,2000})\}\}|\s(?:[@:#]|v-)[^\s=>"']{0,200}=(?:"([^"]{0,2000})"|'([^']{0,2000})')/g;
/**
 * Text that may precede an expression in Svelte's braces. Braces that start with any other `#`, `:`, `@` or
 * `/` contain no expression.
 */
const sveltePrefix =
  /^\s*(?:[#:@](?:else\s+if|if|each|await|key|html|const|render|attach)\b|\.\.\.|(?![#:@/]))/;

interface MarkupExpressions {
  /** Expressions that are only a name or path: `onclick={reset}`. */
  readonly paths: readonly SyntaxRange[];
  /**
   * The other expressions, each ended by a semicolon, in a text as long as the file. Undefined if there
   * are none.
   */
  readonly script: string | undefined;
}

export function findMarkupExpressions(
  text: string,
  parts: readonly ComponentPart[],
  language: string,
): MarkupExpressions {
  const find = language === 'vue' ? findVueExpressions : findSvelteExpressions;
  const expressions = parts
    .filter(({ kind }) => kind === 'template')
    .flatMap(({ inner }) => find(text, inner))
    .slice(0, maxExpressions);
  const isPath = ({ start, end }: SyntaxRange) =>
    /^\s*[\p{L}_$][\p{L}\p{N}_$.]*\s*$/u.test(text.slice(start, end));
  const others = expressions.filter((range) => !isPath(range));
  return {
    paths: expressions.filter(isPath).map((range) => trimRange(text, range)),
    script: others.length === 0 ? undefined : blankOutside(text, others),
  };
}

function findVueExpressions(text: string, { start, end }: SyntaxRange): SyntaxRange[] {
  const markup = text.slice(start, end);
  return [...markup.matchAll(vueExpression)].map((match) => {
    const expression = match[1] ?? match[2] ?? match[3] ?? '';
    // Only the closing brackets or quote follow the expression.
    const closing = match[1] === undefined ? 1 : 2;
    const expressionEnd = start + match.index + match[0].length - closing;
    return { start: expressionEnd - expression.length, end: expressionEnd };
  });
}

function findSvelteExpressions(text: string, { start, end }: SyntaxRange): SyntaxRange[] {
  const expressions: SyntaxRange[] = [];
  for (let at = text.indexOf('{', start); at !== -1 && at < end; at = text.indexOf('{', at)) {
    const close = findClosingBrace(text, at, Math.min(end, at + maxExpressionLength));
    if (close !== -1) {
      const prefixLength = sveltePrefix.exec(text.slice(at + 1, close))?.[0].length;
      if (prefixLength !== undefined) expressions.push({ start: at + 1 + prefixLength, end: close });
    }
    at = close === -1 ? at + maxExpressionLength : close + 1;
    if (expressions.length >= maxExpressions) break;
  }
  return expressions;
}

/** Returns the offset of the brace that closes the one at `open`, or -1 if none precedes `limit`. */
function findClosingBrace(text: string, open: number, limit: number): number {
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

function trimRange(text: string, { start, end }: SyntaxRange): SyntaxRange {
  const expression = text.slice(start, end);
  return {
    start: start + expression.length - expression.trimStart().length,
    end: start + expression.trimEnd().length,
  };
}

function blankOutside(text: string, ranges: readonly SyntaxRange[]): string {
  let at = 0;
  let script = '';
  for (const { start, end } of ranges) {
    script += `${blankOut(text.slice(at, start))}${text.slice(start, end)};`;
    at = end + 1;
  }
  return script + blankOut(text.slice(at));
}

function blankOut(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}
