/** Creates minimal candidates for a ranking. A test states only the fields that matter to it. */

import type { GraphNode } from '../../../worker/core/code/edge.ts';
import { detectFileRole } from '../../../worker/core/files/file-role.ts';
import { detectLanguage } from '../../../worker/core/files/language.ts';
import type { ChunkRow, FileRow, SymbolRow } from '../../../worker/ports/chunk-store.ts';
import { definition } from '../workbench/parsed-files.ts';

export function chunkRow(path: string, overrides: Partial<ChunkRow> = {}): ChunkRow {
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
    kind: 'function',
    symbol: undefined,
    metadata: { defines: [] },
    masks: [],
    raw: '',
    ...overrides,
  };
}

export function fileRow(path: string, lines = 100, overrides: Partial<FileRow> = {}): FileRow {
  return { path, role: detectFileRole(path), language: detectLanguage(path), lines, ...overrides };
}

/** Creates the node of a definition, or of a file if no symbol is given. */
export function graphNode(path: string, overrides: Partial<GraphNode> = {}): GraphNode {
  const { symbol } = overrides;
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
    ...overrides,
  };
}

export function symbolRow(
  path: string,
  qualifiedName: string,
  nameLine = 1,
  overrides: Partial<SymbolRow> = {},
): SymbolRow {
  return {
    ...definition(qualifiedName, nameLine),
    id: `${path}.${nameLine}`,
    path,
    role: detectFileRole(path),
    fileHash: 'f'.repeat(64),
    ...overrides,
  };
}
