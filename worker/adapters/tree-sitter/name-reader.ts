/** Reads ranges of one text as names, paths and types, within one budget for all of them. */

import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxRange } from '../../ports/parser.ts';
import { dottedPath } from './dotted-path.ts';
import type { LanguageRules } from './languages/language.ts';
import { typeName } from './type-name.ts';

/** Maximum UTF-16 units. Longer names are dropped; longer receivers and types count as unknown. */
const maxName = 200;
const maxReceiver = 300;
/** Maximum length of an expression read for its path, and how many times the whole text may be read in total. */
const maxExpression = 20_000;
const maxReadings = 16;

/** Names of the object itself, which need no binding. */
export const selfNames: ReadonlySet<string> = new Set(['self', 'this', 'cls']);

export interface NameReader {
  readonly rules: LanguageRules;
  /** Kinds of definitions by the starts of their names. */
  readonly defined: ReadonlyMap<number, SymbolKind>;
  readonly text: string;
  readText(range: SyntaxRange): string;
  /** The dotted path; empty when it is not a path or too long. */
  path(range: SyntaxRange): string;
  type(range: SyntaxRange | undefined): string | undefined;
}

export function createNameReader(
  text: string,
  rules: LanguageRules,
  defined: ReadonlyMap<number, SymbolKind>,
): NameReader {
  let left = 100_000 + text.length * maxReadings;
  const expression = ({ start, end }: SyntaxRange): string => {
    left -= end - start;
    if (left < 0 || end - start > maxExpression) return '';
    const written = text.slice(start, end);
    return rules.plainPath === undefined ? written : rules.plainPath(written);
  };
  return {
    rules,
    defined,
    text,
    readText: ({ start, end }) => text.slice(start, Math.min(end, start + maxName + 1)),
    path(range) {
      const path = dottedPath(expression(range));
      return path.length > maxReceiver ? '' : path;
    },
    type(range) {
      const type = range && typeName(expression(range));
      return type === undefined || type.length > maxReceiver ? undefined : type;
    },
  };
}

/** Whether a path is one segment of acceptable length. */
export function isName(path: string): boolean {
  return path !== '' && path.length <= maxName && !/[.()]/.test(path);
}
