/**
 * The `Embedder` port without a model server: a text's vector is the weighted sum of its pieces' rows in a table that the project trains
 * itself (`model/`) and that comes with the Worker. No download, no account; some thousand texts a second.
 */

import type { EmbeddableText } from '../../core/embedding.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { space } from './model/space.ts';
import { readWeights } from './read-weights.ts';
import type { Weights } from './read-weights.ts';
import { createWeigher } from './weigh-pieces.ts';
import type { Field, WeighedRows } from './weigh-pieces.ts';

/** A call is cut off by no limit of the model; a batch of this size takes some 50 ms. */
const maxTexts = 256;

/** Measured on held-out packages; the README of `model/` has the figures. */
const fieldWeights = { name: 1, path: 0.5, body: 1 } as const;

/** @param load gives the bytes of `model/weights.bin`; asked once, at the first use. */
export function createEmbeddedEmbedder(
  load: () => Promise<{ readonly default: ArrayBuffer }> = () => import('./model/weights.bin'),
): Embedder {
  let loading: Promise<(fields: readonly Field[]) => Float32Array> | undefined;
  const loaded = () => (loading ??= load().then((file) => createSummer(readWeights(file.default))));
  return {
    space,
    maxTexts,
    async embed(texts) {
      const sum = await loaded();
      return texts.map((text) => sum(fieldsOf(text)));
    },
    async embedQuery(query) {
      const sum = await loaded();
      return sum([{ text: query, weight: 1 }]);
    },
  };
}

function fieldsOf({ name, path, body }: EmbeddableText): readonly Field[] {
  return [
    { text: name, weight: fieldWeights.name },
    { text: path, weight: fieldWeights.path },
    { text: body, weight: fieldWeights.body },
  ];
}

function createSummer(model: Weights): (fields: readonly Field[]) => Float32Array {
  const weigh = createWeigher(model);
  return (fields) => normalised(sumRows(model, weigh(fields)));
}

function sumRows({ dimensions, rows, scales }: Weights, weighed: WeighedRows): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let index = 0; index < weighed.count; index += 1) {
    const row = weighed.rows[index] ?? 0;
    const factor = (weighed.weights[index] ?? 0) * (scales[row] ?? 0);
    const start = row * dimensions;
    for (let at = 0; at < dimensions; at += 1) sum[at] = (sum[at] ?? 0) + factor * (rows[start + at] ?? 0);
  }
  return sum;
}

/** In place; zeros stay zeros. */
function normalised(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const factor = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  for (let at = 0; at < vector.length; at += 1) vector[at] = (vector[at] ?? 0) * factor;
  return vector;
}
