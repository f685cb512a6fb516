/**
 * Types of the script of a fake provider. The script receives each parsed call and returns a text, the steps of a stream, or a whole reply. It can
 * read the prompt, so that a scripted model can cite the ids of its evidence (`findEvidenceIds`).
 */

export const dialects = ['openai', 'anthropic', 'google', 'workers-ai'] as const;
export type Dialect = (typeof dialects)[number];

/** Format of Workers AI's streams: `{"response": "…"}` lines, or OpenAI's `choices[].delta`. */
export type WorkersAiShape = 'response' | 'choices';

export interface ProviderMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
}

/** A call as the dialect parsed it. */
export interface ProviderCall {
  readonly dialect: Dialect;
  /** Number of the call among all calls, from 1. */
  readonly number: number;
  readonly model: string;
  readonly messages: readonly ProviderMessage[];
  /** The text of all messages, including the rules. */
  readonly prompt: string;
  /** Names of the available tools. */
  readonly tools: readonly string[];
  /** Schema for structured output. */
  readonly schema: unknown;
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number | undefined;
  /** The key sent with the call. */
  readonly key: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface ProviderUsage {
  readonly input: number;
  /** The cached part of `input`. */
  readonly cached: number;
  readonly output: number;
}

/** `provider-error` means that the provider reports a failure itself. */
export type ProviderFinish = 'stop' | 'length' | 'filtered' | 'tool-calls' | 'provider-error';

/** One step of a stream. A string is a text delta. */
export type ProviderStep =
  | string
  | { readonly waitMs: number }
  /** Reasoning, which is not part of the answer's text. */
  | { readonly reasoning: string }
  | { readonly toolCall: { readonly name: string; readonly input: unknown } }
  /** A chunk that is not JSON. */
  | { readonly malformed: true }
  /** An error in the provider's format inside the stream, which then ends. */
  | { readonly error: 'overloaded' | 'limited' | 'internal' }
  /** Destroys the connection. */
  | { readonly drop: true }
  /** Sends nothing more until the other side closes the connection. */
  | { readonly stall: true };

export interface ProviderReply {
  /** Any status except 200 sends an error in the provider's format. */
  readonly status?: number;
  readonly message?: string;
  /** Sent with an error as `retry-after` in seconds, and for Google also as RetryInfo. */
  readonly retryAfterSeconds?: number;
  /** Headers that replace the one from `retryAfterSeconds`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Delay before the head of the response. */
  readonly waitMs?: number;
  readonly steps?: readonly ProviderStep[];
  /** With `none`, the stream ends without a finish reason. */
  readonly finish?: ProviderFinish | 'none';
  /** Keeps the connection open after the answer until the other side closes it. */
  readonly staysOpen?: boolean;
  /** Estimated from the number of characters by default. With `none`, no usage is reported. */
  readonly usage?: ProviderUsage | 'none';
}

export type ProviderScript = (call: ProviderCall) => ScriptedAnswer | Promise<ScriptedAnswer>;
type ScriptedAnswer = string | readonly ProviderStep[] | ProviderReply;

export function toReply(answer: ScriptedAnswer): ProviderReply {
  if (typeof answer === 'string') return { steps: splitIntoPieces(answer) };
  return isSteps(answer) ? { steps: answer } : answer;
}

function isSteps(answer: readonly ProviderStep[] | ProviderReply): answer is readonly ProviderStep[] {
  return Array.isArray(answer);
}

/** Splits a text as models stream it: into pieces about as long as a word, at any character. */
export function splitIntoPieces(text: string, characters = 7): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / characters) }, (_, index) =>
    text.slice(index * characters, (index + 1) * characters),
  );
}

/** Splits a text into pieces with a pause before each piece. */
export function splitIntoSlowPieces(text: string, waitMs: number, characters = 7): readonly ProviderStep[] {
  return splitIntoPieces(text, characters).flatMap((piece) => [{ waitMs }, piece]);
}

/** Finds the ids of the evidence in a prompt, in order and without duplicates. */
export function findEvidenceIds(prompt: string): readonly string[] {
  return [...new Set([...prompt.matchAll(/<evidence\b[^>]*?\bid="([^"]+)"/g)].map(([, id = '']) => id))];
}

export function countUsage(call: ProviderCall, reply: ProviderReply): ProviderUsage | undefined {
  if (reply.usage === 'none') return undefined;
  const text = (reply.steps ?? []).filter((step) => typeof step === 'string').join('');
  return (
    reply.usage ?? {
      input: Math.ceil(call.prompt.length / 4),
      cached: 0,
      output: Math.ceil(text.length / 4),
    }
  );
}
