/** Chunks, symbols and definitions of a small file about leases, for tests of the definition ranking. */

import type { ChunkRow, SymbolRow } from '../../../../worker/ports/chunk-store.ts';

export const leaseFile = `/** Leases of jobs. */
import { clock } from './clock.ts';

const graceMs = 500;

/** Renews a lease before it expires. */
export function renewLease(lease) {
  const retry = () => {
    renewLease(lease);
  };
  if (clock.now() > lease.until - graceMs) throw new LeaseLost(lease.id);
  return { ...lease, until: clock.now() + 30_000, retry };
}

export class LeaseLost extends Error {
  constructor(id) {
    super(id);
  }
}
`;

const lines = leaseFile.split('\n');

/** A chunk of the file with these lines. */
export function createChunk(startLine: number, endLine: number, changes: Partial<ChunkRow> = {}): ChunkRow {
  const before = lines.slice(0, startLine - 1).map((line) => `${line}\n`);
  return {
    key: startLine,
    path: 'src/lease.ts',
    role: 'source',
    language: 'typescript',
    lines: lines.length,
    fileRank: 1,
    fileHash: 'lease',
    ordinal: startLine,
    startLine,
    endLine,
    startOffset: before.join('').length,
    kind: 'function',
    symbol: undefined,
    metadata: { defines: [] },
    masks: [],
    raw: lines
      .slice(startLine - 1, endLine)
      .map((line) => `${line}\n`)
      .join(''),
    ...changes,
  };
}

export function createSymbol(
  name: string,
  [startLine, endLine]: readonly [number, number],
  changes: Partial<SymbolRow> = {},
): SymbolRow {
  return {
    id: `1.${startLine}`,
    path: 'src/lease.ts',
    role: 'source',
    fileHash: 'lease',
    name,
    qualifiedName: name,
    kind: 'function',
    startLine,
    endLine,
    nameLine: startLine,
    signature: `function ${name}()`,
    documentation: '',
    exported: true,
    complexity: 1,
    ...changes,
  };
}

export const renewLease = createSymbol('renewLease', [7, 13], {
  documentation: 'Renews a lease before it expires.',
  documentationLines: { startLine: 6, endLine: 6 },
  complexity: 2,
});
export const retry = createSymbol('retry', [8, 10], { qualifiedName: 'renewLease.retry', exported: false });
export const leaseLost = createSymbol('LeaseLost', [15, 19], { kind: 'class' });
export const graceMs = createSymbol('graceMs', [4, 4], { kind: 'constant', exported: false });
