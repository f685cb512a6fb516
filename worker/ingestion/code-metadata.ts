/** What a chunk of code is called and holds: read off the symbols, comments, imports and types that lie in its range. */

import { lowerBound } from '../core/lower-bound.ts';
import type { SyntaxRange, SyntaxTree } from '../ports/parser.ts';
import { findImportUses } from './imports-used.ts';
import type { PlacedSymbol } from './name-symbols.ts';
import { shorten } from './shorten.ts';
import { maxDocumentation, stripComment } from './strip-comment.ts';
import type { Describe } from './to-chunks.ts';

/** Looked back from a comment for what stands before it on its line; a line may be the whole file. */
const maxIndent = 400;
/** Most types named for one chunk. */
const maxTypes = 24;

export function codeMetadata(text: string, tree: SyntaxTree, symbols: readonly PlacedSymbol[]): Describe {
  const byStart = [...symbols].sort((a, b) => a.definition.start - b.definition.start);
  const uses = findImportUses(text, tree.imports);
  const documenting = symbols
    .flatMap(({ symbol, definition }) =>
      symbol.documentation === '' ? [] : (definition.documentation ?? []),
    )
    .sort((a, b) => a.start - b.start);
  return (range) => {
    const begun = startingIn(byStart, range, ({ definition }) => definition.start);
    const encloser = enclosing(byStart, range, text);
    const main =
      begun.length === 0 ? (documented(byStart, range) ?? encloser) : mainSymbol(begun, encloser, range);
    const { documentation, comments } = saidIn(text, { comments: tree.comments, documenting }, range);
    const exported = begun.filter(({ symbol }) => symbol.exported);
    const types = distinct(
      startingIn(tree.types, range, ({ start }) => start).map(({ name }) => name),
    ).filter((name) => name.length > 1);
    const imports = distinct(startingIn(uses, range, ({ start }) => start).map(({ module }) => module));
    return {
      symbol: main?.symbol.qualifiedName,
      metadata: {
        defines: namesOf(begun),
        ...(encloser && { signature: encloser.symbol.signature }),
        ...(documentation !== '' && { documentation }),
        ...(comments !== '' && { comments }),
        ...(imports.length > 0 && { imports }),
        ...(exported.length > 0 && { exports: namesOf(exported) }),
        ...(types.length > 0 && { types: types.slice(0, maxTypes) }),
        complexity: 1 + startingIn(tree.branches, range, (start) => start).length,
      },
    };
  };
}

/** The symbol a chunk is about: the first that begins in it, unless the chunk is mostly a function that began before. */
function mainSymbol(
  begun: readonly PlacedSymbol[],
  encloser: PlacedSymbol | undefined,
  range: SyntaxRange,
): PlacedSymbol | undefined {
  const [first] = begun;
  if (first === undefined || encloser === undefined) return first ?? encloser;
  const isFunction =
    encloser.symbol.kind === 'function' ||
    encloser.symbol.kind === 'method' ||
    encloser.symbol.kind === 'component';
  const covered = Math.min(first.definition.end, range.end) - first.definition.start;
  return isFunction && covered * 2 < range.end - range.start ? encloser : first;
}

/** The symbol that begins after the chunk and is documented in it: its comment alone was long enough for a chunk. */
function documented(byStart: readonly PlacedSymbol[], range: SyntaxRange): PlacedSymbol | undefined {
  const next = lowerBound(
    byStart.length,
    (index) => (byStart[index]?.definition.start ?? Infinity) < range.end,
  );
  const start = byStart[next]?.definition.documentation?.start ?? -1;
  return start >= range.start && start < range.end ? byStart[next] : undefined;
}

/** The innermost symbol that began before the chunk's first visible character and holds it. */
function enclosing(
  byStart: readonly PlacedSymbol[],
  range: SyntaxRange,
  text: string,
): PlacedSymbol | undefined {
  const visible = range.start + text.slice(range.start, range.end).search(/\S/);
  const at = Math.max(visible, range.start);
  const before =
    lowerBound(byStart.length, (index) => (byStart[index]?.definition.start ?? Infinity) < at) - 1;
  let symbol = byStart[before];
  while (symbol !== undefined && symbol.definition.end <= at) symbol = symbol.parent;
  return symbol;
}

/** The comments of the range, apart as they document a definition or not; both together no longer than one is kept. */
function saidIn(
  text: string,
  { comments, documenting }: Record<'comments' | 'documenting', readonly SyntaxRange[]>,
  range: SyntaxRange,
): { readonly documentation: string; readonly comments: string } {
  const said = { documentation: '', comments: '' };
  let left = maxDocumentation;
  for (const comment of startingIn(comments, range, ({ start }) => start)) {
    if (left <= 0) break;
    if (isAside(text, comment)) continue;
    const bare = shorten(stripComment(text.slice(comment.start, Math.min(comment.end, range.end))), left);
    if (bare === '') continue;
    const after = lowerBound(documenting.length, (at) => (documenting[at]?.start ?? 0) <= comment.start);
    const of = (documenting[after - 1]?.end ?? 0) > comment.start ? 'documentation' : 'comments';
    said[of] += (said[of] === '' ? '' : '\n') + bare;
    left -= bare.length;
  }
  return said;
}

/** Whether something stands before a comment on its line. */
function isAside(text: string, { start }: SyntaxRange): boolean {
  const before = text.slice(Math.max(0, start - maxIndent), start);
  return before.slice(before.lastIndexOf('\n') + 1).trim() !== '';
}

/** The items whose start lies in the range; `items` are in the order of their starts. */
function startingIn<Item>(
  items: readonly Item[],
  range: SyntaxRange,
  startOf: (item: Item) => number,
): readonly Item[] {
  const before = (limit: number) =>
    lowerBound(items.length, (index) => {
      const item = items[index];
      return item !== undefined && startOf(item) < limit;
    });
  return items.slice(before(range.start), before(range.end));
}

/** Overloads share a name. */
function namesOf(symbols: readonly PlacedSymbol[]): string[] {
  return distinct(symbols.map(({ symbol }) => symbol.qualifiedName));
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)];
}
