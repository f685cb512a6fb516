/** Implements word vectors with the table of the embedded model. */

import type { WordVectors } from '../../ports/embedder.ts';
import { loadShippedBytes, loadWeights, type LoadBytes, type Weights } from './read-weights.ts';
import { createWeigher } from './weigh-pieces.ts';

/**
 * @param load returns the bytes of `model/weights.bin`
 * @returns a function that loads the vectors at its first call
 */
export function createWordVectors(load: LoadBytes = loadShippedBytes): () => Promise<WordVectors> {
  let loading: Promise<WordVectors> | undefined;
  return () => (loading ??= loadWeights(load).then(createVectors));
}

function createVectors(weights: Weights): WordVectors {
  const weigh = createWeigher(weights);
  const { dimensions, rows: table } = weights;
  const lengths = new Float32Array(weights.pieces);
  const scales = new Float32Array(weights.pieces);
  for (let row = 0; row < weights.pieces; row += 1) {
    let squares = 0;
    for (let offset = 0; offset < dimensions; offset += 1)
      squares += (table[row * dimensions + offset] ?? 0) ** 2;
    const length = Math.sqrt(squares);
    lengths[row] = length * (weights.scales[row] ?? 0);
    scales[row] = length === 0 ? 0 : 1 / length;
  }
  return {
    dimensions,
    table,
    lengths,
    scales,
    weighPieces(text) {
      const { count, rows, weights: pieceWeights } = weigh(text);
      const byRow = new Map<number, number>();
      for (let index = 0; index < count; index += 1) {
        const row = rows[index] ?? 0;
        byRow.set(row, (byRow.get(row) ?? 0) + (pieceWeights[index] ?? 0));
      }
      return { rows: Int32Array.from(byRow.keys()), weights: Float32Array.from(byRow.values()) };
    },
  };
}
