/** Counts of what was used, in memory: exact for one isolate, which a machine of one's own has. */

import type { Clock } from '../../ports/clock.ts';
import type { Quota, QuotaLimits } from '../../ports/quota.ts';

interface Use {
  readonly id: string;
  readonly at: number;
  tokens: number;
}

const windows = [
  { ms: 60_000, requests: 'requestsPerMinute', tokens: 'tokensPerMinute' },
  { ms: 86_400_000, requests: 'requestsPerDay', tokens: 'tokensPerDay' },
] as const;

export function createEmbeddedQuota(clock: Clock): Quota {
  const buckets = new Map<string, Use[]>();
  return {
    async reserve(bucket, tokens, limits) {
      const now = clock.now();
      const uses = (buckets.get(bucket) ?? []).filter(({ at }) => at > now - 86_400_000);
      buckets.set(bucket, uses);
      const refusal = refused(uses, { tokens, limits, now });
      if (refusal !== undefined) return { isGranted: false, ...refusal };
      const id = clock.newId();
      uses.push({ id, at: now, tokens });
      return { isGranted: true, id };
    },
    async settle(bucket, id, tokens) {
      const use = buckets.get(bucket)?.find((one) => one.id === id);
      if (use !== undefined) use.tokens = tokens;
    },
  };
}

function refused(
  uses: readonly Use[],
  { tokens, limits, now }: { readonly tokens: number; readonly limits: QuotaLimits; readonly now: number },
): { readonly waitMs: number; readonly limit: keyof QuotaLimits } | undefined {
  for (const window of windows) {
    const within = uses.filter(({ at }) => at > now - window.ms);
    const waitFor = (limit: keyof QuotaLimits, wanted: number, sizeOf: (use: Use) => number) => {
      if (wanted > limits[limit]) return { waitMs: Infinity, limit };
      let used = within.reduce((sum, use) => sum + sizeOf(use), 0);
      if (used + wanted <= limits[limit]) return undefined;
      for (const use of within) {
        used -= sizeOf(use);
        if (used + wanted <= limits[limit]) return { waitMs: use.at + window.ms - now, limit };
      }
      return { waitMs: window.ms, limit };
    };
    const refusal =
      waitFor(window.requests, 1, () => 1) ?? waitFor(window.tokens, tokens, (use) => use.tokens);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}
