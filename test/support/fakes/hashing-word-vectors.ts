/** Word vectors without trained weights: each term is hashed to one of a few directions, so only equal terms are near. */

import { extractTerms } from '../../../worker/core/text/terms.ts';
import type { WordVectors } from '../../../worker/ports/embedder.ts';

const directions = 64;
/** The largest value of a signed byte. */
const unit = 127;

export function createHashingWordVectors(): () => Promise<WordVectors> {
  const table = new Int8Array(directions * directions);
  for (let row = 0; row < directions; row += 1) table[row * directions + row] = unit;
  const vectors: WordVectors = {
    dimensions: directions,
    table,
    scales: new Float32Array(directions).fill(1 / unit),
    lengths: new Float32Array(directions).fill(1),
    weighPieces(text) {
      const counts = new Map<number, number>();
      for (const term of extractTerms(text)) {
        const row = [...term].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % directions, 7);
        counts.set(row, (counts.get(row) ?? 0) + 1);
      }
      return {
        rows: Int32Array.from(counts.keys()),
        weights: Float32Array.from(counts.values(), (count) => 1 + Math.log(count)),
      };
    },
  };
  return () => Promise.resolve(vectors);
}
