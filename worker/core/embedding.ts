/**
 * Texts as vectors. A chunk may have two: of its words (`text`: prose, documentation) and of its code (`code`), so that a question
 * in words and a piece of code can each be compared with their own kind. Vectors of different spaces are never compared.
 */

export interface EmbeddingSpace {
  /** The model and what it was made from: two spaces of one name are the same. */
  readonly name: string;
  readonly dimensions: number;
}

/** What is embedded, by field: an embedder may weigh them, or join them to one text. Secrets are masked in all of them. */
export interface EmbeddableText {
  /** What it defines or is headed with; empty where that has no name. */
  readonly name: string;
  readonly path: string;
  readonly body: string;
}

export const modalities = ['text', 'code'] as const;
export type Modality = (typeof modalities)[number];

/** The cosine of two vectors of length 1, which is what an embedder gives: -1 to 1. */
export function similarityOf(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (const [index, value] of a.entries()) sum += value * (b[index] ?? 0);
  return sum;
}

/** The mean of vectors of length 1, of length 1 again; undefined where nothing is left of it. The mean of one is that one. */
export function meanVector(vectors: readonly Float32Array[]): Float32Array | undefined {
  const [first] = vectors;
  if (first === undefined) return undefined;
  const sum = new Float32Array(first.length);
  for (const vector of vectors)
    for (const [index, value] of vector.entries()) sum[index] = (sum[index] ?? 0) + value;
  return unitVector(sum);
}

/** The same direction with length 1; undefined for a vector without one. */
export function unitVector(values: ArrayLike<number>): Float32Array | undefined {
  let squares = 0;
  for (let index = 0; index < values.length; index += 1) squares += (values[index] ?? 0) ** 2;
  const length = Math.sqrt(squares);
  if (!(length > 0) || !Number.isFinite(length)) return undefined;
  return Float32Array.from(values, (value) => value / length);
}

/** Whether it is all zeros, as of a text that holds nothing the model knows: nothing is near it or far from it. */
export function isZeroVector(vector: Float32Array): boolean {
  return vector.every((value) => value === 0);
}

/** The fields as one string, for models that read no others. */
export function joinedFields({ name, path, body }: EmbeddableText): string {
  return [name, path, body].filter((field) => field !== '').join('\n');
}

/** Embeds texts by a model that refuses empty ones: for those, zeros. */
export async function embedHeld(
  texts: readonly string[],
  dimensions: number,
  embed: (texts: readonly string[]) => Promise<readonly Float32Array[]>,
): Promise<readonly Float32Array[]> {
  const held = texts.filter((text) => text.trim() !== '');
  const vectors = held.length === 0 ? [] : await embed(held);
  let at = -1;
  return texts.map(
    (text) => (text.trim() === '' ? undefined : vectors[(at += 1)]) ?? new Float32Array(dimensions),
  );
}
