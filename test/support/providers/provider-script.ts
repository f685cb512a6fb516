/**
 * The script of a fake provider. It receives each call as the dialect parsed it and returns what is sent, step by step: a text, steps, or
 * a whole reply. It may read the prompt, so that a scripted model can cite the ids of its evidence (`evidenceIdsIn`).
 */

export const dialects = ['openai', 'anthropic', 'google', 'workers-ai'] as const;
export type Dialect = (typeof dialects)[number];

/** Format of Workers AI's streams: `{"response": "…"}` lines, or OpenAI's `choices[].delta`. */
export type WorkersAiShape = 'response' | 'choices';

export interface ProviderMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
}

/** A call as the provider reads it. */
export interface ProviderCall {
  readonly dialect: Dialect;
  /** From 1, over all calls. */
  readonly number: number;
  readonly model: string;
  readonly messages: readonly ProviderMessage[];
  /** The text of all messages, including the rules. */
  readonly prompt: string;
  /** Names of the available tools. */
  readonly tools: readonly string[];
  /** For structured output. */
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

/** `broken`: the provider itself reports a failure. */
export type ProviderFinish = 'stop' | 'length' | 'filtered' | 'tool-calls' | 'broken';

/** One thing to send; a string is a text delta. */
export type ProviderStep =
  | string
  | { readonly waitMs: number }
  /** Not part of the text of the answer. */
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
  /** Any status but 200 is an error in the provider's format. */
  readonly status?: number;
  readonly message?: string;
  /** With an error: sent as `retry-after` in seconds; for Google also as RetryInfo. */
  readonly retryAfterSeconds?: number;
  /** Sent unchanged, instead of the header from `retryAfterSeconds`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Delay before the head of the response. */
  readonly waitMs?: number;
  readonly steps?: readonly ProviderStep[];
  /** `none`: the stream ends without a reason. */
  readonly finish?: ProviderFinish | 'none';
  /** Keeps the connection open after the answer until the other side closes it. */
  readonly staysOpen?: boolean;
  /** Estimated from the characters by default; `none` is not reported to the caller either. */
  readonly usage?: ProviderUsage | 'none';
}

export type ProviderScript = (call: ProviderCall) => ScriptedAnswer | Promise<ScriptedAnswer>;
type ScriptedAnswer = string | readonly ProviderStep[] | ProviderReply;

export function toReply(answered: ScriptedAnswer): ProviderReply {
  if (typeof answered === 'string') return { steps: splitIntoPieces(answered) };
  return isSteps(answered) ? { steps: answered } : answered;
}

function isSteps(answered: readonly ProviderStep[] | ProviderReply): answered is readonly ProviderStep[] {
  return Array.isArray(answered);
}

/** Splits a text as models stream it: about a word at a time, split anywhere. */
export function splitIntoPieces(text: string, characters = 7): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / characters) }, (_, at) =>
    text.slice(at * characters, (at + 1) * characters),
  );
}

/** The same with a pause before each piece. */
export function splitIntoSlowPieces(text: string, waitMs: number, characters = 7): readonly ProviderStep[] {
  return splitIntoPieces(text, characters).flatMap((piece) => [{ waitMs }, piece]);
}

/** Ids of the evidence in a prompt, in order, without duplicates. */
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
