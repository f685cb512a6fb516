/** What is asked of a language model and what comes back, in no vendor's words. */

/** Who serves a model. `compatible`: any address that speaks OpenAI's chat interface (Ollama, vLLM, LM Studio and others). */
export const providers = ['workers-ai', 'openai', 'groq', 'compatible', 'google', 'anthropic'] as const;
export type ProviderName = (typeof providers)[number];

/** All of them, for a sentence: `a, b and c`. */
export function providersTold(last: 'and' | 'or'): string {
  return `${providers.slice(0, -1).join(', ')} ${last} ${providers.at(-1) ?? ''}`;
}

/** Those whose models may be asked with a key of the asker's own: it would be no key of a binding or of the deployment's own server. */
export const ownKeyProviders: ReadonlySet<ProviderName> = new Set(['openai', 'groq', 'google', 'anthropic']);

/** A model as requests and settings name it: `provider/model`, the model as its vendor spells it, slashes included. */
export interface ModelName {
  readonly provider: ProviderName;
  readonly model: string;
}

/** @returns undefined where it is not `provider/model` of a provider there is */
export function readModelName(text: string): ModelName | undefined {
  const slash = text.indexOf('/');
  const provider = providers.find((one) => one === text.slice(0, Math.max(0, slash)));
  const model = text.slice(slash + 1);
  return provider === undefined || !/^[\w@.:/+-]{1,150}$/.test(model) ? undefined : { provider, model };
}

export function modelId({ provider, model }: ModelName): string {
  return `${provider}/${model}`;
}

export type GeneratorMessage =
  | {
      readonly role: 'system' | 'user';
      readonly text: string;
      /** What stands up to here comes again in other calls: vendors that keep prompts are told to keep it. */
      readonly isKept?: boolean;
    }
  | { readonly role: 'assistant'; readonly text: string; readonly toolCalls?: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly name: string; readonly result: string };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON as the model wrote it, not checked. */
  readonly input: string;
}

export interface GeneratorTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input, an object. */
  readonly inputSchema: JsonSchema;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Tokens of one call; `cached`: of those read, what the vendor had kept. */
export interface TokenUsage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** What calls of models took. */
export interface Spent {
  /** As far as vendors tell. */
  readonly usage: TokenUsage;
  /** US dollars, of the deployment's prices; undefined where it states none for a model that was asked, or its tokens are not told. */
  readonly costUsd: number | undefined;
}

export const nothingSpent: Spent = { usage: { input: 0, cached: 0, output: 0 }, costUsd: 0 };

export function addSpent(one: Spent, other: Spent): Spent {
  return {
    usage: {
      input: one.usage.input + other.usage.input,
      cached: one.usage.cached + other.usage.cached,
      output: one.usage.output + other.usage.output,
    },
    costUsd:
      one.costUsd === undefined || other.costUsd === undefined ? undefined : one.costUsd + other.costUsd,
  };
}

/** `length`: cut at the longest output asked for. `filtered`: withheld by the vendor. */
export type FinishReason = 'stop' | 'length' | 'filtered' | 'tool-calls' | 'other';

/** What one call gives back, in order; `finish` is the last. */
export type GeneratorPart =
  /** It is at work on what nobody is told. */
  | { readonly type: 'thinking' }
  | { readonly type: 'text-delta'; readonly text: string }
  | { readonly type: 'tool-call'; readonly call: ToolCall }
  | {
      readonly type: 'finish';
      readonly reason: FinishReason;
      /** Undefined where the vendor does not tell. */
      readonly usage: TokenUsage | undefined;
    };

/**
 * What became of one call. `limited`: 429. `unavailable`: 5xx, 529 or no connection. `timed-out`: nothing came, or nothing more, for as
 * long as is waited. `cut-off`: its stream ended or broke before its end. `empty`: it ended and had said nothing. `refused`: the vendor does
 * not take the call as it is, or its key. `paced`: not made, its limits leave no room. `filtered`: the vendor withheld it.
 */
export type AttemptOutcome =
  | 'answered'
  | 'limited'
  | 'unavailable'
  | 'timed-out'
  | 'cut-off'
  | 'empty'
  | 'refused'
  | 'paced'
  | 'filtered'
  | 'stopped';

export interface GenerationAttempt {
  /** `provider/model`. */
  readonly model: string;
  readonly outcome: AttemptOutcome;
  /** A sentence for a reader; holds no key. */
  readonly detail: string;
  readonly ms: number;
}

/** Stands over what the index composed, behind the words of a model that broke off. */
export const composedHeading = 'Composed from the index';

/** How the text of an answer came about. Its tokens and dollars are those of all attempts and of the calls that helped to find what it rests on. */
export interface GenerationFacts extends Spent {
  /** `provider/model` that wrote it; undefined where none did. */
  readonly model: string | undefined;
  /** It began and did not end: what there is of it was kept. */
  readonly isCutOff: boolean;
  readonly attempts: readonly GenerationAttempt[];
  /** From the call that answered to its first word. */
  readonly firstTokenMs: number | undefined;
  readonly totalMs: number;
  /** Whether it was paid for with the key that came with the question. */
  readonly isOwnKey: boolean;
}
