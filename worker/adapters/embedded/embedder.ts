/**
 * Implements the `Embedder` port without a model server: a text's vector is the weighted sum of its pieces' rows in a table that the project
 * trains (`model/`) and ships with the Worker. It needs no download and no account, and embeds a few thousand texts per second.
 */

import type { EmbeddableText } from '../../core/code/embedding.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { space } from './model/space.ts';
import { loadShippedBytes, loadWeights, type LoadBytes, type Weights } from './read-weights.ts';
import { createWeigher } from './weigh-pieces.ts';
import type { WeighedRows } from './weigh-pieces.ts';

/** The model itself has no limit. A batch of this size takes about 50 ms. */
const maxTexts = 256;

/** @param load returns the bytes of `model/weights.bin`; called once, on first use */
export function createEmbeddedEmbedder(load: LoadBytes = loadShippedBytes): Embedder {
  let loading: Promise<LoadedModel> | undefined;
  const loadOnce = () => (loading ??= loadWeights(load).then(loadModel));
  return {
    space,
    maxTexts,
    async embed(texts) {
      const model = await loadOnce();
      return texts.map((text) => joinFields(text, model));
    },
    async embedQuery(query) {
      const { sum } = await loadOnce();
      return scale(sum(query), (length) => 1 / length);
    },
  };
}

interface LoadedModel {
  readonly dimensions: number;
  readonly fields: Weights['fields'];
  /** The weighted sum of a text's rows. */
  readonly sum: (text: string) => Float32Array;
}

/** Σ over fields weight · field / √length, normalized: a long body has more weight than a short one but does not outweigh the name. */
function joinFields(text: EmbeddableText, { dimensions, fields, sum }: LoadedModel): Float32Array {
  const fieldVectors = (['name', 'path', 'body'] as const).map((field) =>
    scale(sum(text[field]), (length) => fields[field] / Math.sqrt(length)),
  );
  const joined = new Float32Array(dimensions);
  for (const part of fieldVectors)
    for (let index = 0; index < dimensions; index += 1)
      joined[index] = (joined[index] ?? 0) + (part[index] ?? 0);
  return scale(joined, (length) => 1 / length);
}

function loadModel(weights: Weights): LoadedModel {
  const weigh = createWeigher(weights);
  const { dimensions, fields } = weights;
  return { dimensions, fields, sum: (text) => sumRows(weights, weigh(text)) };
}

function sumRows({ dimensions, rows, scales }: Weights, weighed: WeighedRows): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let index = 0; index < weighed.count; index += 1) {
    const row = weighed.rows[index] ?? 0;
    const factor = (weighed.weights[index] ?? 0) * (scales[row] ?? 0);
    const start = row * dimensions;
    for (let offset = 0; offset < dimensions; offset += 1)
      sum[offset] = (sum[offset] ?? 0) + factor * (rows[start + offset] ?? 0);
  }
  return sum;
}

/** Scales in place by a factor that depends on the vector's length. A zero vector stays zero. */
function scale(vector: Float32Array, computeFactor: (length: number) => number): Float32Array {
  let squares = 0;
  for (let index = 0; index < vector.length; index += 1) squares += (vector[index] ?? 0) ** 2;
  if (squares === 0) return vector;
  const factor = computeFactor(Math.sqrt(squares));
  for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] ?? 0) * factor;
  return vector;
}
