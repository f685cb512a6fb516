/** Streams text from a language model. Retries, fallbacks, rate limits and timeouts are implemented once for all providers, in `flows/models`. */

import type {
  GeneratorMessage,
  GeneratorEvent,
  GeneratorTool,
  JsonSchema,
  ProviderName,
} from '../core/answers/generation.ts';

export interface GenerateRequest {
  /** The provider's own name for the model, without the `provider/` prefix. */
  readonly model: string;
  /** System messages first, and at least one other message. */
  readonly messages: readonly GeneratorMessage[];
  /** The caller executes the tool calls in the response. */
  readonly tools: readonly GeneratorTool[];
  /** Requests JSON of this shape. The caller must still validate it. */
  readonly schema: JsonSchema | undefined;
  /** 0 to 2; undefined for the provider's default. */
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number;
  /** The user's own key; undefined for the deployment's. Never stored, logged or part of an error. */
  readonly key: string | undefined;
  /** Closes the connection to the provider when aborted. */
  readonly signal: AbortSignal;
}

/** A model in its provider's list. */
export interface ListedModel {
  readonly model: string;
  /** Display name; the model's name if the provider has none. */
  readonly label: string;
  /** Context window in tokens; undefined if the provider does not report it. */
  readonly contextTokens: number | undefined;
}

export interface Generator {
  readonly provider: ProviderName;
  /** Whether the deployment can call it without a user's key. */
  readonly hasKey: boolean;
  /**
   * Streams the events of one call, `finish` last. A stream without `finish` was interrupted.
   * @throws AppError `model_limited` (429), `model_unavailable` (5xx, 529, no connection), `model_refused` (400, 404 and other rejections),
   *   `model_key_refused` (401, 403), `model_stream_broken` (an unreadable event, or a dropped or failed stream). `details.retryAfterMs` of
   *   `model_limited` and `model_unavailable` is the wait that the provider asks for, if any.
   */
  generate(request: GenerateRequest): AsyncIterable<GeneratorEvent>;
  /**
   * The provider's list of models, at most 500; empty if it has none.
   * @throws the same errors as `generate`
   */
  models(request: Pick<GenerateRequest, 'key' | 'signal'>): Promise<readonly ListedModel[]>;
}
