import { describe, expect, it } from 'vitest';
import { createDefinitionRow } from '../../../../worker/retrieval/definitions/definition-span.ts';
import { listDefinitions } from '../../../../worker/retrieval/definitions/list-definitions.ts';
import { createChunk, leaseFile, leaseLost, renewLease, retry } from './samples.ts';

const [definition] = listDefinitions([createChunk(6, 13)], [renewLease, retry, leaseLost]);
const lines = leaseFile.split('\n');

describe('the row of a definition', () => {
  const row =
    definition &&
    createDefinitionRow(definition, [
      createChunk(9, 14, { ordinal: 3 }),
      createChunk(4, 8, { ordinal: 2 }),
      createChunk(15, 19, { ordinal: 4 }),
    ]);

  it('has exactly its lines, whatever chunks contain them', () => {
    expect(row).toMatchObject({ startLine: 6, endLine: 13, symbol: 'renewLease', kind: 'function' });
    expect(row?.raw).toBe(`${lines.slice(5, 13).join('\n')}\n`);
    expect(leaseFile.slice(row?.startOffset).startsWith(row?.raw ?? 'x')).toBe(true);
  });

  it('has a key that no chunk has', () => {
    expect(row?.key).toBeLessThan(0);
  });

  it('does not exist if a line is missing', () => {
    const incomplete = [createChunk(4, 8, { ordinal: 2 }), createChunk(11, 14, { ordinal: 4 })];
    expect(definition && createDefinitionRow(definition, incomplete)).toBeUndefined();
    expect(definition && createDefinitionRow(definition, [])).toBeUndefined();
  });

  it('of a whole chunk is the chunk, with the name of the definition', () => {
    const chunk = createChunk(6, 13, { symbol: 'other' });
    expect(definition && createDefinitionRow(definition, [chunk])).toEqual({
      ...chunk,
      symbol: 'renewLease',
    });
  });
});
