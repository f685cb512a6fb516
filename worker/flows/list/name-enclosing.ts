/**
 * Names the innermost definition around each listed place. It reads the definitions of a file once and sweeps over them, so the time grows
 * with the number of places plus that of definitions, not with their product.
 */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import { groupByPath } from '../../retrieval/definitions/list-definitions.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { ListRow } from './list-outcome.ts';
import type { ListServices } from './scan-texts.ts';

const filesPerQuery = 100;

export interface NamedRows {
  readonly rows: readonly ListRow[];
  /** Whether the definitions around every row were read in time. */
  readonly isComplete: boolean;
}

export async function nameEnclosing(
  { chunkStore, clock }: ListServices,
  { key }: ResolvedSnapshot,
  { rows, until }: { readonly rows: readonly ListRow[]; readonly until: number },
): Promise<NamedRows> {
  const spans = spansOfUnnamed(rows);
  const names = new Map<string, ReadonlyMap<number, string>>();
  let isComplete = true;
  for (let at = 0; at < spans.length && isComplete; at += filesPerQuery) {
    await clock.yieldToEventLoop();
    isComplete = clock.now() <= until;
    if (!isComplete) break;
    const part = spans.slice(at, at + filesPerQuery);
    const symbols = groupByPath(await chunkStore.symbolsAt(key, part));
    for (const { path, lines } of part) names.set(path, innermostByLine(symbols.get(path) ?? [], lines));
  }
  const named = rows.map((row) =>
    row.symbol === undefined ? { ...row, symbol: names.get(row.path)?.get(row.line) } : row,
  );
  return { rows: named, isComplete };
}

interface FileSpan extends SpanPosition {
  /** Lines without a name, each once, in order. */
  readonly lines: readonly number[];
}

/** One span for each file: from its first to its last row without a name. */
function spansOfUnnamed(rows: readonly ListRow[]): readonly FileSpan[] {
  const unnamed = groupByPath(rows.filter(({ symbol }) => symbol === undefined));
  return [...unnamed].map(([path, rowsOfFile]) => {
    const lines = [...new Set(rowsOfFile.map(({ line }) => line))].toSorted((a, b) => a - b);
    return { path, startLine: lines[0] ?? 1, endLine: lines.at(-1) ?? 1, lines };
  });
}

function innermostByLine(
  symbols: readonly SymbolRow[],
  lines: readonly number[],
): ReadonlyMap<number, string> {
  const sorted = symbols.toSorted((a, b) => a.startLine - b.startLine);
  const names = new Map<number, string>();
  let around: SymbolRow[] = [];
  let next = 0;
  for (const line of lines) {
    around = around.filter(({ endLine }) => line <= endLine);
    for (let symbol = sorted[next]; symbol !== undefined && symbol.startLine <= line; symbol = sorted[++next])
      if (line <= symbol.endLine) around.push(symbol);
    const [first, ...others] = around;
    if (first === undefined) continue;
    names.set(line, others.reduce(innerOf, first).qualifiedName);
  }
  return names;
}

function innerOf(a: SymbolRow, b: SymbolRow): SymbolRow {
  const difference = a.endLine - a.startLine - (b.endLine - b.startLine);
  return difference > 0 || (difference === 0 && b.nameLine > a.nameLine) ? b : a;
}
