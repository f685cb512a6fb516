/** Files, chunks and symbols in D1. */
import { chunkStoreContract } from '../../../contracts/chunk-store.ts';
import { openD1Stores } from '../../../support/workbench/d1-stores.ts';

chunkStoreContract(() => openD1Stores());
