/** The Worker's bindings and variables, as wrangler.toml declares them. */

import type { PartKey } from '../ports/job-queue.ts';
import type { JobWatcher } from '../adapters/queues/job-queue.ts';

export interface Environment {
  readonly CATALOG: D1Database;
  readonly INDEX_0: D1Database;
  readonly BLOBS: R2Bucket;
  readonly PARTS: Queue<PartKey>;
  readonly JOB: DurableObjectNamespace<Rpc.DurableObjectBranded & JobWatcher>;
  readonly CONVERSATION: DurableObjectNamespace;
  readonly ASSETS?: Fetcher;
  readonly CF_VERSION_METADATA?: { readonly id: string };
  /** Variables; every other property of the environment that is a string. See `config.ts` for their names. */
  readonly [variable: string]: unknown;
}
