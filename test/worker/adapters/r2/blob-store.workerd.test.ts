/** Tests blobs in R2 against the port's contract. */
import { env } from 'cloudflare:workers';
import { createR2BlobStore } from '../../../../worker/adapters/r2/blob-store.ts';
import { blobStoreContract } from '../../../contracts/blob-store.ts';

blobStoreContract(async () => {
  const store = createR2BlobStore(env.BLOBS);
  await store.removeAll('');
  return store;
});
