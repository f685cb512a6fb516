/** The memory store that tests use instead of R2 keeps the same contract. */
import { blobStoreContract } from '../../contracts/blob-store.ts';
import { createMemoryBlobStore } from './memory-blob-store.ts';

blobStoreContract(() => Promise.resolve(createMemoryBlobStore()));
