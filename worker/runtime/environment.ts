/** The Worker's bindings and variables, as wrangler.toml declares them. */

import type { QueueMessage } from '../ports/job-parts.ts';
import type { LimitCounter } from '../adapters/durable-objects/limits.ts';
import type { QuotaCounter } from '../adapters/durable-objects/quota.ts';
import type { VectorShard } from '../adapters/durable-objects/vector-index.ts';
import type { JobWatcher } from '../adapters/queues/job-queue.ts';
import type { VectorizeBinding } from '../adapters/vectorize/calls.ts';
import type { GeneratingBinding } from '../adapters/ai-sdk/workers-ai-generator.ts';
import type { RateLimitBinding } from '../adapters/rate-limit/burst-limit.ts';
import type { AiBinding } from '../adapters/workers-ai/embedder.ts';
import type { RerankingBinding } from '../adapters/workers-ai/reranker.ts';

export type { LimitCounter } from '../adapters/durable-objects/limits.ts';
export type { QuotaCounter, QuotaLimits, Reservation } from '../adapters/durable-objects/quota.ts';
export type {
  ShardAddition,
  ShardHits,
  ShardQuery,
  ShardSearch,
  ShardState,
  VectorShard,
} from '../adapters/durable-objects/vector-index.ts';

export interface Environment {
  readonly CATALOG: D1Database;
  readonly INDEX_0: D1Database;
  readonly BLOBS: R2Bucket;
  readonly PARTS: Queue<QueueMessage>;
  readonly JOB: DurableObjectNamespace<Rpc.DurableObjectBranded & JobWatcher>;
  readonly CONVERSATION: DurableObjectNamespace;
  readonly VECTOR_SHARD: DurableObjectNamespace<Rpc.DurableObjectBranded & VectorShard>;
  readonly QUOTA: DurableObjectNamespace<Rpc.DurableObjectBranded & QuotaCounter>;
  readonly LIMIT: DurableObjectNamespace<Rpc.DurableObjectBranded & LimitCounter>;
  /** Cloudflare's rate limiting; absent locally. */
  readonly BURST?: RateLimitBinding;
  /** Needed only if the settings use them. */
  readonly AI?: AiBinding & RerankingBinding & GeneratingBinding;
  readonly VECTORIZE?: VectorizeBinding;
  readonly ASSETS?: Fetcher;
  readonly CF_VERSION_METADATA?: { readonly id: string };
  /** Variables: every other string. `variables.ts` lists their names. */
  readonly [variable: string]: unknown;
}
