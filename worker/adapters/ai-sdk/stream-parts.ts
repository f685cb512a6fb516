/** Converts the parts of an AI SDK stream to generator parts, and classifies how the stream ended. */

import {
  InvalidResponseDataError,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { FinishReason, GeneratorEvent, TokenUsage } from '../../core/answers/generation.ts';
import type { ThinkingReader } from './thinking-tag.ts';
import { brokenStreamError } from './provider-error.ts';

interface StreamContext {
  /** Name of the called model, to start a sentence with. */
  readonly name: string;
  readonly thinking: ThinkingReader;
  readonly signal: AbortSignal;
}

/** @throws the error that the stream contains; AppError `model_stream_broken` when its finish reason is a failure */
export async function* readStreamParts(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  { name, thinking, signal }: StreamContext,
): AsyncGenerator<GeneratorEvent> {
  const reader = stream.getReader();
  const stop = (): void => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      if (value.type === 'error') {
        // This error means that the stream ended without a reason, like a stream without `finish`.
        if (isMissingEnd(value.error)) break;
        throw value.error;
      }
      yield* convertPart(value, thinking, name);
      if (value.type === 'finish') return;
    }
    yield* thinking.end();
  } finally {
    signal.removeEventListener('abort', stop);
    await reader.cancel().catch(() => undefined);
  }
}

function isMissingEnd(error: unknown): boolean {
  return InvalidResponseDataError.isInstance(error) && error.data === undefined;
}

/** Yields nothing for parts that the port does not define, such as warnings and block boundaries. */
function* convertPart(
  part: LanguageModelV4StreamPart,
  thinking: ThinkingReader,
  name: string,
): Generator<GeneratorEvent> {
  if (part.type === 'text-delta') yield* thinking.add(part.delta);
  if (part.type === 'reasoning-delta') yield { type: 'thinking' };
  if (part.type === 'tool-call') {
    yield* thinking.end();
    yield { type: 'tool-call', call: { id: part.toolCallId, name: part.toolName, input: part.input } };
  }
  if (part.type !== 'finish') return;
  yield* thinking.end();
  const { unified, raw } = part.finishReason;
  // Without a finish reason from the provider, the stream was interrupted.
  if (raw === undefined || unified === 'interrupted') return;
  const reason = toFinishReason(unified, raw);
  if (reason === undefined)
    throw brokenStreamError(name, `the answer ended with the reason “${raw.slice(0, 60)}”.`);
  yield { type: 'finish', reason, usage: toTokenUsage(part.usage) };
}

/** Classifies finish reasons that the SDK does not map. The first match wins; `undefined` is a failure. Any other reason becomes `other`. */
const knownReasons: readonly (readonly [RegExp, FinishReason | undefined])[] = [
  [
    /error|abort|cancel|malformed|unexpected|invalid|missing|too_many|insufficient|fail|time_?(?:out|limit)|not_finished/,
    undefined,
  ],
  // Google's reasons without a stated cause: https://ai.google.dev/api/generate-content#FinishReason
  [/interrupt|overload|unavailable|unspecified|^(?:image_)?other$/, undefined],
  [/filter|safety|sensitive|prohibited|blocklist|recitation|refus|^spii$|^language$/, 'filtered'],
  [/length|token_limit|max_?(?:output_?)?tokens|context_window/, 'length'],
  [/tool|function/, 'tool-calls'],
  [/^(?:eos|end|stop|complete|done|finish)/, 'stop'],
];

/** @returns undefined when the answer failed before its end */
function toFinishReason(
  unified: LanguageModelV4FinishReason['unified'],
  raw: string,
): FinishReason | undefined {
  if (unified === 'stop' || unified === 'length' || unified === 'tool-calls') return unified;
  if (unified === 'content-filter') return 'filtered';
  if (unified === 'error') return undefined;
  const known = knownReasons.find(([shape]) => shape.test(raw.toLowerCase()));
  return known === undefined ? 'other' : known[1];
}

/** Limits and prices are computed from token counts, so the counts must be valid. */
function isCount(count: number): boolean {
  return Number.isSafeInteger(count) && count >= 0;
}

/** @returns undefined when unknown: some SDK adapters report zeros if the provider reported nothing */
function toTokenUsage(usage: LanguageModelV4Usage): TokenUsage | undefined {
  const input = usage.inputTokens.total ?? 0;
  const output = usage.outputTokens.total ?? 0;
  const cached = usage.inputTokens.cacheRead ?? 0;
  if ((input === 0 && output === 0) || ![input, cached, output].every(isCount)) return undefined;
  return { input, cached: Math.min(input, cached), output };
}
