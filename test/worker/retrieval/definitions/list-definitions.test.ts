import { describe, expect, it } from 'vitest';
import { listDefinitions } from '../../../../worker/retrieval/definitions/list-definitions.ts';
import { createChunk, createSymbol, graceMs, leaseLost, renewLease, retry } from './samples.ts';

const symbols = [graceMs, renewLease, retry, leaseLost];
const describeAll = (...chunks: Parameters<typeof listDefinitions>[0]) =>
  listDefinitions(chunks, symbols).map(
    ({ qualifiedName, startLine, endLine }) => `${qualifiedName} ${startLine}-${endLine}`,
  );

describe('the definitions of a chunk', () => {
  it('include the documentation above them', () => {
    expect(describeAll(createChunk(6, 13))).toEqual(['renewLease 6-13']);
  });

  it('are the innermost one around a piece of it, without the functions inside a short one', () => {
    expect(describeAll(createChunk(9, 9))).toEqual(['renewLease 6-13']);
  });

  it('are all that begin in it', () => {
    expect(describeAll(createChunk(4, 19))).toEqual(['graceMs 4-4', 'renewLease 6-13', 'LeaseLost 15-19']);
  });

  it('are the chunk itself outside any definition', () => {
    const headings = ['Guide', 'Leases'];
    const [section] = listDefinitions([createChunk(1, 3, { metadata: { defines: [], headings } })], []);
    expect(section).toMatchObject({ kind: 'section', qualifiedName: 'Guide › Leases', startLine: 1 });
    expect(describeAll(createChunk(1, 2))).toEqual([' 1-2']);
  });

  it('end before the first method of a long type', () => {
    const type = createSymbol('Store', [1, 200], { kind: 'class' });
    const method = createSymbol('open', [12, 20], { kind: 'method', qualifiedName: 'Store.open' });
    const found = listDefinitions([createChunk(1, 18)], [type, method]);
    expect(found.map(({ name, ownEndLine }) => [name, ownEndLine])).toEqual([
      ['Store', 11],
      ['open', 20],
    ]);
    expect(found[1]?.enclosing).toEqual({ qualifiedName: 'Store', documentation: '' });
  });
});
