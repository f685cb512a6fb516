/**
 * Generates text with the first of several models that returns any. A model that fails before its first word is retried once, if the delay
 * is short. Then the next model is called. After the first word no other model takes over. The last step reports all attempts.
 */

import {
  addSpend,
  formatModelName,
  zeroSpend,
  type AttemptOutcome,
  type FinishReason,
  type GenerationAttempt,
  type GenerationFacts,
  type ModelName,
  type ModelSpend,
} from '../../core/answers/generation.ts';
import { AppError } from '../../core/errors.ts';
import { countTokens } from '../../core/text/tokens.ts';
import type { GenerateRequest, Generator } from '../../ports/generator.ts';
import type { Services } from '../services.ts';
import { callModel, noTokens, type CallEnd, type UsedTokens } from './call-model.ts';
import type { Generation, GenerationTimeouts } from './generation.ts';
import type { ModelCircuitBreaker } from './model-circuit-breaker.ts';
import { throttleCall } from './throttle-call.ts';
import type { WrittenPart } from './written-text.ts';

export type GenerationStep =
  | WrittenPart
  | { readonly type: 'finish'; readonly facts: GenerationFacts; readonly reason: FinishReason | undefined };

interface GenerationRequest {
  /** The models in order of preference. If one fails, the next is called. */
  readonly models: readonly ModelName[];
  readonly request: Omit<GenerateRequest, 'model' | 'signal' | 'key'>;
  /** The user's own key. Its calls do not count toward the deployment's limits and do not affect its circuit breaker. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  /** Called with each model before its call. The text that follows is from that model. */
  readonly onCall?: (model: string) => void;
}

type GenerationServices = Pick<Services, 'generation' | 'clock'>;

const maxAttemptsPerModel = 2;
/** Outcomes that a retry may fix. A model that timed out is not retried, since the user has waited long enough. */
const worthRetrying: ReadonlySet<AttemptOutcome> = new Set(['limited', 'unavailable', 'cut-off', 'empty']);
/** Outcomes that concern the model and not only this question. The model is then not called for a while. */
const worthBackingOff: ReadonlySet<AttemptOutcome> = new Set(['limited', 'unavailable', 'timed-out']);

/**
 * `finish` is always the last step. If no text precedes it, no model returned any.
 * @throws AppError `answer_stopped` when the signal aborts, and nothing else
 */
export async function* runGeneration(
  services: GenerationServices,
  options: GenerationRequest,
): AsyncGenerator<GenerationStep> {
  const { generation, clock } = services;
  const tally = createTally(generation, () => clock.now(), options.key !== undefined);
  const promptTokens = estimateTokens(options.request);
  for (const model of options.models) {
    options.onCall?.(formatModelName(model));
    const end = yield* askModel(services, { ...options, model, promptTokens, tally });
    if (end?.hasOutput !== true) continue;
    yield { type: 'finish', facts: tally.facts(end), reason: end.reason };
    return;
  }
  yield { type: 'finish', facts: tally.facts(undefined), reason: undefined };
}

interface ModelAttempt extends GenerationRequest {
  readonly model: ModelName;
  readonly promptTokens: number;
  readonly tally: Tally;
}

/** @returns how the last call ended; undefined if the model was not called */
async function* askModel(
  { generation, clock }: GenerationServices,
  attempt: ModelAttempt,
): AsyncGenerator<WrittenPart, CallEnd | undefined> {
  const { model, key, tally } = attempt;
  const generator = generation.generators.get(model.provider);
  if (generator === undefined) {
    tally.recordSkipped(model, 'refused', `${model.provider} cannot be called here.`);
    return undefined;
  }
  // Failures with the user's own key do not predict failures with the deployment's key.
  const circuitBreaker = key === undefined ? generation.circuitBreaker : undefined;
  const backoff = circuitBreaker?.backoff(formatModelName(model));
  if (backoff !== undefined) {
    tally.recordSkipped(model, backoff.outcome, backoff.detail);
    return undefined;
  }
  try {
    return yield* tryModel({ generation, clock }, { ...attempt, generator, circuitBreaker });
  } finally {
    // Does nothing if the outcome was recorded.
    circuitBreaker?.abandonProbe(formatModelName(model));
  }
}

interface ModelCall extends ModelAttempt {
  readonly generator: Generator;
  /** Undefined if the outcome must not affect other calls. */
  readonly circuitBreaker: ModelCircuitBreaker | undefined;
}

async function* tryModel(
  { generation, clock }: GenerationServices,
  call: ModelCall,
): AsyncGenerator<WrittenPart, CallEnd | undefined> {
  const { model, signal, tally, circuitBreaker } = call;
  for (let attempt = 1; ; attempt += 1) {
    throwIfStopped(signal);
    const permit = await waitForPermit(generation, call);
    if (signal.aborted && permit.isGranted) await permit.settle(noTokens);
    throwIfStopped(signal);
    if (!permit.isGranted) {
      tally.recordSkipped(model, 'paced', permit.detail);
      return undefined;
    }
    const end = yield* callModel({ generation, clock }, { ...call, settle: permit.settle });
    throwIfStopped(signal);
    tally.recordCall(model, end);
    if (!worthBackingOff.has(end.outcome)) circuitBreaker?.recordSuccess(formatModelName(model));
    if (end.hasOutput) return end;
    const waitMs = worthRetrying.has(end.outcome)
      ? retryDelay(end.retryAfterMs, generation.timeouts, generation.random())
      : undefined;
    if (attempt === maxAttemptsPerModel || waitMs === undefined) {
      if (worthBackingOff.has(end.outcome)) circuitBreaker?.recordFailure(formatModelName(model), end);
      return end;
    }
    await waitUnlessStopped(signal, generation.pause(waitMs, signal));
  }
}

