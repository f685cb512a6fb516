/**
 * Compares what a question asks about with questions that repositories answer and questions that they do not, such as prices, dates of future
 * releases and limits of a dependency. The comparison is a fitted direction in the space of the word vectors.
 */

import type { WordVectors } from '../../ports/embedder.ts';
import { embedPieces } from '../definitions/match-pieces.ts';
import fitted from './shown-confidence.json' with { type: 'json' };

/** @returns above 0 if questions like this one are answered more often than not */
export function scoreSubject(text: string, vectors: WordVectors): number {
  const vector = embedPieces(vectors.weighPieces(text), vectors);
  const { bias, weights } = fitted.subject;
  return vector.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), bias);
}
