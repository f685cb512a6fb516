/** One call of one model: its text as it comes, and how it ended. What goes wrong is told, not thrown. */

import { AppError } from '../../core/errors.ts';
import {
  modelId,
  type AttemptOutcome,
  type FinishReason,
  type GeneratorPart,
  type ModelName,
  type TokenUsage,
} from '../../core/generation.ts';
import type { Generator, GenerateRequest } from '../../ports/generator.ts';
import type { Services } from '../services.ts';
import type { GenerationWaits } from './generation.ts';
import { partsInTime, type LatePart } from './parts-in-time.ts';
import { createWrittenText, type WrittenPart } from './written-text.ts';

interface ModelCall {
  readonly model: ModelName;
  readonly generator: Generator;
  readonly request: Omit<GenerateRequest, 'model' | 'signal' | 'key'>;
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  readonly promptTokens: number;
  /** Told what it used, as the vendor says or, where it does not, as far as it can be estimated. */
  readonly settle: (tokens: number) => Promise<void>;
}

export interface CallEnd {
  readonly model: string;
  readonly outcome: AttemptOutcome;
  /** A sentence without any key. */
  readonly detail: string;
  /** Whether any of it was told: nobody else may go on from there. */
  readonly isTold: boolean;
  readonly reason: FinishReason | undefined;
  readonly usage: TokenUsage | undefined;
  readonly retryAfterMs: number | undefined;
  readonly firstTokenMs: number | undefined;
  readonly ms: number;
}

/** A vendor that does not hold to the longest output is held to it: no token of text or code is this long on average. */
const lettersPerToken = 20;
/** Nor is one read for longer, however often it says something. */
const longestCallMs = 600_000;
/** So many times as long as for a first part it may think before its first word, where its vendor shows that it does. */
const thoughtShare = 6;

export async function* callModel(
  { generation: { waits, pause }, clock }: Pick<Services, 'generation' | 'clock'>,
  call: ModelCall,
): AsyncGenerator<WrittenPart, CallEnd> {
  const { model, generator, request, key, signal } = call;
  const startedAt = clock.now();
  const calling = new AbortController();
  const stop = (): void => calling.abort(signal.reason);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  const text = createWrittenText(request.maxOutputTokens * lettersPerToken);
  let firstTokenMs: number | undefined;
  let last: LastPart | undefined;
  let thrown: unknown;
  let hasThought = false;
  try {
    const asked = { ...request, model: model.model, key, signal: calling.signal };
    for await (const part of partsInTime(generator.generate(asked), {
      waits,
      pause,
      signal: calling.signal,
    })) {
      last = part.type === 'finish' || part.type === 'late' ? part : undefined;
      if (part.type === 'finish' || part.type === 'late') break;
      hasThought ||= part.type === 'thinking';
      const written = part.type === 'thinking' ? undefined : text.add(part);
      if (written !== undefined) firstTokenMs ??= clock.now() - startedAt;
      if (written !== undefined) yield written;
      last = overlong(clock.now() - startedAt, { waits, isTold: text.isTold() });
      if (text.isTooLong()) last = { type: 'finish', reason: 'length', usage: undefined };
      if (last !== undefined) break;
    }
  } catch (error) {
    thrown = error;
  } finally {
    signal.removeEventListener('abort', stop);
    calling.abort(new AppError('answer_stopped', 'The call has ended.'));
    await call.settle(usedTokens(call, { last, thrown, written: text.tokens() }));
  }
  const isTold = text.isTold();
  const end = signal.aborted
    ? stopped
    : endOf({ last, thrown, isTold, key, empty: text.whyEmpty(hasThought) });
  return { model: modelId(model), ...end, isTold, firstTokenMs, ms: clock.now() - startedAt };
}

type LastPart = Extract<GeneratorPart, { type: 'finish' }> | LatePart | Overlong;

interface Overlong {
  readonly type: 'overlong';
  readonly detail: string;
}

/** @returns undefined as long as it may go on */
function overlong(
  ms: number,
  { waits, isTold }: { readonly waits: Pick<GenerationWaits, 'firstPartMs'>; readonly isTold: boolean },
): Overlong | undefined {
  const thoughtMs = waits.firstPartMs * thoughtShare;
  if (!isTold && ms > thoughtMs)
    return { type: 'overlong', detail: `It thought for ${thoughtMs / 1_000} s without a word.` };
  return ms > longestCallMs
    ? { type: 'overlong', detail: `It was not done within ${longestCallMs / 1_000} s.` }
    : undefined;
}

