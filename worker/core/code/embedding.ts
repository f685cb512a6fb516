/**
 * Embedding vectors. A chunk may have two, one of its prose (`text`) and one of its code (`code`), so that a question is
 * compared with prose and a code snippet with code. Vectors of different spaces are never compared.
 */

export interface EmbeddingSpace {
  /** Identifies the model and its training data: two spaces with the same name are the same. */
  readonly name: string;
  readonly dimensions: number;
}

/** The text to embed, by field: an embedder may weight the fields or join them. Secrets are masked in all of them. */
export interface EmbeddableText {
  /** The name it defines, or its heading; empty if it has neither. */
  readonly name: string;
  readonly path: string;
  readonly body: string;
}

export const modalities = ['text', 'code'] as const;
export type Modality = (typeof modalities)[number];

/** The cosine of two unit vectors, which embedders return: -1 to 1. */
export function cosineSimilarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (const [index, value] of a.entries()) sum += value * (b[index] ?? 0);
  return sum;
}

/** The mean of unit vectors, scaled to length 1; undefined if they cancel out. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array | undefined {
  const [first] = vectors;
  if (first === undefined) return undefined;
  const sum = new Float32Array(first.length);
  for (const vector of vectors)
    for (const [index, value] of vector.entries()) sum[index] = (sum[index] ?? 0) + value;
  return unitVector(sum);
}

/** The vector scaled to length 1; undefined for a zero or non-finite vector. */
export function unitVector(values: ArrayLike<number>): Float32Array | undefined {
  let squares = 0;
  for (let index = 0; index < values.length; index += 1) squares += (values[index] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return undefined;
  return Float32Array.from(values, (value) => value / length);
}

/** Whether all values are zero, as for a text without any token the model knows. Such a vector is comparable with nothing. */
export function isZeroVector(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}

/** Joins the fields to one string, for models that accept only a single text. */
export function joinFields({ name, path, body }: EmbeddableText): string {
  return [name, path, body].filter((field) => field !== '').join('\n');
}

/** Embeds texts with a model that rejects empty ones: these get zero vectors. */
export async function embedNonEmptyTexts(
  texts: readonly string[],
  dimensions: number,
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<readonly Float32Array[]> {
  const nonEmpty = texts.filter((text) => text.trim() !== '');
  const vectors = nonEmpty.length === 0 ? [] : await embed(nonEmpty);
  let lastUsed = -1;
  return texts.map(
    (text) => (text.trim() === '' ? undefined : vectors[(lastUsed += 1)]) ?? new Float32Array(dimensions),
  );
}
