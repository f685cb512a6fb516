/**
 * Describes a chunk of code by the symbols, comments, imports and types in its range. Its kind is the kind of its main symbol. A chunk that is
 * mostly imports is not about a small definition below them, such as `__all__`.
 */

import { lowerBound } from '../../core/text/lower-bound.ts';
import type { SyntaxRange, SyntaxTree, SyntaxImport } from '../../ports/parser.ts';
import type { PlacedSymbol } from '../symbols/name-symbols.ts';
import { truncateAtWord } from '../../core/text/truncate.ts';
import type { SymbolKind } from '../../core/code/symbol.ts';
import { maxDocumentationLength, stripComment } from '../symbols/strip-comment.ts';
import { classifyLooseCode } from './classify-loose-code.ts';
import type { ChunkKind } from '../../core/code/chunk.ts';
import type { DescribeChunk } from './to-chunks.ts';

/** Number of characters before a comment that are searched for code on the same line. A line can be the whole file. */
const maxIndent = 400;
/** Maximum number of type names per chunk. */
const maxTypeNames = 24;

interface DescribedCode {
  readonly tree: SyntaxTree;
  readonly symbols: readonly PlacedSymbol[];
  /** The kind of text at an offset that is not code. */
  readonly otherKindAt: (offset: number) => ChunkKind | undefined;
}

export function describeCode(text: string, { tree, symbols, otherKindAt }: DescribedCode): DescribeChunk {
  const byStart = [...symbols].sort((a, b) => a.definition.start - b.definition.start);
  const uses = findImportUses(text, tree.imports);
  const documentingComments = symbols
    .flatMap(({ symbol, definition }) =>
      symbol.documentation === '' ? [] : (definition.documentation ?? []),
    )
    .sort((a, b) => a.start - b.start);
  return ({ kind: nodeKind, ...range }) => {
    const isBlob = nodeKind === 'blob';
    const startingSymbols = selectStartingIn(byStart, range, ({ definition }) => definition.start);
    const visible = firstVisible(text, range);
    const enclosing = findEnclosingSymbol(byStart, visible);
    const candidate =
      findLargestSymbol(startingSymbols, enclosing, range) ??
      findSymbolDocumentedIn(byStart, range) ??
      enclosing;
    const main = isBelowImports(candidate, range, { text, tree }) ? enclosing : candidate;
    const kind =
      main?.symbol.kind ?? (isBlob ? 'blob' : (otherKindAt(visible) ?? classifyLooseCode(text, tree, range)));
    const { documentation, comments } = collectComments(
      text,
      { comments: tree.comments, documentingComments },
      range,
    );
    const exported = startingSymbols.filter(({ symbol }) => symbol.exported);
    const types = unique(
      selectStartingIn(tree.types, range, ({ start }) => start).map(({ name }) => name),
    ).filter((name) => name.length > 1);
    const imports = unique(selectStartingIn(uses, range, ({ start }) => start).map(({ module }) => module));
    const outer = findAround(enclosing, range, text);
    return {
      symbol: main?.symbol.qualifiedName,
      kind,
      metadata: {
        defines: listQualifiedNames(startingSymbols),
        ...(main && { signature: main.symbol.signature }),
        ...(outer && { enclosing: outer.symbol.qualifiedName }),
        ...(documentation !== '' && { documentation }),
        ...(comments !== '' && { comments }),
        ...(imports.length > 0 && { imports }),
        ...(exported.length > 0 && { exports: listQualifiedNames(exported) }),
        ...(types.length > 0 && { types: types.slice(0, maxTypeNames) }),
        complexity: 1 + selectStartingIn(tree.branches, range, (start) => start).length,
      },
    };
  };
}

/**
 * Returns the symbol that covers most of the chunk: one that starts in it, or a function that started earlier
 * if it covers most of the chunk. Of equal symbols, the first one; undefined if none starts in the chunk.
 */
function findLargestSymbol(
  startingSymbols: readonly PlacedSymbol[],
  enclosing: PlacedSymbol | undefined,
  range: SyntaxRange,
): PlacedSymbol | undefined {
  const [first] = startingSymbols;
  if (first === undefined) return undefined;
  const coverage = ({ definition }: PlacedSymbol) => Math.min(definition.end, range.end) - definition.start;
  const largest = startingSymbols.reduce(
    (best, symbol) => (coverage(symbol) > coverage(best) ? symbol : best),
    first,
  );
  const isInFunction = enclosing !== undefined && functionKinds.has(enclosing.symbol.kind);
  return isInFunction && coverage(largest) * 2 < range.end - range.start ? enclosing : largest;
}

/** Whether a symbol is a value or a type that fills less than half of a chunk of imports. */
function isBelowImports(
  placed: PlacedSymbol | undefined,
  range: SyntaxRange,
  { text, tree }: { readonly text: string; readonly tree: SyntaxTree },
): boolean {
  if (placed === undefined || !smallKinds.has(placed.symbol.kind)) return false;
  const { definition } = placed;
  const start = Math.max(range.start, definition.documentation?.start ?? definition.start);
  const covered = Math.min(definition.end, range.end) - start;
  return covered * 2 < range.end - range.start && classifyLooseCode(text, tree, range) === 'imports';
}

const smallKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['constant', 'macro', 'type', 'variable']);

const functionKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['function', 'method', 'component']);

/** Returns the innermost of a symbol and those around it whose lines include the chunk's last visible character. */
function findAround(
  enclosing: PlacedSymbol | undefined,
  { start, end }: SyntaxRange,
  text: string,
): PlacedSymbol | undefined {
  const last = start + text.slice(start, end).trimEnd().length;
  let symbol = enclosing;
  while (symbol !== undefined && text.slice(symbol.definition.end, last).includes('\n'))
    symbol = symbol.parent;
  return symbol;
}

/**
 * Returns the symbol that starts after the chunk but is documented in it: a long comment can fill a chunk
 * alone.
 */
function findSymbolDocumentedIn(
  byStart: readonly PlacedSymbol[],
  range: SyntaxRange,
): PlacedSymbol | undefined {
  const next = lowerBound(
    byStart.length,
    (index) => (byStart[index]?.definition.start ?? Infinity) < range.end,
  );
  const start = byStart[next]?.definition.documentation?.start ?? -1;
  return start >= range.start && start < range.end ? byStart[next] : undefined;
}

/** Returns the offset of the chunk's first visible character; its start if there is none. */
function firstVisible(text: string, { start, end }: SyntaxRange): number {
  return start + Math.max(0, text.slice(start, end).search(/\S/));
}

/** Returns the innermost symbol that starts before the chunk's first visible character and contains it. */
function findEnclosingSymbol(byStart: readonly PlacedSymbol[], at: number): PlacedSymbol | undefined {
  const before =
    lowerBound(byStart.length, (index) => (byStart[index]?.definition.start ?? Infinity) < at) - 1;
  let symbol = byStart[before];
  while (symbol !== undefined && symbol.definition.end <= at) symbol = symbol.parent;
  return symbol;
}

/**
 * Collects the comments in the range, split by whether they document a definition. Together they respect
 * `maxDocumentationLength`.
 */
function collectComments(
  text: string,
  { comments, documentingComments }: Record<'comments' | 'documentingComments', readonly SyntaxRange[]>,
  range: SyntaxRange,
): { readonly documentation: string; readonly comments: string } {
  const collected = { documentation: '', comments: '' };
  let remaining = maxDocumentationLength;
  for (const comment of selectStartingIn(comments, range, ({ start }) => start)) {
    if (remaining <= 0) break;
    if (isTrailingComment(text, comment)) continue;
    const prose = truncateAtWord(
      stripComment(text.slice(comment.start, Math.min(comment.end, range.end))),
      remaining,
    );
    if (prose === '') continue;
    const after = lowerBound(
      documentingComments.length,
      (at) => (documentingComments[at]?.start ?? 0) <= comment.start,
    );
    const group = (documentingComments[after - 1]?.end ?? 0) > comment.start ? 'documentation' : 'comments';
    collected[group] += (collected[group] === '' ? '' : '\n') + prose;
    remaining -= prose.length;
  }
  return collected;
}

/** Whether code precedes the comment on its line. */
function isTrailingComment(text: string, { start }: SyntaxRange): boolean {
  const before = text.slice(Math.max(0, start - maxIndent), start);
  return before.slice(before.lastIndexOf('\n') + 1).trim() !== '';
}

/** Returns the items that start in the range; `items` must be sorted by start. */
function selectStartingIn<Item>(
  items: readonly Item[],
  range: SyntaxRange,
  getStart: (item: Item) => number,
): readonly Item[] {
  const before = (limit: number) =>
    lowerBound(items.length, (index) => {
      const item = items[index];
      return item !== undefined && getStart(item) < limit;
    });
  return items.slice(before(range.start), before(range.end));
}

/** Returns each name once, because overloads share a name. */
function listQualifiedNames(symbols: readonly PlacedSymbol[]): string[] {
  return unique(symbols.map(({ symbol }) => symbol.qualifiedName));
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

interface ImportUse {
  readonly module: string;
  readonly start: number;
}

const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/** Returns the uses in text order, import statements excluded. */
function findImportUses(text: string, imports: readonly SyntaxImport[]): ImportUse[] {
  const modules = new Map(
    imports.flatMap(({ module, names }) => names.map((name) => [name, module] as const)),
  );
  if (modules.size === 0) return [];
  const statements: readonly SyntaxRange[] = imports;
  const uses: ImportUse[] = [];
  let next = 0;
  for (const match of text.matchAll(word)) {
    const module = modules.get(match[0]);
    if (module === undefined) continue;
    while (next < statements.length && (statements[next]?.end ?? Infinity) <= match.index) next += 1;
    if (match.index >= (statements[next]?.start ?? Infinity)) continue;
    uses.push({ module, start: match.index });
  }
  return uses;
}
