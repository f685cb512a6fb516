/**
 * A file's definitions as the rows of a tree: nested by the lines they cover. In go the definitions, what is folded away and
 * the words typed into the filter; pure. One pass over the definitions: a file may have thousands.
 */
import type { SymbolList } from '../../api.ts';
import type { WalkedRow } from '../files/tree-rows.ts';

export type OutlineSymbol = SymbolList['symbols'][number];

export interface OutlineRow extends WalkedRow {
  readonly symbol: OutlineSymbol;
  /** 1 for the top. */
  readonly depth: number;
  readonly position: number;
  readonly siblings: number;
  /** Shown only because something in it is what the filter asks for. */
  readonly aside: boolean;
}

interface Nested {
  readonly symbol: OutlineSymbol;
  readonly within: readonly Nested[];
}

/** Nested deeper, definitions are listed beside each other. */
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

/** The innermost definition that holds a line; null outside any. */
export function symbolAt(symbols: readonly OutlineSymbol[], line: number): OutlineSymbol | null {
  let inner: OutlineSymbol | null = null;
  for (const symbol of symbols) {
    if (symbol.startLine > line || symbol.endLine < line) continue;
    if (inner === null || !covers(symbol, inner)) inner = symbol;
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
    let around = open.at(-1);
    while (around !== undefined && (open.length >= maxDepth || !covers(around.symbol, symbol))) {
      open.pop();
      around = open.at(-1);
    }
    const within: Nested[] = [];
    (around?.within ?? top).push({ symbol, within });
    open.push({ symbol, within });
  }
  return top;
}

/** Of the same lines neither holds the other: `const a = 1, b = 2`. */
function covers(outer: OutlineSymbol, inner: OutlineSymbol): boolean {
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
  wanted: { readonly words: readonly string[]; readonly folded: ReadonlySet<string> },
): void {
  const kept = wanted.words.length === 0 ? level : level.filter((one) => holds(one, wanted.words));
  for (const [index, { symbol, within }] of kept.entries()) {
    // What the filter found is seen wherever it lies.
    const open = within.length === 0 ? null : wanted.words.length > 0 || !wanted.folded.has(symbol.id);
    rows.push({
      id: symbol.id,
      name: symbol.name,
      symbol,
      depth,
      parent,
      open,
      position: index + 1,
      siblings: kept.length,
      aside: !isNamed(symbol, wanted.words),
    });
    if (open === true) addLevel(rows, { level: within, depth: depth + 1, parent: symbol.id }, wanted);
  }
}

function holds({ symbol, within }: Nested, words: readonly string[]): boolean {
  return isNamed(symbol, words) || within.some((one) => holds(one, words));
}

function isNamed({ name, kind }: OutlineSymbol, words: readonly string[]): boolean {
  const text = `${name} ${kind}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
