/**
 * Arranges the definitions of a file, or the headings of a page, as the rows of a tree, nested by the lines they cover. Pure. It makes one
 * pass over the definitions, since a file may have thousands.
 */
import type { SymbolList, FileText } from '../../api.ts';
import type { NavigableRow } from '../files/tree-rows.ts';

export type OutlineSymbol = SymbolList['symbols'][number];

export interface OutlineRow extends NavigableRow {
  readonly symbol: OutlineSymbol;
  /** 1-based. */
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  /** The row does not match the filter itself; it contains a match. */
  readonly isContext: boolean;
}

interface Nested {
  readonly symbol: OutlineSymbol;
  readonly within: readonly Nested[];
}

/** Definitions at deeper levels become siblings. */
const maxDepth = 30;

interface Shown {
  readonly folded: ReadonlySet<string>;
  readonly filter: string;
}

export function outlineRows(symbols: readonly OutlineSymbol[], shown: Shown): readonly OutlineRow[] {
  const words = shown.filter.toLowerCase().split(/\s+/).filter(Boolean);
  const rows: OutlineRow[] = [];
  addLevel(rows, { level: nest(symbols), depth: 1, parent: null }, { words, folded: shown.folded });
  return rows;
}

/** The innermost definition that contains a line; null outside any. */
export function findSymbolAt(symbols: readonly OutlineSymbol[], line: number): OutlineSymbol | null {
  let inner: OutlineSymbol | null = null;
  for (const symbol of symbols) {
    if (symbol.startLine > line || symbol.endLine < line) continue;
    if (inner === null || !encloses(symbol, inner)) inner = symbol;
  }
  return inner;
}

function inOrder(symbols: readonly OutlineSymbol[]): readonly OutlineSymbol[] {
  return symbols.toSorted((one, other) => one.startLine - other.startLine || other.endLine - one.endLine);
}

function nest(symbols: readonly OutlineSymbol[]): readonly Nested[] {
  const top: Nested[] = [];
  const open: { readonly symbol: OutlineSymbol; readonly within: Nested[] }[] = [];
  for (const symbol of inOrder(symbols)) {
    let parent = open.at(-1);
    while (parent !== undefined && (open.length >= maxDepth || !encloses(parent.symbol, symbol))) {
      open.pop();
      parent = open.at(-1);
    }
    const within: Nested[] = [];
    (parent?.within ?? top).push({ symbol, within });
    open.push({ symbol, within });
  }
  return top;
}

/** Definitions on the same lines do not enclose each other: `const a = 1, b = 2`. */
function encloses(outer: OutlineSymbol, inner: OutlineSymbol): boolean {
  if (outer.startLine > inner.startLine || outer.endLine < inner.endLine) return false;
  return outer.startLine < inner.startLine || outer.endLine > inner.endLine;
}

interface Level {
  readonly level: readonly Nested[];
  readonly depth: number;
  readonly parent: string | null;
}

function addLevel(
  rows: OutlineRow[],
  { level, depth, parent }: Level,
  filter: { readonly words: readonly string[]; readonly folded: ReadonlySet<string> },
): void {
  const visible = filter.words.length === 0 ? level : level.filter((one) => hasMatch(one, filter.words));
  for (const [index, { symbol, within }] of visible.entries()) {
    // A filter expands everything, so that all matches are visible.
    const open = within.length === 0 ? null : filter.words.length > 0 || !filter.folded.has(symbol.id);
    rows.push({
      id: symbol.id,
      name: symbol.name,
      symbol,
      depth,
      parent,
      open,
      position: index + 1,
      siblings: visible.length,
      isContext: !matchesFilter(symbol, filter.words),
    });
    if (open === true) addLevel(rows, { level: within, depth: depth + 1, parent: symbol.id }, filter);
  }
}

function hasMatch({ symbol, within }: Nested, words: readonly string[]): boolean {
  return matchesFilter(symbol, words) || within.some((one) => hasMatch(one, words));
}

function matchesFilter({ name, kind }: OutlineSymbol, words: readonly string[]): boolean {
  const text = `${name} ${kind}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * Converts the headings of a page to outline symbols. Each heading covers the lines up to the next heading of its level or above.
 * @param lines the number of lines in the file
 */
export function headingSymbols({
  page,
  path,
  lines,
}: Pick<FileText, 'page' | 'path' | 'lines'>): readonly OutlineSymbol[] | undefined {
  return page?.headings.map(({ line, level, title }, index, all) => {
    const next = all.slice(index + 1).find((heading) => heading.level <= level);
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