const refusals: ReadonlySet<AppError['code']> = new Set([
  'model_limited',
  'model_unavailable',
  'model_refused',
  'model_key_refused',
]);

function usedTokens(
  { promptTokens }: ModelCall,
  { last, thrown, written }: { last: LastPart | undefined; thrown: unknown; written: number },
): number {
  const usage = last?.type === 'finish' ? last.usage : undefined;
  if (usage !== undefined) return usage.input + usage.output;
  // Refused before it began: nothing was read. What broke off had begun.
  const isRefused = thrown instanceof AppError && refusals.has(thrown.code);
  return isRefused && written === 0 ? 0 : promptTokens + written;
}

type End = Pick<CallEnd, 'outcome' | 'detail' | 'reason' | 'usage' | 'retryAfterMs'>;

const nothing = { reason: undefined, usage: undefined, retryAfterMs: undefined };
const stopped: End = { ...nothing, outcome: 'stopped', detail: 'It was stopped by its reader.' };

function endOf(seen: {
  readonly last: LastPart | undefined;
  readonly thrown: unknown;
  readonly isTold: boolean;
  readonly key: string | undefined;
  /** Why there is nothing to tell, where it ended as it should. */
  readonly empty: string;
}): End {
  const { last, thrown, isTold, key } = seen;
  if (thrown !== undefined) return { ...nothing, ...failureOf(thrown, isTold, key) };
  if (last === undefined)
    return { ...nothing, outcome: 'cut-off', detail: 'Its stream ended before its end.' };
  if (last.type === 'overlong') return { ...nothing, outcome: 'timed-out', detail: last.detail };
  if (last.type === 'late') return { ...nothing, outcome: 'timed-out', detail: lateDetail(last, isTold) };
  const { reason, usage } = last;
  const finished = { ...nothing, reason, usage };
  if (reason === 'filtered')
    return { ...finished, outcome: 'filtered', detail: 'Its vendor withheld what it wrote.' };
  if (!isTold) return { ...finished, outcome: 'empty', detail: seen.empty };
  if (reason === 'length')
    return { ...finished, outcome: 'answered', detail: 'It wrote up to the longest output asked for.' };
  return { ...finished, outcome: 'answered', detail: 'It answered.' };
}

function lateDetail({ afterMs }: LatePart, isTold: boolean): string {
  const seconds = Math.round(afterMs / 100) / 10;
  return isTold ? `Nothing more came from it for ${seconds} s.` : `Nothing came from it within ${seconds} s.`;
}

const outcomes: Readonly<Partial<Record<AppError['code'], AttemptOutcome>>> = {
  model_limited: 'limited',
  model_unavailable: 'unavailable',
  model_refused: 'refused',
  model_key_refused: 'refused',
  model_stream_broken: 'cut-off',
};

function failureOf(
  thrown: unknown,
  isTold: boolean,
  key: string | undefined,
): Pick<End, 'outcome' | 'detail' | 'retryAfterMs'> {
  const outcome = thrown instanceof AppError ? outcomes[thrown.code] : undefined;
  if (!(thrown instanceof AppError) || outcome === undefined)
    // What was not foreseen may hold anything.
    return {
      outcome: isTold ? 'cut-off' : 'unavailable',
      detail: 'Its call failed in a way that was not foreseen.',
      retryAfterMs: undefined,
    };
  const { retryAfterMs } = thrown.details;
  return {
    outcome: isTold ? 'cut-off' : outcome,
    detail: sentenceOf(thrown.message, key),
    retryAfterMs: typeof retryAfterMs === 'number' && retryAfterMs >= 0 ? retryAfterMs : undefined,
  };
}

const longestDetail = 300;

/** What a vendor says may repeat the key it was sent. */
function sentenceOf(message: string, key: string | undefined): string {
  const told = key === undefined ? message : message.replaceAll(key, '…');
  const short = told.length > longestDetail ? `${told.slice(0, longestDetail)}…` : told;
  return /[.!?…]$/.test(short) ? short : `${short}.`;
}
