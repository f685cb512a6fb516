/**
 * Converts a tree's definitions to symbols. A qualified name follows the nesting, with dots in every language
 * (`Flask.run`, `geo.Box.contains`). It excludes packages and the namespaces of C# and PHP, which only locate a
 * file.
 */

import type { SymbolDefinition } from '../../core/code/symbol.ts';
import type { SyntaxDefinition, SyntaxRange, SyntaxTree } from '../../ports/parser.ts';
import type { MeasuredText } from '../chunks/measured-text.ts';
import { stripComment } from './strip-comment.ts';
import { truncateAtWord } from '../../core/text/truncate.ts';

/** Length limits, because nesting repeats an outer name in every inner one. */
const maxNameLength = 200;
const maxQualifiedNameLength = 400;

/** A symbol with its definition and its enclosing symbol. */
export interface PlacedSymbol {
  readonly symbol: SymbolDefinition;
  readonly definition: SyntaxDefinition;
  readonly parent: PlacedSymbol | undefined;
}

/** Returns symbols in text order, outer before inner. */
export function nameSymbols(tree: SyntaxTree, measured: MeasuredText): PlacedSymbol[] {
  const openSymbols: PlacedSymbol[] = [];
  return tree.definitions.map((definition) => {
    while ((openSymbols.at(-1)?.definition.end ?? Infinity) <= definition.nameStart) openSymbols.pop();
    const parent = openSymbols.findLast((outer) => encloses(outer.definition, definition));
    const placed = { symbol: toSymbol(definition, parent, measured), definition, parent };
    openSymbols.push(placed);
    return placed;
  });
}

/** Two names of one statement (`typedef struct ring { … } ring_t;`) are siblings. */
function encloses(outer: SyntaxDefinition, { nameStart, start, end }: SyntaxDefinition): boolean {
  const isSame = outer.start === start && outer.end === end;
  return !isSame && outer.bodyStart <= nameStart && nameStart < outer.end;
}

/** Joins the names. If the result is too long, drops outer names, because the inner names are more specific. */
function buildQualifiedName(parent: string | undefined, container: string | undefined, name: string): string {
  const paths = [[parent, container, name], [container, name], [name]].map((parts) =>
    parts.filter((part) => part !== undefined).join('.'),
  );
  return paths.find((path) => path.length <= maxQualifiedNameLength) ?? name;
}

/** Matches a comment line that addresses a tool. */
const toolDirective =
  /^\W*(?:(?:es|ox|ts|go|no)lint\b|prettier-|biome-|istanbul |[cv]8 |@ts-|noqa\b|nosec\b|pylint:|mypy:|type: *ignore|pragma\b|rubocop:|phpcs:|phpstan|go:[a-z]|region\b|endregion\b|checkstyle|noinspection|clang-format|fmt:|yapf:|lint:)/i;
/** Matches the start of a license notice, optionally after a line with the file name. */
const licenseNotice =
  /^(?:[^\n]{0,80}\n)?\W*(?:copyright\b|\(c\) ?\d|©|spdx-license|licen[cs]ed under|all rights reserved|permission is hereby|redistribution and use|use of this source code is)/i;

/** Returns the comment that documents a definition; undefined if it addresses tools or states a license. */
function findDocumentation(
  { documentation }: SyntaxDefinition,
  text: string,
): (SyntaxRange & { readonly prose: string }) | undefined {
  if (documentation === undefined) return undefined;
  const prose = stripComment(text.slice(documentation.start, documentation.end));
  if (licenseNotice.test(prose) || prose.split('\n').every((line) => toolDirective.test(line)))
    return undefined;
  return { ...documentation, prose };
}

function toSymbol(
  definition: SyntaxDefinition,
  parent: PlacedSymbol | undefined,
  measured: MeasuredText,
): SymbolDefinition {
  const { text } = measured;
  const lineOf = (offset: number) => measured.lineAt(offset) + 1;
  const name = definition.name.slice(0, maxNameLength);
  const documentation = findDocumentation(definition, text);
  return {
    name,
    qualifiedName: buildQualifiedName(parent?.symbol.qualifiedName, definition.container, name),
    kind: definition.kind,
    startLine: lineOf(definition.start),
    endLine: lineOf(Math.max(definition.start, definition.end - 1)),
    nameLine: lineOf(definition.nameStart),
    signature: formatSignature(text.slice(definition.start, definition.bodyStart)),
    documentation: documentation?.prose ?? '',
    ...(documentation && {
      documentationLines: { startLine: lineOf(documentation.start), endLine: lineOf(documentation.end - 1) },
    }),
    exported: definition.exported,
    complexity: definition.complexity,
  };
}

/** Maximum signature length in UTF-16 units. */
const maxSignatureLength = 400;

function formatSignature(text: string): string {
  // Normalize whitespace in a bounded range: a definition without a body may be a whole file.
  return truncateAtWord(
    text
      .slice(0, maxSignatureLength * 4)
      .replaceAll(/\s+/g, ' ')
      .trim(),
    maxSignatureLength,
  );
}
