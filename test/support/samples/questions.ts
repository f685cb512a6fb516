/** Minimal candidates for a ranking: a test states only what it is about. */

import type { GraphNode } from '../../../worker/core/code/edge.ts';
import { detectFileRole } from '../../../worker/core/files/file-role.ts';
import { detectLanguage } from '../../../worker/core/files/language.ts';
import type { ChunkRow, FileRow, SymbolRow } from '../../../worker/ports/chunk-store.ts';
import { definition } from '../workbench/parsed-files.ts';

export function chunkRow(path: string, more: Partial<ChunkRow> = {}): ChunkRow {
  return {
    key: 1,
    path,
    role: detectFileRole(path),
    fileRank: 0,
    language: detectLanguage(path),
    lines: 100,
    fileHash: 'f'.repeat(64),
    ordinal: 0,
    startLine: 1,
    endLine: 10,
    startOffset: 0,
    kind: 'function_definition',
    symbol: undefined,
    metadata: { defines: [] },
    masks: [],
    raw: '',
    ...more,
  };
}

export function fileRow(path: string, lines = 100, more: Partial<FileRow> = {}): FileRow {
  return { path, role: detectFileRole(path), language: detectLanguage(path), lines, ...more };
}

/** A definition, or a file if no symbol is given. */
export function graphNode(path: string, more: Partial<GraphNode> = {}): GraphNode {
  const { symbol } = more;
  return {
    id: `${path} ${symbol ?? ''}`,
    kind: symbol === undefined ? 'file' : 'function',
    name: symbol?.split('.').at(-1) ?? path.slice(path.lastIndexOf('/') + 1),
    symbol,
    path,
    language: detectLanguage(path),
    role: detectFileRole(path),
    startLine: 1,
    endLine: 10,
    nameLine: 1,
    signature: '',
    documentation: '',
    exported: true,
    complexity: 1,
    rank: 1,
    ...more,
  };
}

export function symbolRow(
  path: string,
  qualifiedName: string,
  nameLine = 1,
  more: Partial<SymbolRow> = {},
): SymbolRow {
  return {
    ...definition(qualifiedName, nameLine),
    id: `${path}.${nameLine}`,
    path,
    role: detectFileRole(path),
    fileHash: 'f'.repeat(64),
    ...more,
  };
}
