/** Reads ranked definitions: their lines with secrets masked, where their headers end, and the definitions inside them. */

import type { SpanPosition } from '../../core/answers/evidence.ts';
import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { SymbolDefinition, SymbolKind } from '../../core/code/symbol.ts';
import type { ChunkStore, SymbolRow } from '../../ports/chunk-store.ts';
import type { ReadableDefinition } from '../../retrieval/context/readable-definition.ts';
import type { RankedDefinition } from '../../retrieval/definitions/ranked-definition.ts';
import { readSpans } from '../../retrieval/search/read-spans.ts';

/** Definitions that are shown as a part of their type. */
const fieldKinds: ReadonlySet<SymbolKind> = new Set(['constant', 'property', 'variable', 'type', 'enum']);

/** @returns in order; definitions whose lines do not exist are omitted */
export async function readDefinitions(
  { chunkStore }: { readonly chunkStore: Pick<ChunkStore, 'symbolsAt' | 'readFiles'> },
  key: SnapshotKey,
  definitions: readonly RankedDefinition[],
): Promise<readonly ReadableDefinition[]> {
  const [spans, symbols] = await Promise.all([
    readSpans(
      chunkStore,
      key,
      definitions.map((definition) => ({ definition, ...toPosition(definition) })),
    ),
    chunkStore.symbolsAt(key, definitions.map(toPosition)),
  ]);
  return spans.map(({ definition, fileLines }) => {
    const ofFile = symbols.filter(({ path }) => path === definition.path);
    const own = ofFile.find(
      (symbol) => symbol.qualifiedName === definition.symbol && isWithin(symbol, definition),
    );
    const headEndLine = own === undefined ? definition.startLine : findHeadEnd(own, fileLines);
    return {
      ...definition,
      symbolId: own?.id,
      declaration: own,
      fileLines,
      headEndLine: Math.min(headEndLine, definition.endLine),
      members: listMembers(findInside(own, definition), ofFile),
      similar: 0,
    };
  });
}

function toPosition({ path, startLine, endLine }: SpanPosition): SpanPosition {
  return { path, startLine, endLine };
}

/** The last line of the signature, which the index stores with white space collapsed, and of documentation right below it. */
export function findHeadEnd(symbol: SymbolDefinition, fileLines: readonly string[]): number {
  const { signature, startLine, endLine, nameLine, documentationLines } = symbol;
  const wanted = signature.replace(/\s+/g, '').length;
  let length = 0;
  let line = startLine;
  for (; line <= endLine; line += 1) {
    length += (fileLines[line - 1] ?? '').replace(/\s+/g, '').length;
    if (length >= wanted && line >= nameLine) break;
  }
  return Math.max(Math.min(line, endLine), documentationLines?.endLine ?? 0);
}

type LineRange = Pick<SpanPosition, 'startLine' | 'endLine'>;

/** The lines in which members may begin. Sections have none. */
function findInside(own: SymbolRow | undefined, { kind, startLine, endLine }: RankedDefinition): LineRange {
  if (own !== undefined) return { startLine: own.nameLine + 1, endLine: own.endLine };
  return { startLine, endLine: kind === 'text' ? endLine : startLine - 1 };
}

/** The outermost functions and types in a range, each with the documentation above it. */
function listMembers(range: LineRange, symbols: readonly SymbolRow[]): readonly SpanPosition[] {
  const inner = symbols
    .filter((symbol) => symbol.startLine >= range.startLine && symbol.endLine <= range.endLine)
    .filter((symbol) => !fieldKinds.has(symbol.kind) && symbol.endLine > symbol.startLine);
  return inner
    .filter((symbol) => !inner.some((other) => other !== symbol && isWithin(symbol, other)))
    .map(({ path, startLine, endLine, documentationLines }) => ({
      path,
      startLine: Math.max(range.startLine, Math.min(startLine, documentationLines?.startLine ?? startLine)),
      endLine,
    }))
    .toSorted((a, b) => a.startLine - b.startLine);
}

function isWithin(inner: LineRange, outer: LineRange): boolean {
  return inner.startLine >= outer.startLine && inner.endLine <= outer.endLine;
}
