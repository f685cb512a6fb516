/** Tests the discussion store in D1 against the port's contract. */
import { discussionStoreContract } from '../../../contracts/discussion-store.ts';
import { openD1Stores } from '../../../support/workbench/d1-stores.ts';

discussionStoreContract(() => openD1Stores());
