/**
 * Decides whether the repository contains the code in a question: verbatim except for whitespace and secrets, or
 * closer by embedding than code of other repositories usually is.
 */

import { maskedChunkText } from '../search/find-phrases.ts';
import { denseModel } from './confidence-weights.ts';
import type { RankedSpan } from '../ranking/rank-spans.ts';

/**
 * Minimum cosine, for the bundled model only. The nearest chunk in a function's own repository exceeds it for 95 of 100 functions, the
 * nearest in another repository of the same language for 2 of 100. Other models have other scales.
 */
const minSimilarity = 0.6;
/** Minimum number of characters, without whitespace, for which a verbatim match is unlikely to be a coincidence. */
const minVerbatimLength = 24;
/** Maximum number of nearest chunks that are read. */
const maxChunks = 8;

/** @param space the embedding space of the spans' `codeDense` similarities */
export function containsCode(code: string, spans: readonly RankedSpan[], space: string | undefined): boolean {
  const nearest = spans
    .filter((span) => readSimilarity(span) > 0)
    .toSorted((a, b) => readSimilarity(b) - readSimilarity(a))
    .slice(0, maxChunks);
  const [first] = nearest;
  if (first === undefined) return false;
  if (space?.split('@')[0] === denseModel && readSimilarity(first) >= minSimilarity) return true;
  const strippedCode = removeWhitespace(code);
  return (
    strippedCode.length >= minVerbatimLength &&
    nearest.some(({ chunk }) => removeWhitespace(maskedChunkText(chunk)).includes(strippedCode))
  );
}

function readSimilarity({ scores }: RankedSpan): number {
  return scores['codeDense'] ?? 0;
}

function removeWhitespace(text: string): string {
  return text.replace(/\s+/g, '');
}
