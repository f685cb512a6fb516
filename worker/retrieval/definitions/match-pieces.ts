/**
 * Compares a question with definitions by word vectors. `similarity` compares the whole question with a whole field. `softCoverage` counts each
 * word of the question as much as its nearest piece in the field.
 */

import type { WeighedPieces, WordVectors } from '../../ports/embedder.ts';
import type { TermMatcher } from './match-terms.ts';

export interface PieceMatcher {
  /** The cosine of the question and the field, if pieces were independent of each other; about 0 to 1. */
  similarity(pieces: WeighedPieces): number;
  /** The weighted mean over the question's words of the highest cosine with a piece, 0 to 1. */
  softCoverage(pieces: WeighedPieces): number;
}

export function createPieceMatcher(
  text: string,
  { words, totalWeight }: Pick<TermMatcher, 'words' | 'totalWeight'>,
  vectors: WordVectors,
): PieceMatcher {
  const question = sumPieces(vectors.weighPieces(text), vectors);
  const wordVectors = words.map(({ word }) => sumPieces(vectors.weighPieces(word), vectors));
  const readProducts = createProductCache(vectors, [question, ...wordVectors]);
  return {
    similarity({ rows, weights }) {
      let sum = 0;
      let squares = 0;
      for (let index = 0; index < rows.length; index += 1) {
        const row = rows[index] ?? 0;
        const length = (weights[index] ?? 0) * (vectors.lengths[row] ?? 0);
        sum += length * (readProducts(row)[0] ?? 0);
        squares += length * length;
      }
      return squares === 0 ? 0 : sum / Math.sqrt(squares);
    },
    softCoverage({ rows }) {
      const nearest = new Float32Array(words.length);
      for (const row of rows) {
        const products = readProducts(row);
        for (let index = 0; index < nearest.length; index += 1) {
          const similarity = products[index + 1] ?? 0;
          if (similarity > (nearest[index] ?? 0)) nearest[index] = similarity;
        }
      }
      let sum = 0;
      for (const [index, { weight }] of words.entries()) sum += weight * (nearest[index] ?? 0);
      return sum / totalWeight;
    },
  };
}

/** The weighted sum of the rows, scaled to length 1. */
function sumPieces({ rows, weights }: WeighedPieces, vectors: WordVectors): Float32Array {
  const { table, lengths, dimensions } = vectors;
  const sum = new Float32Array(dimensions);
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index] ?? 0;
    const factor = (weights[index] ?? 0) * (lengths[row] ?? 0) * (vectors.scales[row] ?? 0);
    const start = row * dimensions;
    for (let offset = 0; offset < dimensions; offset += 1)
      sum[offset] = (sum[offset] ?? 0) + factor * (table[start + offset] ?? 0);
  }
  let squares = 0;
  for (const value of sum) squares += value * value;
  return squares === 0 ? sum : sum.map((value) => value / Math.sqrt(squares));
}

/** Computes the cosines of a row with the targets once, because definitions share most of their words. */
function createProductCache(
  { table, scales, dimensions }: WordVectors,
  targets: readonly Float32Array[],
): (row: number) => Float32Array {
  const products = new Map<number, Float32Array>();
  return (row) => {
    const known = products.get(row);
    if (known !== undefined) return known;
    const start = row * dimensions;
    const scale = scales[row] ?? 0;
    const values = new Float32Array(targets.length);
    for (const [index, target] of targets.entries()) {
      let sum = 0;
      for (let offset = 0; offset < dimensions; offset += 1)
        sum += (target[offset] ?? 0) * (table[start + offset] ?? 0);
      values[index] = sum * scale;
    }
    products.set(row, values);
    return values;
  };
}
