/** A small embedder that needs no weights: each term goes to one dimension by its hash, so that texts with words in common are near. */

import { unitVector } from '../../../worker/core/code/embedding.ts';
import { extractTerms } from '../../../worker/core/text/terms.ts';
import type { Embedder } from '../../../worker/ports/embedder.ts';

export interface HashingEmbedder extends Embedder {
  /** How many texts each call was given. */
  readonly calls: readonly number[];
}

export function createHashingEmbedder(dimensions = 64, name = `hashing-${dimensions}`): HashingEmbedder {
  const calls: number[] = [];
  const vectorOf = (text: string): Float32Array => {
    const sums = new Float32Array(dimensions);
    for (const term of extractTerms(text)) sums[hashOf(term) % dimensions] = 1;
    return unitVector(sums) ?? sums;
  };
  return {
    space: { name, dimensions },
    maxTexts: 7,
    calls,
    embed(texts) {
      calls.push(texts.length);
      return Promise.resolve(texts.map((text) => vectorOf(`${text.name} ${text.path} ${text.body}`)));
    },
    embedQuery: (query) => Promise.resolve(vectorOf(query)),
  };
}

/** FNV-1a, 32 bits. */
function hashOf(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at += 1) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
