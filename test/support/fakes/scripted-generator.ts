/** A model provider that answers each call with the next of its scripts. It records the requests. */

import type { GeneratorEvent, ProviderName } from '../../../worker/core/answers/generation.ts';
import type { GenerateRequest, Generator } from '../../../worker/ports/generator.ts';

export type CallScript = (request: GenerateRequest) => AsyncIterable<GeneratorEvent>;

export interface ScriptedGenerator extends Generator {
  /** Requests, in order. */
  readonly calls: GenerateRequest[];
}

/** @param scripts one script per call; the last one answers all further calls */
export function createScriptedGenerator(
  provider: ProviderName,
  ...scripts: readonly CallScript[]
): ScriptedGenerator {
  const calls: GenerateRequest[] = [];
  return {
    provider,
    hasKey: true,
    calls,
    generate(request) {
      calls.push(request);
      const script = scripts[Math.min(calls.length, scripts.length) - 1];
      if (script === undefined) throw new Error('The generator has no script.');
      return script(request);
    },
    models: () => Promise.resolve([]),
  };
}

/** Streams the texts, then ends. */
export function streamTexts(...texts: readonly string[]): CallScript {
  return async function* () {
    for (const text of texts) yield { type: 'text-delta', text };
    yield { type: 'finish', reason: 'stop', usage: { input: 100, cached: 40, output: 10 } };
  };
}

/** Streams the texts, then fails. */
export function failAfter(error: Error, ...texts: readonly string[]): CallScript {
  // oxlint-disable-next-line require-yield
  return async function* () {
    for (const text of texts) yield { type: 'text-delta', text };
    throw error;
  };
}

/** Streams the texts and then never ends. It ignores the abort signal. */
export function hangAfter(...texts: readonly string[]): CallScript {
  return async function* () {
    for (const text of texts) yield { type: 'text-delta', text };
    await new Promise(() => undefined);
  };
}
