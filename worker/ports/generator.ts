/** Text from a language model, as it is made. One call, as it is asked: retries, fallbacks, pacing and time limits are made once, above. */

import type {
  GeneratorMessage,
  GeneratorPart,
  GeneratorTool,
  JsonSchema,
  ProviderName,
} from '../core/generation.ts';

export interface GenerateRequest {
  /** As the vendor spells it. */
  readonly model: string;
  /** System messages first; at least one that is not. */
  readonly messages: readonly GeneratorMessage[];
  /** Called by name; what is called is decided by whoever reads the parts. */
  readonly tools: readonly GeneratorTool[];
  /** Given, the text is JSON of this shape as far as the vendor holds to it; it is to be checked all the same. */
  readonly schema: JsonSchema | undefined;
  /** 0 to 2; as the vendor has it where undefined. */
  readonly temperature: number | undefined;
  readonly maxOutputTokens: number;
  /** The asker's own; the deployment's where undefined. Not kept, not logged, in no error. */
  readonly key: string | undefined;
  /** Aborted, the connection to the vendor is closed. */
  readonly signal: AbortSignal;
}

/** A model as its vendor lists it. */
export interface ListedModel {
  readonly model: string;
  /** For people; its name where the vendor has none. */
  readonly label: string;
  /** Tokens it reads at most; undefined where the vendor does not tell. */
  readonly contextTokens: number | undefined;
}

export interface Generator {
  readonly provider: ProviderName;
  /** Whether the deployment has what is needed to call it without the asker's key. */
  readonly hasKey: boolean;
  /**
   * Begins one call; its parts as they come, `finish` last. A stream that ends without `finish` was cut off.
   * @throws AppError `model_limited` (429), `model_unavailable` (5xx, 529, no connection), `model_refused` (400, 404 and other refusals),
   *   `model_key_refused` (401, 403), `model_stream_broken` (a part that cannot be read; the stream dropped, or says that it failed). Of `model_limited` and
   *   `model_unavailable` `details.retryAfterMs` is what the vendor asks to wait, where it does.
   */
  generate(request: GenerateRequest): AsyncIterable<GeneratorPart>;
  /**
   * Models its vendor lists, at most 500; empty where it has no list.
   * @throws what `generate` throws
   */
  models(asked: Pick<GenerateRequest, 'key' | 'signal'>): Promise<readonly ListedModel[]>;
}
