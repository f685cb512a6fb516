/** What `test/vitest.config.ts` binds for tests that run in workerd. */

import type { D1Migration } from 'cloudflare:test';
import type { QuotaObject } from '../../worker/objects/quota.ts';
import type { VectorShardObject } from '../../worker/objects/vector-shard.ts';

declare global {
  namespace Cloudflare {
    interface Env {
      readonly CATALOG: D1Database;
      readonly INDEX_0: D1Database;
      /** In the tests of several shards alone. */
      readonly INDEX_1: D1Database;
      readonly BLOBS: R2Bucket;
      /** In the tests of objects alone. */
      readonly CONVERSATION: DurableObjectNamespace;
      readonly QUOTA: DurableObjectNamespace<QuotaObject>;
      readonly VECTOR_SHARD: DurableObjectNamespace<VectorShardObject>;
      readonly CATALOG_MIGRATIONS: D1Migration[];
      readonly INDEX_MIGRATIONS: D1Migration[];
    }
  }
}
