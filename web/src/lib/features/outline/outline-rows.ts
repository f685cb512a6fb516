/**
 * Arranges the definitions of a file, or the headings of a page, as the rows of a tree, nested by the lines they cover. It makes one pass
 * over the sorted definitions, because a file may have thousands.
 */
import type { SymbolList, FileText } from '../../api.ts';
import type { NavigableRow } from '../files/tree-rows.ts';

export type OutlineSymbol = SymbolList['symbols'][number];

export interface OutlineRow extends NavigableRow {
  readonly symbol: OutlineSymbol;
  /** 1-based. */
  readonly depth: number;
  readonly position: number;
  readonly siblingCount: number;
  /** The row itself does not match the filter, but contains a match. */
  readonly isContext: boolean;
}

interface SymbolTree {
  readonly symbol: OutlineSymbol;
  readonly children: readonly SymbolTree[];
}

/** Definitions at deeper levels become siblings. */
const maxDepth = 30;

interface OutlineState {
  /** The ids of the collapsed rows. */
  readonly collapsed: ReadonlySet<string>;
  readonly filter: string;
}

export function outlineRows(
  symbols: readonly OutlineSymbol[],
  { collapsed, filter }: OutlineState,
): readonly OutlineRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const rows: OutlineRow[] = [];
  addLevel(rows, { trees: nestSymbols(symbols), depth: 1, parent: null }, { words, collapsed });
  return rows;
}

/** Returns the innermost definition that contains a line; null if none does. */
export function findSymbolAt(symbols: readonly OutlineSymbol[], line: number): OutlineSymbol | null {
  let innermost: OutlineSymbol | null = null;
  for (const symbol of symbols) {
    if (symbol.startLine > line || symbol.endLine < line) continue;
    if (innermost === null || !encloses(symbol, innermost)) innermost = symbol;
  }
  return innermost;
}

/** Sorts by first line, with enclosing definitions before the enclosed ones. */
function sortByLine(symbols: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  return symbols.toSorted((one, other) => one.startLine - other.startLine || other.endLine - one.endLine);
}

function nestSymbols(symbols: readonly OutlineSymbol[]): readonly SymbolTree[] {
  const topLevel: SymbolTree[] = [];
  const ancestors: { readonly symbol: OutlineSymbol; readonly children: SymbolTree[] }[] = [];
  for (const symbol of sortByLine(symbols)) {
    let parent = ancestors.at(-1);
    while (parent !== undefined && (ancestors.length >= maxDepth || !encloses(parent.symbol, symbol))) {
      ancestors.pop();
      parent = ancestors.at(-1);
    }
    const children: SymbolTree[] = [];
    (parent?.children ?? topLevel).push({ symbol, children });
    ancestors.push({ symbol, children });
  }
  return topLevel;
}

/** Definitions on the same lines do not enclose each other: `const a = 1, b = 2`. */
function encloses(outer: OutlineSymbol, inner: OutlineSymbol): boolean {
  if (outer.startLine > inner.startLine || outer.endLine < inner.endLine) return false;
  return outer.startLine < inner.startLine || outer.endLine > inner.endLine;
}

interface Level {
  readonly trees: readonly SymbolTree[];
  readonly depth: number;
  readonly parent: string | null;
}

function addLevel(
  rows: OutlineRow[],
  { trees, depth, parent }: Level,
  filter: { readonly words: readonly string[]; readonly collapsed: ReadonlySet<string> },
): void {
  const visibleTrees =
    filter.words.length === 0 ? trees : trees.filter((tree) => hasMatch(tree, filter.words));
  for (const [index, { symbol, children }] of visibleTrees.entries()) {
    // A filter expands all rows, so that all matches are visible.
    const isOpen = children.length === 0 ? null : filter.words.length > 0 || !filter.collapsed.has(symbol.id);
    rows.push({
      id: symbol.id,
      name: symbol.name,
      symbol,
      depth,
      parent,
      isOpen,
      position: index + 1,
      siblingCount: visibleTrees.length,
      isContext: !matchesFilter(symbol, filter.words),
    });
    if (isOpen === true) addLevel(rows, { trees: children, depth: depth + 1, parent: symbol.id }, filter);
  }
}

function hasMatch({ symbol, children }: SymbolTree, words: readonly string[]): boolean {
  return matchesFilter(symbol, words) || children.some((child) => hasMatch(child, words));
}

function matchesFilter({ name, kind }: OutlineSymbol, words: readonly string[]): boolean {
  const text = `${name} ${kind}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

interface Heading {
  /** 1-based. */
  readonly line: number;
  readonly level: number;
  readonly title: string;
}

/** Converts headings to outline symbols. A heading covers the lines up to the next heading of the same or a higher level. */
export function headingSymbols(
  headings: readonly Heading[],
  { path, lines }: Pick<FileText, 'path' | 'lines'>,
): readonly OutlineSymbol[] {
  return headings.map(({ line, level, title }, index) => {
    const next = headings.slice(index + 1).find((heading) => heading.level <= level);
    return {
      id: `heading:${line}`,
      name: title,
      qualifiedName: title,
      kind: 'heading',
      path,
      startLine: line,
      endLine: next === undefined ? lines : next.line - 1,
      nameLine: line,
      signature: '',
      documentation: '',
      exported: false,
      complexity: 0,
    };
  });
}
