/** Requests to language models and their responses, independent of the provider. */

/** `compatible`: any server with OpenAI's chat API (Ollama, vLLM, LM Studio and others). */
export const providers = ['workers-ai', 'openai', 'groq', 'compatible', 'google', 'anthropic'] as const;
export type ProviderName = (typeof providers)[number];

/** All providers, as part of a sentence: `a, b and c`. */
export function formatProviders(conjunction: 'and' | 'or'): string {
  return `${providers.slice(0, -1).join(', ')} ${conjunction} ${providers.at(-1) ?? ''}`;
}

/** Providers that accept a user's own key. Workers AI is a binding, and `compatible` is a server of the deployment. */
export const ownKeyProviders: ReadonlySet<ProviderName> = new Set(['openai', 'groq', 'google', 'anthropic']);

/** A model, written `provider/model` in requests and settings. The model part is in the provider's spelling and may contain slashes. */
export interface ModelName {
  readonly provider: ProviderName;
  readonly model: string;
}

/** @returns undefined if the text is not `provider/model` with a known provider */
export function parseModelName(text: string): ModelName | undefined {
  const slash = text.indexOf('/');
  const provider = providers.find((name) => name === text.slice(0, Math.max(0, slash)));
  const model = text.slice(slash + 1);
  return provider === undefined || !/^[\w@.:/+-]{1,150}$/.test(model) ? undefined : { provider, model };
}

export function formatModelName({ provider, model }: ModelName): string {
  return `${provider}/${model}`;
}

export type GeneratorMessage =
  | {
      readonly role: 'system' | 'user';
      readonly text: string;
      /** The prompt up to here repeats in other calls, so providers with a prompt cache are asked to cache it. */
      readonly isCachePrefix?: boolean;
    }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly result: string };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The model's JSON, unchecked. */
  readonly input: string;
}

export interface GeneratorTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input object. */
  readonly inputSchema: JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Tokens of one call; `cached` counts the input tokens that came from the provider's cache. */
export interface TokenUsage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** Tokens and cost of model calls. */
export interface ModelSpend {
  /** As far as providers report it. */
  readonly usage: TokenUsage;
  /** US dollars by the deployment's prices; undefined if a model has no price or its provider reports no tokens. */
  readonly costUsd: number | undefined;
}

export const zeroSpend: ModelSpend = { usage: { input: 0, cached: 0, output: 0 }, costUsd: 0 };

export function addSpend(a: ModelSpend, b: ModelSpend): ModelSpend {
  return {
    usage: {
      input: a.usage.input + b.usage.input,
      cached: a.usage.cached + b.usage.cached,
      output: a.usage.output + b.usage.output,
    },
    costUsd: a.costUsd === undefined || b.costUsd === undefined ? undefined : a.costUsd + b.costUsd,
  };
}

/** `length`: the output reached the requested limit. `filtered`: the provider withheld it. */
export type FinishReason = 'stop' | 'length' | 'filtered' | 'tool-calls' | 'other';

/** The events of one response, in order; `finish` is the last. */
export type GeneratorEvent =
  /** The model is reasoning; the content is not shown. */
  | { readonly type: 'thinking' }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      /** Undefined if the provider does not report it. */
      readonly usage: TokenUsage | undefined;
    };

/**
 * The outcome of one call. `limited`: 429. `unavailable`: 5xx, 529 or no connection. `timed-out`: no response, or no further event, in
 * time. `cut-off`: the stream was interrupted. `empty`: the response has no text. `refused`: the provider rejected the call or the key.
 * `paced`: not sent, because the rate limit is exhausted. `filtered`: the provider withheld the response.
 */
export const attemptOutcomes = [
  'answered',
  'limited',
  'unavailable',
  'timed-out',
  'cut-off',
  'empty',
  'refused',
  'paced',
  'filtered',
  'stopped',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

export interface GenerationAttempt {
  /** `provider/model`. */
  readonly model: string;
  readonly outcome: AttemptOutcome;
  /** A sentence for the user; contains no key. */
  readonly detail: string;
  readonly ms: number;
}

/** Heading of the composed part that follows an interrupted model response. */
export const composedHeading = 'Composed from the index';

/** The call of a judging model after the answer was complete. Tokens and cost are part of the answer's. */
export interface JudgingFacts extends ModelSpend {
  /** `provider/model`. */
  readonly model: string;
  /** Number of claims put to the model, and of those with a judgment. */
  readonly claims: number;
  readonly confirmed: number;
  readonly disputed: number;
  /** Verdicts whose quotation is not in the cited evidence. */
  readonly dropped: number;
  /** Judgments that are reused from an earlier answer. */
  readonly cached: number;
  readonly ms: number;
  /** Claims that did not fit into the prompt with their evidence. */
  readonly omitted: number;
  /** A sentence on why the call failed; undefined if the model answered. */
  readonly note: string | undefined;
}

/** How the text of an answer was generated. Tokens and cost cover all attempts, and the model calls that helped to find the evidence or assessed the claims. */
export interface GenerationFacts extends ModelSpend {
  /** The `provider/model` that wrote it; undefined if none did. */
  readonly model: string | undefined;
  /** The response was interrupted; the answer contains its beginning. */
  readonly isCutOff: boolean;
  readonly attempts: readonly GenerationAttempt[];
  /** From the start of the successful call to its first token. */
  readonly firstTokenMs: number | undefined;
  readonly totalMs: number;
  /** Whether the user's own key paid for it. */
  readonly isOwnKey: boolean;
  /** Undefined if there was no such call. */
  readonly judging?: JudgingFacts;
}
