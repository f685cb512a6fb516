/** A small embedder without weights. It hashes each term to one dimension, so texts with words in common are close. */

import { unitVector } from '../../../worker/core/code/embedding.ts';
import { extractTerms } from '../../../worker/core/text/terms.ts';
import type { Embedder } from '../../../worker/ports/embedder.ts';

export interface HashingEmbedder extends Embedder {
  /** Number of texts in each call. */
  readonly calls: readonly number[];
}

export function createHashingEmbedder(dimensions = 64, name = `hashing-${dimensions}`): HashingEmbedder {
  const calls: number[] = [];
  const embedText = (text: string): Float32Array => {
    const sums = new Float32Array(dimensions);
    for (const term of extractTerms(text)) sums[hashTerm(term) % dimensions] = 1;
    return unitVector(sums) ?? sums;
  };
  return {
    space: { name, dimensions },
    maxTexts: 7,
    calls,
    embed(texts) {
      calls.push(texts.length);
      return Promise.resolve(texts.map((text) => embedText(`${text.name} ${text.path} ${text.body}`)));
    },
    embedQuery: (query) => Promise.resolve(embedText(query)),
  };
}

/** Computes the 32-bit FNV-1a hash of the UTF-16 code units. */
function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index += 1)
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
