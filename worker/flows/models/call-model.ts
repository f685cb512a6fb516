/** Calls one model once. Streams its text and returns how the call ended. Failures are returned, not thrown. */

import {
  formatModelName,
  type AttemptOutcome,
  type FinishReason,
  type GeneratorEvent,
  type ModelName,
  type TokenUsage,
} from '../../core/answers/generation.ts';
import { AppError } from '../../core/errors.ts';
import type { GenerateRequest, Generator } from '../../ports/generator.ts';
import type { Services } from '../services.ts';
import type { GenerationTimeouts } from './generation.ts';
import { timeOutParts, type TimedOutPart } from './time-out-parts.ts';
import { createWrittenText, type WrittenPart } from './written-text.ts';

interface ModelCall {
  readonly model: ModelName;
  readonly generator: Generator;
  readonly request: Omit<GenerateRequest, 'model' | 'signal' | 'key'>;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  readonly promptTokens: number;
  /** Receives the tokens used, which are estimated if the provider does not state them. */
  readonly settle: (usage: UsedTokens) => Promise<void>;
}

export type UsedTokens = Pick<TokenUsage, 'input' | 'output'>;

export interface CallEnd {
  readonly model: string;
  readonly outcome: AttemptOutcome;
  /** A sentence about the outcome. It contains no key. */
  readonly detail: string;
  /** Whether any text was emitted. No other model can continue from there. */
  readonly hasOutput: boolean;
  readonly reason: FinishReason | undefined;
  readonly usage: TokenUsage | undefined;
  readonly retryAfterMs: number | undefined;
  readonly firstTokenMs: number | undefined;
  readonly ms: number;
}

/** Enforces the output limit if the provider does not. No text or code has tokens this long on average. */
const maxCharactersPerToken = 20;
/** Maximum time for one call, even if parts keep arriving. */
const maxCallMs = 600_000;
/** A model that thinks visibly may take this many times the limit for the first part. */
const thinkingFactor = 6;

export async function* callModel(
  { generation: { timeouts, pause }, clock }: Pick<Services, 'generation' | 'clock'>,
  call: ModelCall,
): AsyncGenerator<WrittenPart, CallEnd> {
  const { model, generator, request, key, signal } = call;
  const startedAt = clock.now();
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const text = createWrittenText(request.maxOutputTokens * maxCharactersPerToken);
  let firstTokenMs: number | undefined;
  let last: LastPart | undefined;
  let thrown: unknown;
  let hasThought = false;
  try {
    const options = { ...request, model: model.model, key, signal: controller.signal };
    for await (const part of timeOutParts(generator.generate(options), {
      timeouts,
      pause,
      signal: controller.signal,
    })) {
      last = part.type === 'finish' || part.type === 'late' ? part : undefined;
      if (part.type === 'finish' || part.type === 'late') break;
      hasThought ||= part.type === 'thinking';
      const written = part.type === 'thinking' ? undefined : text.add(part);
      if (written !== undefined) firstTokenMs ??= clock.now() - startedAt;
      if (written !== undefined) yield written;
      last = findOverrun(clock.now() - startedAt, { timeouts, hasOutput: text.hasOutput() });
      if (text.isTooLong()) last = { type: 'finish', reason: 'length', usage: undefined };
      if (last !== undefined) break;
    }
  } catch (error) {
    thrown = error;
  } finally {
    signal.removeEventListener('abort', stop);
    controller.abort(new AppError('answer_stopped', 'The call has ended.'));
    await call.settle(countUsedTokens(call, { last, thrown, written: text.tokens() }));
  }
  const hasOutput = text.hasOutput();
  const end = signal.aborted
    ? stoppedEnd
    : describeEnd({ last, thrown, hasOutput, key, empty: text.whyEmpty(hasThought) });
  return { model: formatModelName(model), ...end, hasOutput, firstTokenMs, ms: clock.now() - startedAt };
}

type LastPart = Extract<GeneratorEvent, { type: 'finish' }> | TimedOutPart | Overrun;

interface Overrun {
  readonly type: 'overrun';
  readonly detail: string;
}

