/** Tests the embedding model with its real weights in workerd. */

import { describe, expect, it } from 'vitest';
import { cosineSimilarity } from '../../../../worker/core/code/embedding.ts';
import { createEmbeddedEmbedder } from '../../../../worker/adapters/embedded/embedder.ts';
import { embedderContract } from '../../../contracts/embedder.ts';

describe('fulfills the port’s contract', () => embedderContract(async () => createEmbeddedEmbedder()));

it('loads its weights in the Worker', async () => {
  const embedder = createEmbeddedEmbedder();
  const [vector] = await embedder.embed([
    { name: 'readFile', path: 'src/files.ts', body: 'return fs.open(path)' },
  ]);
  expect(vector).toHaveLength(embedder.space.dimensions);
  const query = await embedder.embedQuery('read a file');
  expect(cosineSimilarity(query, query)).toBeCloseTo(1, 5);
  expect(cosineSimilarity(query, vector ?? new Float32Array(256))).toBeGreaterThan(0.3);
});
