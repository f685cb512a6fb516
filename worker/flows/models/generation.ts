/** Defines the models that flows can call, with their order, limits and state. */

import type { Verdict } from '../../answering/prompt/read-verdicts.ts';
import type { AnswerWording } from '../../core/answers/answer-style.ts';
import type { AttachedFile } from '../../core/answers/evidence.ts';
import type { ModelName, ProviderName, TokenUsage } from '../../core/answers/generation.ts';
import type { Generator, ListedModel } from '../../ports/generator.ts';
import type { Quota, QuotaLimits } from '../../ports/quota.ts';
import type { ModelCircuitBreaker } from './model-circuit-breaker.ts';

export interface ProviderModelList {
  readonly models: readonly ListedModel[];
  readonly problem: string | undefined;
}

/** Caches lists fetched with the deployment's keys for a few minutes. It stores no promises: no request may wait for another's fetch. */
type CachedModelLists = Map<ProviderName, ProviderModelList & { readonly until: number }>;

/** US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
}

export type SpendPermit =
  | {
      readonly isGranted: true;
      /** Replaces what was reserved with what was used. */
      readonly settle: (usage: Pick<TokenUsage, 'input' | 'output'>) => Promise<void>;
    }
  /** A sentence on the limit that the call might exceed. */
  | { readonly isGranted: false; readonly detail: string };

export interface SpendGuard {
  /** Reserves the highest possible price of a call. */
  reserve(
    model: ModelName,
    maximum: { readonly promptTokens: number; readonly maxOutputTokens: number },
  ): Promise<SpendPermit>;
}

/** Who judges claims: a model for every answer that a model writes, the model of the answer if a request asks for it, or none. */
export type ClaimJudge = ModelName | 'on-request' | 'off';

export interface Generation {
  /** Every provider that can be called, with the deployment's key or the user's own. */
  readonly generators: ReadonlyMap<ProviderName, Generator>;
  /** The models of the deployment in order of preference. The first is the default, and the next is called if one fails. */
  readonly models: readonly ModelName[];
  /** Whether users may choose any model of a provider that has a key. True on a local machine. */
  readonly offersAll: boolean;
  readonly getLimits: (model: ModelName) => QuotaLimits;
  readonly getPrice: (model: ModelName) => ModelPrice | undefined;
  readonly quota: Quota;
  /** Limits what model calls may cost, except those with a user's own key. Undefined if nothing does. */
  readonly spendGuard: SpendGuard | undefined;
  readonly claimJudge: ClaimJudge;
  /** Recent verdicts by a digest of the judging model and its prompt; the oldest are removed first. */
  readonly cachedVerdicts: Map<string, readonly Verdict[]>;
  /** Recent model lists of providers. */
  readonly cachedLists: CachedModelLists;
  /** Stops calls to models that failed recently. */
  readonly circuitBreaker: ModelCircuitBreaker;
  readonly timeouts: GenerationTimeouts;
  /** Maximum tokens of a prompt. */
  readonly promptTokens: number;
  /** Maximum output tokens if a request states none. */
  readonly outputTokens: number;
  /** Waits. Rejects when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Random number from 0 to 1, for jitter. */
  readonly random: () => number;
}

/** Who writes an answer, and within which limits. */
export interface Writer extends AnswerWording {
  /** The models in order of preference. Empty means that the embedded composer writes the answer. */
  readonly models: readonly ModelName[];
  /** Undefined means the provider's default. */
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number;
  /** The user's own key; undefined means the deployment's. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  /** Files attached to the question. */
  readonly files: readonly AttachedFile[];
  /** Judges the claims of the complete answer; undefined if no model does. */
  readonly judge: JudgeAccess | undefined;
  /** Whether the answer fails if no model writes it, instead of being composed. */
  readonly needsModel?: boolean | undefined;
}

export interface JudgeAccess {
  readonly model: ModelName;
  /** The user's own key; undefined means the deployment's. */
  readonly key: string | undefined;
}

export interface GenerationTimeouts {
  /** Limit for the first part of a stream. */
  readonly firstPartMs: number;
  /** Limit between two parts. */
  readonly nextPartMs: number;
  /** Maximum delay before a retry. If the provider requires a longer delay, the next model is called. */
  readonly maxRetryMs: number;
}

/** Waits. Rejects with the reason of the signal when it aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
