/** What the flows need to have text written by models: who can be asked, in which order, within which limits. */

import type { ModelName, ProviderName } from '../../core/generation.ts';
import type { Generator } from '../../ports/generator.ts';
import type { Quota, QuotaLimits } from '../../ports/quota.ts';
import type { ModelLists } from './list-models.ts';
import type { ModelRests } from './resting-models.ts';

/** US dollars for a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

export interface Generation {
  /** Every provider that can be called: with the deployment's key, or with the asker's own. */
  readonly generators: ReadonlyMap<ProviderName, Generator>;
  /** Those the deployment offers, in the order they take over from one another; the first answers where a request names none. */
  readonly models: readonly ModelName[];
  /** Whether any other model of a provider with a key may be asked: on one's own machine. */
  readonly offersAll: boolean;
  readonly limitsOf: (model: ModelName) => QuotaLimits;
  readonly priceOf: (model: ModelName) => ModelPrice | undefined;
  readonly quota: Quota;
  /** What vendors listed a short while ago. */
  readonly lists: ModelLists;
  /** Models that failed a short while ago. */
  readonly rests: ModelRests;
  readonly waits: GenerationWaits;
  /** Tokens a prompt may hold. */
  readonly promptTokens: number;
  /** Longest output where a request does not say. */
  readonly outputTokens: number;
  /** Rejects when the signal is given. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1; what waits are scattered by. */
  readonly random: () => number;
}

export interface GenerationWaits {
  /** For the first part of a stream. */
  readonly firstPartMs: number;
  /** Between two parts. */
  readonly nextPartMs: number;
  /** Longest that is waited before a model is tried again, whatever its vendor asks; else the next one is asked. */
  readonly longestRetryMs: number;
}
