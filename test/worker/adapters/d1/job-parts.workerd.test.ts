/** Tests job parts in D1 against the port's contract. */
import { createD1JobParts } from '../../../../worker/adapters/d1/job-parts.ts';
import { finishPart } from '../../../../worker/adapters/d1/jobs/part-statements.ts';
import { jobPartsContract } from '../../../contracts/job-parts.ts';
import { emptyIndex } from '../../../support/workbench/d1.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';

jobPartsContract(async () => {
  const database = await emptyIndex();
  const clock = createManualClock();
  return {
    jobParts: createD1JobParts(() => database, clock),
    clock,
    finish: async (part) => void (await finishPart(database, part, { counts: {}, now: clock.now() }).run()),
  };
});
