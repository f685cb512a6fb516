/** Tests the answer cache in D1 against the port's contract. */
import { answerCacheContract } from '../../../contracts/answer-cache.ts';
import { openD1Stores } from '../../../support/workbench/d1-stores.ts';

answerCacheContract(() => openD1Stores());
