/** Tests the store of files, chunks and symbols in D1 against the port's contract. */
import { chunkStoreContract } from '../../../contracts/chunk-store.ts';
import { openD1Stores } from '../../../support/workbench/d1-stores.ts';

chunkStoreContract(() => openD1Stores());
