/** Models as their vendor lists them: read tolerantly, since each vendor's list has fields of its own, and at most 500. */

import { readModelName } from '../../core/generation.ts';
import type { ListedModel } from '../../ports/generator.ts';
import { listAt } from './any-json.ts';
import { refusal, vendorError } from './vendor-error.ts';

export interface ModelList {
  readonly url: string;
  headersOf(key: string | undefined): Readonly<Record<string, string>>;
  /** Where the list stands in the answer. */
  readonly at: string;
  /** Undefined for what writes no text. */
  readOne(item: unknown): ListedModel | undefined;
}

export const maxListed = 500;

export async function listModels(
  { url, headersOf, at, readOne }: ModelList,
  asked: {
    readonly key: string | undefined;
    readonly fetch: typeof fetch;
    readonly signal: AbortSignal;
    readonly problem: { readonly name: string; readonly keys: readonly string[] };
  },
): Promise<readonly ListedModel[]> {
  const { signal, problem } = asked;
  let hasBegun = false;
  try {
    const response = await asked.fetch(url, { headers: headersOf(asked.key), signal, redirect: 'manual' });
    hasBegun = response.ok;
    const text = await response.text();
    if (!response.ok)
      throw refusal({
        ...problem,
        status: response.status,
        body: text,
        headers: Object.fromEntries(response.headers),
      });
    const read = listAt(JSON.parse(text) as unknown, at).flatMap((item) => readOne(item) ?? []);
    return read.filter(({ model }) => readModelName(`compatible/${model}`) !== undefined).slice(0, maxListed);
  } catch (thrown) {
    if (signal.aborted) throw signal.reason;
    throw vendorError(thrown, { ...problem, hasBegun });
  }
}
