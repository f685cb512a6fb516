/** How stretches of one text are read as names, paths and types, within a budget for all of them. */

import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxRange } from '../../ports/parser.ts';
import { dottedPath } from './dotted-path.ts';
import type { LanguageRules } from './languages/language.ts';
import { typeName } from './type-name.ts';

/** UTF-16 units; longer names are not kept, longer receivers and types are as good as none. */
const maxName = 200;
const maxReceiver = 300;
/** Longest expression read for its path, and how often the text may be read in all. */
const maxExpression = 20_000;
const maxReadings = 16;

/** Parameters that stand for the object itself are known without being bound. */
export const ownNames: ReadonlySet<string> = new Set(['self', 'this', 'cls']);

export interface NameReading {
  readonly rules: LanguageRules;
  /** Kinds of definitions by the starts of their names. */
  readonly defined: ReadonlyMap<number, SymbolKind>;
  readonly text: string;
  textOf(range: SyntaxRange): string;
  /** Dotted; empty where it is no path, or too long. */
  path(range: SyntaxRange): string;
  type(range: SyntaxRange | undefined): string | undefined;
}

export function createNameReading(
  text: string,
  rules: LanguageRules,
  defined: ReadonlyMap<number, SymbolKind>,
): NameReading {
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
    textOf: ({ start, end }) => text.slice(start, Math.min(end, start + maxName + 1)),
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

/** One segment, short enough. */
export function isName(path: string): boolean {
  return path !== '' && path.length <= maxName && !/[.()]/.test(path);
}
