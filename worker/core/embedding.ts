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
