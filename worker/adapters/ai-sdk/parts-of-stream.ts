/** The parts of the AI SDK's stream as ours, and what its end means. */

import {
  InvalidResponseDataError,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { FinishReason, GeneratorPart, TokenUsage } from '../../core/generation.ts';
import type { ThoughtReader } from './think-tag.ts';
import { broken } from './vendor-error.ts';

interface ReadStream {
  /** What was called, as a sentence begins. */
  readonly name: string;
  readonly thoughts: ThoughtReader;
  readonly signal: AbortSignal;
}

/** @throws what the stream holds as an error; AppError `model_stream_broken` where its end says that it failed */
export async function* partsOfStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  { name, thoughts, signal }: ReadStream,
): AsyncGenerator<GeneratorPart> {
  const reader = stream.getReader();
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      if (value.type === 'error') {
        // It only says that the stream ended without a reason: so does one without `finish`.
        if (isWithoutEnd(value.error)) break;
        throw value.error;
      }
      yield* partsOf(value, thoughts, name);
      if (value.type === 'finish') return;
    }
    yield* thoughts.end();
  } finally {
    signal.removeEventListener('abort', stop);
    await reader.cancel().catch(() => undefined);
  }
}

function isWithoutEnd(error: unknown): boolean {
  return InvalidResponseDataError.isInstance(error) && error.data === undefined;
}

/** None for what is none of ours: what it was told of, where blocks begin and end. */
function* partsOf(
  part: LanguageModelV4StreamPart,
  thoughts: ThoughtReader,
  name: string,
): Generator<GeneratorPart> {
  if (part.type === 'text-delta') yield* thoughts.add(part.delta);
  if (part.type === 'reasoning-delta') yield { type: 'thinking' };
  if (part.type === 'tool-call') {
    yield* thoughts.end();
    yield { type: 'tool-call', call: { id: part.toolCallId, name: part.toolName, input: part.input } };
  }
  if (part.type !== 'finish') return;
  yield* thoughts.end();
  const { unified, raw } = part.finishReason;
  // Without a reason of the vendor's own the stream was cut off.
  if (raw === undefined || unified === 'interrupted') return;
  const reason = reasonOf(unified, raw);
  if (reason === undefined) throw broken(name, `it ended its answer with “${raw.slice(0, 60)}”.`);
  yield { type: 'finish', reason, usage: usageOf(part.usage) };
}

/** Words in the names of ends that the SDK has no name for; the first that fits counts. What fits none is an end like others. */
const otherEnds: readonly (readonly [RegExp, FinishReason | undefined])[] = [
  [
    /error|abort|cancel|malformed|unexpected|invalid|missing|too_many|insufficient|fail|time_?(?:out|limit)|not_finished/,
    undefined,
  ],
  // Google's, where it does not say what befell it: https://ai.google.dev/api/generate-content#FinishReason
  [/interrupt|overload|unavailable|unspecified|^(?:image_)?other$/, undefined],
  [/filter|safety|sensitive|prohibited|blocklist|recitation|refus|^spii$|^language$/, 'filtered'],
  [/length|token_limit|max_?(?:output_?)?tokens|context_window/, 'length'],
  [/tool|function/, 'tool-calls'],
  [/^(?:eos|end|stop|complete|done|finish)/, 'stop'],
];

/** @returns undefined where what there is of the text did not end by itself */
function reasonOf(unified: LanguageModelV4FinishReason['unified'], raw: string): FinishReason | undefined {
  if (unified === 'stop' || unified === 'length' || unified === 'tool-calls') return unified;
  if (unified === 'content-filter') return 'filtered';
  if (unified === 'error') return undefined;
  const found = otherEnds.find(([shape]) => shape.test(raw.toLowerCase()));
  return found === undefined ? 'other' : found[1];
}

/** Limits and prices are reckoned with it. */
function isCount(told: number): boolean {
  return Number.isSafeInteger(told) && told >= 0;
}

/** Some vendors' adapters tell zeros where nothing was told. */
function usageOf(usage: LanguageModelV4Usage): TokenUsage | undefined {
  const input = usage.inputTokens.total ?? 0;
  const output = usage.outputTokens.total ?? 0;
  const cached = usage.inputTokens.cacheRead ?? 0;
  if ((input === 0 && output === 0) || ![input, cached, output].every(isCount)) return undefined;
  return { input, cached: Math.min(input, cached), output };
}
