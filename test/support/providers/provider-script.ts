/**
 * What a scripted vendor is told: it is given each call as its own dialect parsed it and says, step by step, what goes over the wire.
 * A script is `(call) => …` and may answer with a text, with steps, or with a whole reply; it may look into the prompt, so that a
 * scripted model can cite the ids it was shown (`evidenceIdsIn`).
 */

export const dialects = ['openai', 'anthropic', 'google', 'workers-ai'] as const;
export type Dialect = (typeof dialects)[number];

/** Of Workers AI's streams: `{"response": "…"}` lines, or OpenAI's `choices[].delta` ones. */
export type WorkersAiShape = 'response' | 'choices';

export interface VendorMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly text: string;
}

/** A call as the vendor reads it. */
export interface VendorCall {
  readonly dialect: Dialect;
  /** 1 for the first call of all. */
  readonly number: number;
  readonly model: string;
  readonly messages: readonly VendorMessage[];
  /** The text of all messages, the rules included. */
  readonly prompt: string;
  /** Names of the tools offered. */
  readonly tools: readonly string[];
  /** Of structured output. */
  readonly schema: unknown;
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number | undefined;
  /** The key it came with. */
  readonly key: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

export interface VendorUsage {
  readonly input: number;
  /** Of `input`, what the vendor had kept. */
  readonly cached: number;
  readonly output: number;
}

/** `broken`: it says itself that it failed. */
export type VendorFinish = 'stop' | 'length' | 'filtered' | 'tool-calls' | 'broken';

/** One thing that goes over the wire; a string is a text delta. */
export type VendorStep =
  | string
  | { readonly waitMs: number }
  /** Not part of the answer's text. */
  | { readonly reasoning: string }
  | { readonly toolCall: { readonly name: string; readonly input: unknown } }
  /** A chunk that is no JSON. */
  | { readonly malformed: true }
  /** An error of the vendor's own form within the stream, which then ends. */
  | { readonly error: 'overloaded' | 'limited' | 'internal' }
  /** The connection is destroyed. */
  | { readonly drop: true }
  /** Nothing more comes, until the other side closes. */
  | { readonly stall: true };

export interface VendorReply {
  /** Anything but 200 is a refusal in the vendor's own form. */
  readonly status?: number;
  readonly message?: string;
  /** With a refusal: as `retry-after` in seconds, of Google as its RetryInfo besides. */
  readonly retryAfterSeconds?: number;
  /** Sent as they are; instead of what `retryAfterSeconds` gives. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Before the head of the response is sent. */
  readonly waitMs?: number;
  readonly steps?: readonly VendorStep[];
  /** `none`: the stream ends without saying why. */
  readonly finish?: VendorFinish | 'none';
  /** Everything was said, and the connection stays open until the other side closes it. */
  readonly isHeld?: boolean;
  /** Estimated from the characters if not told; `none`: not told to the caller either. */
  readonly usage?: VendorUsage | 'none';
}

export type VendorScript = (call: VendorCall) => Answered | Promise<Answered>;
type Answered = string | readonly VendorStep[] | VendorReply;

export function replyOf(answered: Answered): VendorReply {
  if (typeof answered === 'string') return { steps: inPieces(answered) };
  return isSteps(answered) ? { steps: answered } : answered;
}

function isSteps(answered: readonly VendorStep[] | VendorReply): answered is readonly VendorStep[] {
  return Array.isArray(answered);
}

/** As models send it: a word or so at a time, broken where it falls. */
export function inPieces(text: string, characters = 7): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / characters) }, (_, at) =>
    text.slice(at * characters, (at + 1) * characters),
  );
}

/** The same with a pause before each piece. */
export function inSlowPieces(text: string, waitMs: number, characters = 7): readonly VendorStep[] {
  return inPieces(text, characters).flatMap((piece) => [{ waitMs }, piece]);
}

/** Ids of the evidence a prompt holds, in order, each once. */
export function evidenceIdsIn(prompt: string): readonly string[] {
  return [...new Set([...prompt.matchAll(/<evidence\b[^>]*?\bid="([^"]+)"/g)].map(([, id = '']) => id))];
}

export function usageOf(call: VendorCall, reply: VendorReply): VendorUsage | undefined {
  if (reply.usage === 'none') return undefined;
  const told = (reply.steps ?? []).filter((step) => typeof step === 'string').join('');
  return (
    reply.usage ?? {
      input: Math.ceil(call.prompt.length / 4),
      cached: 0,
      output: Math.ceil(told.length / 4),
    }
  );
}
