/** Tests that the WebAssembly module computes exactly the similarities of the JavaScript loop. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { computeSimilarities } from '../../../../worker/objects/vector-shard/nearest-chunks.ts';
import { encodeModule } from '../../../../worker/objects/vector-shard/row-products/encode-module.ts';
import { createPageMultiplier } from '../../../../worker/objects/vector-shard/row-products/multiply-page.ts';
import { packEntries, unpackEntries } from '../../../../worker/objects/vector-shard/state-entries.ts';
import {
  roundVector,
  rowsPerPage,
  rowSimilarity,
  vectorPage,
} from '../../../../worker/objects/vector-shard/vector-page.ts';

const multiplyPage = createPageMultiplier(new WebAssembly.Module(encodeModule() as BufferSource));

/** A page with every byte value, and the extremes in its first rows. */
function createPage(dimensions: number) {
  const page = vectorPage(dimensions);
  for (let at = 0; at < page.values.length; at += 1) page.values[at] = (at * 37 + (at >> 7)) % 255;
  page.values.fill(-127, 0, dimensions).fill(127, dimensions, 2 * dimensions);
  for (let row = 0; row < rowsPerPage; row += 1) page.scales[row] = 1 / (row + 3);
  return page;
}

const createQuery = (dimensions: number) =>
  roundVector(Float32Array.from({ length: dimensions }, (_, at) => Math.sin(at * at + 1)));

describe('the products of a page', () => {
  it.each([16, 48, 256, 1_024, 7_392])('equal those of the loop with %i dimensions', (dimensions) => {
    const [page, query] = [createPage(dimensions), createQuery(dimensions)];
    const products = multiplyPage(page, query) ?? new Int32Array();
    const similarities = Array.from(
      products,
      (product, row) => product * (page.scales[row] ?? 0) * query.scale,
    );
    expect(similarities).toEqual(
      Array.from({ length: rowsPerPage }, (_, row) => rowSimilarity(page, row, query)),
    );
    expect(new Set(similarities).size).toBeGreaterThan(rowsPerPage / 2);
  });

  it('follow the page and the query of each call', () => {
    const [small, large] = [createPage(32), createPage(512)];
    const first = [...(multiplyPage(small, createQuery(32)) ?? [])];
    multiplyPage(large, createQuery(512));
    expect([...(multiplyPage(small, createQuery(32)) ?? [])]).toEqual(first);
  });

  it.each([33, 8, 16_384])('are left to the loop with %i dimensions', (dimensions) => {
    expect(multiplyPage(vectorPage(dimensions), createQuery(dimensions))).toBeUndefined();
  });
});

it('a search finds the same similarities with the module and without it', () => {
  const dimensions = 64;
  const pages = [createPage(dimensions), createPage(dimensions)];
  pages[1]?.values.reverse();
  const entries = unpackEntries([
    packEntries(
      Array.from({ length: 2 * rowsPerPage }, (_, row) => ({
        key: row >> 1,
        path: `${row % 5}.ts`,
        modality: row % 2 === 0 ? ('text' as const) : ('code' as const),
        row,
      })),
    ),
  ]);
  const getPage = (number: number) => pages[number] ?? vectorPage(dimensions);
  const vector = Float32Array.from({ length: dimensions }, (_, at) => Math.cos(3 * at));
  for (const modality of ['either', 'text', 'code'] as const) {
    const query = { vector, modality, slots: undefined };
    const fast = computeSimilarities(entries, query, { getPage, multiplyPage });
    expect(fast).toEqual(computeSimilarities(entries, query, { getPage }));
  }
});

it('the binary in the repository is the encoded module', () => {
  const path = new URL(
    '../../../../worker/objects/vector-shard/row-products/row-products.wasm',
    import.meta.url,
  );
  expect([...readFileSync(path)]).toEqual([...encodeModule()]);
});
