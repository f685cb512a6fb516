/** A small embedder without weights: it hashes each term to one dimension, so that texts with words in common are close. */

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

/** FNV-1a, 32 bits. */
function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
