/** Tests the store of cited files in D1 against the port's contract. */
import { citedFilesContract } from '../../../contracts/cited-files.ts';
import { openD1Stores } from '../../../support/workbench/d1-stores.ts';

citedFilesContract(() => openD1Stores());
