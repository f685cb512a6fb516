/**
 * Definitions of a tree as symbols: named by nesting (`Flask.run`, `geo.Box.contains`: dots in every language), with
 * lines, signature and documentation. An enclosing definition lends its name to what lies in its body; packages and the
 * namespaces of C# and PHP, which say where a file belongs, lend none.
 */

import type { SymbolDefinition } from '../core/symbol.ts';
import type { SyntaxDefinition, SyntaxRange, SyntaxTree } from '../ports/parser.ts';
import { foldSignature } from './fold-signature.ts';
import type { MeasuredText } from './measured-text.ts';
import { stripComment } from './strip-comment.ts';

/** Longest names kept: nesting repeats an outer name in every inner one. */
const maxName = 200;
const maxQualifiedName = 400;

/** A symbol with its place in the text and what encloses it. */
export interface PlacedSymbol {
  readonly symbol: SymbolDefinition;
  readonly definition: SyntaxDefinition;
  readonly parent: PlacedSymbol | undefined;
}

/** @returns symbols in the order of the text, what encloses before what is enclosed. */
export function nameSymbols(tree: SyntaxTree, measured: MeasuredText): PlacedSymbol[] {
  const open: PlacedSymbol[] = [];
  return tree.definitions.map((definition) => {
    while ((open.at(-1)?.definition.end ?? Infinity) <= definition.nameStart) open.pop();
    const parent = open.findLast((outer) => encloses(outer.definition, definition));
    const placed = { symbol: toSymbol(definition, parent, measured), definition, parent };
    open.push(placed);
    return placed;
  });
}

/** Two names of one statement (`typedef struct ring { … } ring_t;`) stand side by side. */
function encloses(outer: SyntaxDefinition, { nameStart, start, end }: SyntaxDefinition): boolean {
  const isSame = outer.start === start && outer.end === end;
  return !isSame && outer.bodyStart <= nameStart && nameStart < outer.end;
}

/** Where the whole is too long, the innermost names tell the most. */
function qualifiedName(parent: string | undefined, container: string | undefined, name: string): string {
  const paths = [[parent, container, name], [container, name], [name]].map((parts) =>
    parts.filter((part) => part !== undefined).join('.'),
  );
  return paths.find((path) => path.length <= maxQualifiedName) ?? name;
}

/** A line that speaks to a tool. */
const directive =
  /^\W*(?:(?:es|ox|ts|go|no)lint\b|prettier-|biome-|istanbul |[cv]8 |@ts-|noqa\b|nosec\b|pylint:|mypy:|type: *ignore|pragma\b|rubocop:|phpcs:|phpstan|go:[a-z]|region\b|endregion\b|checkstyle|noinspection|clang-format|fmt:|yapf:|lint:)/i;
/** How a notice of rights begins, or goes on after a line with the name of the file. */
const notice =
  /^(?:[^\n]{0,80}\n)?\W*(?:copyright\b|\(c\) ?\d|©|spdx-license|licen[cs]ed under|all rights reserved|permission is hereby|redistribution and use|use of this source code is)/i;

/** What a comment says of a definition: nothing where it speaks to tools or of rights, though it stand right above. */
function documentationOf(
  { documentation }: SyntaxDefinition,
  text: string,
): (SyntaxRange & { readonly said: string }) | undefined {
  if (documentation === undefined) return undefined;
  const said = stripComment(text.slice(documentation.start, documentation.end));
  if (notice.test(said) || said.split('\n').every((line) => directive.test(line))) return undefined;
  return { ...documentation, said };
}

function toSymbol(
  definition: SyntaxDefinition,
  parent: PlacedSymbol | undefined,
  measured: MeasuredText,
): SymbolDefinition {
  const { text } = measured;
  const lineOf = (offset: number) => measured.lineAt(offset) + 1;
  const name = definition.name.slice(0, maxName);
  const documentation = documentationOf(definition, text);
  return {
    name,
    qualifiedName: qualifiedName(parent?.symbol.qualifiedName, definition.container, name),
    kind: definition.kind,
    startLine: lineOf(definition.start),
    endLine: lineOf(Math.max(definition.start, definition.end - 1)),
    nameLine: lineOf(definition.nameStart),
    signature: foldSignature(text.slice(definition.start, definition.bodyStart)),
    documentation: documentation?.said ?? '',
    ...(documentation && {
      documentationLines: { startLine: lineOf(documentation.start), endLine: lineOf(documentation.end - 1) },
    }),
    exported: definition.exported,
    complexity: definition.complexity,
  };
}
