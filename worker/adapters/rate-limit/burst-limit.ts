/**
 * Implements the `BurstLimit` port with Cloudflare's rate limiting binding, which counts in each location:
 * https://developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit/. `wrangler.toml` sets its limit and period.
 */

import type { BurstLimit } from '../../ports/access/burst-limit.ts';

/** The part of the binding that is used. */
export interface RateLimitBinding {
  limit(options: { readonly key: string }): Promise<{ readonly success: boolean }>;
}

/** If the binding fails, the sender is allowed, because the exact limits count it. */
export function createBindingBurstLimit(binding: RateLimitBinding): BurstLimit {
  return {
    allows: async (sender) => {
      const answer = await binding.limit({ key: sender }).catch(() => ({ success: true }));
      return answer.success;
    },
  };
}
