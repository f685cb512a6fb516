/** Reads ranges of one text as names, paths and types. All reads share one budget. */

import type { SymbolKind } from '../../core/code/symbol.ts';
import type { SyntaxRange } from '../../ports/parser.ts';
import { dottedPath } from './dotted-path.ts';
import type { LanguageRules } from './languages/language.ts';
import { typeName } from './type-name.ts';

/** Maximum UTF-16 units. Longer names are dropped; longer receivers and types are treated as unknown. */
const maxNameLength = 200;
const maxReceiverLength = 300;
/** Maximum length of an expression read for its path, and how many times the whole text may be read in total. */
const maxExpressionLength = 20_000;
const maxReadsOfText = 16;

/** Names by which code refers to the object itself. They need no binding. */
export const selfNames: ReadonlySet<string> = new Set(['self', 'this', 'cls']);

export interface NameReader {
  readonly rules: LanguageRules;
  /** Kinds of definitions by the starts of their names. */
  readonly definedKinds: ReadonlyMap<number, SymbolKind>;
  readonly text: string;
  readText(range: SyntaxRange): string;
  /** The dotted path; empty when it is not a path or too long. */
  readPath(range: SyntaxRange): string;
  readType(range: SyntaxRange | undefined): string | undefined;
}

export function createNameReader(
  text: string,
  rules: LanguageRules,
  definedKinds: ReadonlyMap<number, SymbolKind>,
): NameReader {
  let remainingUnits = 100_000 + text.length * maxReadsOfText;
  const readExpression = ({ start, end }: SyntaxRange): string => {
    remainingUnits -= end - start;
    if (remainingUnits < 0 || end - start > maxExpressionLength) return '';
    const source = text.slice(start, end);
    return rules.preparePath === undefined ? source : rules.preparePath(source);
  };
  return {
    rules,
    definedKinds,
    text,
    readText: ({ start, end }) => text.slice(start, Math.min(end, start + maxNameLength + 1)),
    readPath(range) {
      const path = dottedPath(readExpression(range));
      return path.length > maxReceiverLength ? '' : path;
    },
    readType(range) {
      const type = range && typeName(readExpression(range));
      return type === undefined || type.length > maxReceiverLength ? undefined : type;
    },
  };
}

/** Whether a path is one segment of acceptable length. */
export function isName(path: string): boolean {
  return path !== '' && path.length <= maxNameLength && !/[.()]/.test(path);
}