type CallPermit =
  | { readonly isGranted: true; readonly settle: (usage: UsedTokens) => Promise<void> }
  | { readonly isGranted: false; readonly detail: string };

/** Reserves what the call may cost, then waits for its model's rate limits. */
async function waitForPermit(
  generation: Services['generation'],
  { model, key, signal, promptTokens, request }: ModelAttempt,
): Promise<CallPermit> {
  if (key !== undefined) return { isGranted: true, settle: () => Promise.resolve() };
  const { maxOutputTokens } = request;
  const { spendGuard } = generation;
  const spend =
    spendGuard === undefined ? undefined : await spendGuard.reserve(model, { promptTokens, maxOutputTokens });
  if (spend?.isGranted === false) return spend;
  const tokens = promptTokens + maxOutputTokens;
  try {
    const pace = await waitUnlessStopped(signal, throttleCall(generation, { model, tokens, signal }));
    if (!pace.isGranted) await spend?.settle(noTokens);
    if (!pace.isGranted) return pace;
    const settle = async (usage: UsedTokens): Promise<void> => {
      await Promise.all([pace.settle(usage.input + usage.output), spend?.settle(usage)]);
    };
    return { isGranted: true, settle };
  } catch (thrown) {
    await spend?.settle(noTokens);
    throw thrown;
  }
}

/** Turns a rejected wait into `answer_stopped` if the signal has aborted. */
async function waitUnlessStopped<Value>(signal: AbortSignal, waiting: Promise<Value>): Promise<Value> {
  try {
    return await waiting;
  } catch (error) {
    throwIfStopped(signal);
    throw error;
  }
}

function throwIfStopped(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('answer_stopped', 'The answer was stopped before it was complete.');
}

/** Estimates the tokens of a prompt, since each provider has its own tokenizer. */
function estimateTokens({ messages, tools, schema }: GenerationRequest['request']): number {
  const texts = messages.map((message) => (message.role === 'tool' ? message.result : message.text));
  const shapes = JSON.stringify([tools, schema ?? null]);
  return [...texts, shapes].reduce((sum, text) => sum + countTokens(text), 0);
}

const minRetryMs = 400;
/** Maximum jitter, so that calls that failed together do not retry together. */
const retryJitterMs = 400;

/**
 * @param retryAfterMs the minimum delay that the provider requires
 * @param random 0 to 1
 * @returns undefined if the delay is too long, so that the next model is called instead
 */
export function retryDelay(
  retryAfterMs: number | undefined,
  { maxRetryMs }: Pick<GenerationTimeouts, 'maxRetryMs'>,
  random: number,
): number | undefined {
  if (maxRetryMs === 0 || (retryAfterMs ?? 0) > maxRetryMs) return undefined;
  if (retryAfterMs === undefined) return Math.min(maxRetryMs, minRetryMs + retryJitterMs * random);
  return retryAfterMs + retryJitterMs * random;
}

/** Providers do not charge for rejected calls. The price of other calls without a token count is unknown. */
const freeOutcomes: ReadonlySet<AttemptOutcome> = new Set(['limited', 'unavailable', 'refused']);

/** Collects the attempts and the cost of a generation. @param now the current time in milliseconds */
function createTally({ getPrice }: Pick<Generation, 'getPrice'>, now: () => number, isOwnKey: boolean) {
  const startedAt = now();
  const attempts: GenerationAttempt[] = [];
  let spent: ModelSpend = zeroSpend;
  return {
    /** Records a model that was not called. */
    recordSkipped(model: ModelName, outcome: AttemptOutcome, detail: string): void {
      attempts.push({ model: formatModelName(model), outcome, detail, ms: 0 });
    },
    recordCall(model: ModelName, { outcome, detail, ms, usage: used, hasOutput }: CallEnd): void {
      attempts.push({ model: formatModelName(model), outcome, detail, ms });
      const price = getPrice(model);
      if (used === undefined && !hasOutput && freeOutcomes.has(outcome)) return;
      const costUsd =
        // The configured prices have no rate for cached tokens, so these cost the same.
        price && used && (used.input * price.input + used.output * price.output) / 1_000_000;
      spent = addSpend(spent, { usage: used ?? zeroSpend.usage, costUsd });
    },
    /** @param written the call that wrote the text; undefined if none did */
    facts(written: CallEnd | undefined): GenerationFacts {
      return {
        model: written?.model,
        isCutOff: written !== undefined && written.outcome !== 'answered',
        attempts,
        ...spent,
        firstTokenMs: written?.firstTokenMs,
        totalMs: now() - startedAt,
        isOwnKey,
      };
    },
  };
}

export type Tally = ReturnType<typeof createTally>;
