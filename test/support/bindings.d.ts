/** Declares the bindings that `test/vitest.config.ts` sets for tests in workerd. */

import type { D1Migration } from 'cloudflare:test';
import type { LimitObject } from '../../worker/objects/limit.ts';
import type { QuotaObject } from '../../worker/objects/quota.ts';
import type { VectorShardObject } from '../../worker/objects/vector-shard.ts';

declare global {
  namespace Cloudflare {
    interface Env {
      readonly CATALOG: D1Database;
      readonly INDEX_0: D1Database;
      /** Set only in tests with several shards. */
      readonly INDEX_1: D1Database;
      readonly BLOBS: R2Bucket;
      /** Set only in tests of Durable Objects, like the next three bindings. */
      readonly CONVERSATION: DurableObjectNamespace;
      readonly LIMIT: DurableObjectNamespace<LimitObject>;
      readonly QUOTA: DurableObjectNamespace<QuotaObject>;
      readonly VECTOR_SHARD: DurableObjectNamespace<VectorShardObject>;
      readonly CATALOG_MIGRATIONS: D1Migration[];
      readonly INDEX_MIGRATIONS: D1Migration[];
    }
  }
}
