/** Tests that the fakes satisfy the contract of the port that they implement. */

import { describe } from 'vitest';
import { blobStoreContract } from '../../contracts/blob-store.ts';
import { embedderContract } from '../../contracts/embedder.ts';
import { quotaContract } from '../../contracts/quota.ts';
import { vectorIndexContract } from '../../contracts/vector-index.ts';
import { createHashingEmbedder } from './hashing-embedder.ts';
import { createManualClock } from './manual-clock.ts';
import { createMemoryBlobStore } from './memory-blob-store.ts';
import { createMemoryQuota } from './memory-quota.ts';
import { createMemoryVectorIndex } from './memory-vector-index.ts';

describe('the blob store in memory', () => {
  blobStoreContract(() => Promise.resolve(createMemoryBlobStore()));
});

describe('the hashing embedder', () => {
  embedderContract(async () => createHashingEmbedder(128));
});

describe('the quota in memory', () => {
  quotaContract(async () => {
    const clock = createManualClock();
    return { quota: createMemoryQuota(clock), advance: clock.advance };
  });
});

describe('the vector index in memory', () => {
  vectorIndexContract(async () => {
    const vectorIndex = createMemoryVectorIndex();
    return {
      vectorIndex,
      space: { name: 'memory', dimensions: 16 },
      countRows: () => Promise.resolve(vectorIndex.rows()),
    };
  });
});
