/** Lists the definitions that chunks show: those that begin in a chunk, the innermost one around it, and the chunk itself outside any. */

import type { ChunkRow, SymbolRow } from '../../ports/chunk-store.ts';
import { containerKinds, countLines, type Definition } from './definition.ts';

/** A longer type shows only the lines before its first method, because its methods are definitions of their own. */
const maxWholeLines = 60;
/** Maximum lines of a long type that are its own. */
const maxOwnLines = 80;
/** Kinds that are part of a longer definition unless they have lines of their own. */
const valueKinds: ReadonlySet<string> = new Set(['constant', 'property', 'variable']);

type FileFacts = Pick<Definition, 'role' | 'language' | 'fileRank'>;

/**
 * @param chunks the chunks that were found
 * @param symbols at least the definitions that share a line with one of the chunks, sorted by file and line
 * @returns each definition once
 */
export function listDefinitions(
  chunks: readonly ChunkRow[],
  symbols: readonly SymbolRow[],
): readonly Definition[] {
  const symbolsByPath = groupByPath(symbols);
  const found = new Map<string, Definition>();
  for (const chunk of chunks)
    for (const definition of definitionsOfChunk(chunk, symbolsByPath.get(chunk.path) ?? []))
      if (!found.has(definition.id)) found.set(definition.id, definition);
  return [...found.values()];
}

export function groupByPath<Item extends { readonly path: string }>(
  items: readonly Item[],
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.path);
    if (group === undefined) groups.set(item.path, [item]);
    else group.push(item);
  }
  return groups;
}

function definitionsOfChunk(chunk: ChunkRow, symbols: readonly SymbolRow[]): readonly Definition[] {
  const overlapping = symbols.filter(
    (symbol) => firstLine(symbol) <= chunk.endLine && symbol.endLine >= chunk.startLine,
  );
  const around = overlapping
    .filter((symbol) => firstLine(symbol) < chunk.startLine)
    .toSorted((a, b) => countLines(a) - countLines(b));
  const starting = overlapping.filter((symbol) => firstLine(symbol) >= chunk.startLine);
  const innermost = around.find((symbol) => !isInnerFunction(symbol, symbols));
  const shown = [...starting, ...(innermost === undefined ? [] : [innermost])];
  const definitions = shown
    .filter((symbol) => !isPartOfAnother(symbol, shown) && !isInnerFunction(symbol, symbols))
    .map((symbol) => symbolDefinition(symbol, symbols, chunk));
  return isOutsideDefinitions(chunk, overlapping) ? [...definitions, textDefinition(chunk)] : definitions;
}

/** A one-line value within a longer definition is a part of it. */
function isPartOfAnother(symbol: SymbolRow, shown: readonly SymbolRow[]): boolean {
  if (!valueKinds.has(symbol.kind) || countLines(symbol) > 1) return false;
  return shown.some(
    (other) =>
      other !== symbol &&
      other.startLine <= symbol.startLine &&
      other.endLine >= symbol.endLine &&
      countLines(other) > 1,
  );
}

/** Kinds that run code. A function inside a short one is a part of it. */
const functionKinds: ReadonlySet<string> = new Set(['function', 'method', 'component']);
const maxOuterLines = 120;

function isInnerFunction(symbol: SymbolRow, inFile: readonly SymbolRow[]): boolean {
  return inFile.some(
    (other) =>
      other.id !== symbol.id &&
      functionKinds.has(other.kind) &&
      other.startLine <= symbol.startLine &&
      other.endLine >= symbol.endLine &&
      countLines(other) > countLines(symbol) &&
      countLines(other) <= maxOuterLines,
  );
}

/** Takes the first definitions that are no inner functions. Each test reads the whole file, so it stops early. */
export function takeOuter(
  sorted: readonly SymbolRow[],
  inFile: readonly SymbolRow[],
  count: number,
): readonly SymbolRow[] {
  const taken: SymbolRow[] = [];
  for (const symbol of sorted) {
    if (taken.length >= count) break;
    if (!isInnerFunction(symbol, inFile)) taken.push(symbol);
  }
  return taken;
}

/** Whether most lines of the chunk belong to no definition. */
function isOutsideDefinitions(chunk: ChunkRow, symbols: readonly SymbolRow[]): boolean {
  const lines = countLines(chunk);
  let outside = 0;
  for (let line = chunk.startLine; line <= chunk.endLine; line += 1)
    if (!symbols.some((symbol) => firstLine(symbol) <= line && symbol.endLine >= line)) outside += 1;
  return outside === lines || (outside >= 8 && outside > 0.6 * lines);
}

function textDefinition(chunk: ChunkRow): Definition {
  const headings = chunk.metadata.headings ?? [];
  return {
    id: `chunk ${chunk.key}`,
    path: chunk.path,
    startLine: chunk.startLine,
    endLine: chunk.endLine,
    ownEndLine: chunk.endLine,
    kind: headings.length > 0 ? 'section' : 'text',
    name: headings.at(-1) ?? chunk.symbol ?? '',
    qualifiedName: headings.length > 0 ? headings.join(' › ') : (chunk.symbol ?? ''),
    signature: headings.join(' '),
    documentation: '',
    exported: false,
    complexity: chunk.metadata.complexity ?? 0,
    role: chunk.role,
    language: chunk.language,
    fileRank: chunk.fileRank,
    fileHash: chunk.fileHash,
    enclosing: undefined,
  };
}

/** @param inFile definitions of the same file: the enclosing ones and those inside, as far as they were read */
export function symbolDefinition(
  symbol: SymbolRow,
  inFile: readonly SymbolRow[],
  { role, language, fileRank }: FileFacts,
): Definition {
  const enclosing = inFile
    .filter(
      (other) =>
        other.id !== symbol.id &&
        other.startLine <= symbol.startLine &&
        other.endLine >= symbol.endLine &&
        countLines(other) > countLines(symbol),
    )
    .toSorted((a, b) => countLines(a) - countLines(b))[0];
  return {
    id: symbol.id,
    path: symbol.path,
    startLine: firstLine(symbol),
    endLine: symbol.endLine,
    ownEndLine: lastOwnLine(symbol, inFile),
    kind: symbol.kind,
    name: symbol.name,
    qualifiedName: symbol.qualifiedName,
    signature: symbol.signature,
    documentation: symbol.documentation,
    exported: symbol.exported,
    complexity: symbol.complexity,
    role,
    language,
    fileRank,
    fileHash: symbol.fileHash,
    enclosing: enclosing && {
      qualifiedName: enclosing.qualifiedName,
      documentation: enclosing.documentation,
    },
  };
}

/** The first line of the definition or of the documentation above it. */
function firstLine({ startLine, documentationLines }: SymbolRow): number {
  return Math.min(startLine, documentationLines?.startLine ?? startLine);
}

function lastOwnLine(symbol: SymbolRow, inFile: readonly SymbolRow[]): number {
  if (!containerKinds.has(symbol.kind) || countLines(symbol) <= maxWholeLines) return symbol.endLine;
  const methods = inFile.filter(
    (other) =>
      (other.kind === 'method' || other.kind === 'function') &&
      other.startLine > symbol.startLine &&
      other.endLine <= symbol.endLine,
  );
  const firstMethod = Math.min(...methods.map(firstLine), symbol.endLine + 1);
  return Math.max(symbol.startLine, Math.min(firstMethod - 1, symbol.startLine + maxOwnLines));
}
