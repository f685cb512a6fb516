/** A quota store in memory. */

import { checkQuota, pruneUses, type QuotaUse } from '../../../worker/core/quota.ts';
import type { Clock } from '../../../worker/ports/clock.ts';
import type { Quota } from '../../../worker/ports/quota.ts';

export function createMemoryQuota(clock: Clock): Quota {
  const buckets = new Map<string, readonly QuotaUse[]>();
  return {
    async reserve(bucket, tokens, limits) {
      const now = clock.now();
      const uses = pruneUses(buckets.get(bucket) ?? [], now);
      const rejection = checkQuota(tokens, { uses, limits, now });
      const use: QuotaUse = { id: clock.newId(), at: now, calls: 1, tokens };
      buckets.set(bucket, rejection === undefined ? [...uses, use] : uses);
      return rejection === undefined ? { isGranted: true, id: use.id } : { isGranted: false, ...rejection };
    },
    async settle(bucket, id, tokens) {
      const uses = buckets.get(bucket) ?? [];
      if (uses.some((use) => use.id === id))
        buckets.set(
          bucket,
          uses.map((use) => (use.id === id && use.calls === 1 ? { ...use, tokens } : use)),
        );
    },
  };
}
