/** The quota of tests keeps the port's promises. */
import { quotaContract } from '../../contracts/quota.ts';
import { createManualClock } from './manual-clock.ts';
import { createMemoryQuota } from './memory-quota.ts';

quotaContract(async () => {
  const clock = createManualClock();
  return { quota: createMemoryQuota(clock), advance: clock.advance };
});