/** @returns undefined while the call may continue */
function findOverrun(
  ms: number,
  {
    timeouts,
    hasOutput,
  }: { readonly timeouts: Pick<GenerationTimeouts, 'firstPartMs'>; readonly hasOutput: boolean },
): Overrun | undefined {
  const thinkingMs = timeouts.firstPartMs * thinkingFactor;
  if (!hasOutput && ms > thinkingMs)
    return { type: 'overrun', detail: `It thought for ${thinkingMs / 1_000} s and wrote nothing.` };
  return ms > maxCallMs
    ? { type: 'overrun', detail: `It did not finish within ${maxCallMs / 1_000} s.` }
    : undefined;
}

export const noTokens: UsedTokens = { input: 0, output: 0 };

const rejectionCodes: ReadonlySet<AppError['code']> = new Set([
  'model_limited',
  'model_unavailable',
  'model_refused',
  'model_key_refused',
]);

function countUsedTokens(
  { promptTokens }: ModelCall,
  { last, thrown, written }: { last: LastPart | undefined; thrown: unknown; written: number },
): UsedTokens {
  const usage = last?.type === 'finish' ? last.usage : undefined;
  if (usage !== undefined) return usage;
  // A rejected call used no tokens. An interrupted call had begun.
  const isRejected = thrown instanceof AppError && rejectionCodes.has(thrown.code);
  return isRejected && written === 0 ? noTokens : { input: promptTokens, output: written };
}

type End = Pick<CallEnd, 'outcome' | 'detail' | 'reason' | 'usage' | 'retryAfterMs'>;

const nothing = { reason: undefined, usage: undefined, retryAfterMs: undefined };
const stoppedEnd: End = { ...nothing, outcome: 'stopped', detail: 'The user stopped it.' };

function describeEnd(result: {
  readonly last: LastPart | undefined;
  readonly thrown: unknown;
  readonly hasOutput: boolean;
  readonly key: string | undefined;
  /** Why there is no text, if the call ended normally. */
  readonly empty: string;
}): End {
  const { last, thrown, hasOutput, key } = result;
  if (thrown !== undefined) return { ...nothing, ...describeFailure(thrown, hasOutput, key) };
  if (last === undefined) return { ...nothing, outcome: 'cut-off', detail: 'Its stream ended early.' };
  if (last.type === 'overrun') return { ...nothing, outcome: 'timed-out', detail: last.detail };
  if (last.type === 'late')
    return { ...nothing, outcome: 'timed-out', detail: describeTimeout(last, hasOutput) };
  const { reason, usage } = last;
  const finished = { ...nothing, reason, usage };
  if (reason === 'filtered')
    return { ...finished, outcome: 'filtered', detail: 'Its provider withheld the text.' };
  if (!hasOutput) return { ...finished, outcome: 'empty', detail: result.empty };
  if (reason === 'length')
    return { ...finished, outcome: 'answered', detail: 'It wrote up to the output limit.' };
  return { ...finished, outcome: 'answered', detail: 'It answered.' };
}

function describeTimeout({ afterMs }: TimedOutPart, hasOutput: boolean): string {
  const seconds = Math.round(afterMs / 100) / 10;
  return hasOutput ? `It sent nothing more for ${seconds} s.` : `It sent nothing within ${seconds} s.`;
}

const outcomes: Readonly<Partial<Record<AppError['code'], AttemptOutcome>>> = {
  model_limited: 'limited',
  model_unavailable: 'unavailable',
  model_refused: 'refused',
  model_key_refused: 'refused',
  model_stream_broken: 'cut-off',
};

function describeFailure(
  thrown: unknown,
  hasOutput: boolean,
  key: string | undefined,
): Pick<End, 'outcome' | 'detail' | 'retryAfterMs'> {
  const outcome = thrown instanceof AppError ? outcomes[thrown.code] : undefined;
  if (!(thrown instanceof AppError) || outcome === undefined)
    // An unexpected error may contain anything, so its message is not shown.
    return {
      outcome: hasOutput ? 'cut-off' : 'unavailable',
      detail: 'The call failed with an unexpected error.',
      retryAfterMs: undefined,
    };
  const { retryAfterMs } = thrown.details;
  return {
    outcome: hasOutput ? 'cut-off' : outcome,
    detail: toSafeSentence(thrown.message, key),
    retryAfterMs: typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? retryAfterMs : undefined,
  };
}

const maxDetailLength = 300;

/** Removes the key, which a provider may repeat in its message. */
function toSafeSentence(message: string, key: string | undefined): string {
  const safe = key === undefined ? message : message.replaceAll(key, '…');
  const short = safe.length > maxDetailLength ? `${safe.slice(0, maxDetailLength)}…` : safe;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
