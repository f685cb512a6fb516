/** A vendor that answers each call with the next of its scripts, and keeps what it was asked. */

import type { GeneratorPart, ProviderName } from '../../../worker/core/answers/generation.ts';
import type { GenerateRequest, Generator } from '../../../worker/ports/generator.ts';

export type CallScript = (request: GenerateRequest) => AsyncIterable<GeneratorPart>;

export interface ScriptedGenerator extends Generator {
  /** What was asked, in order. */
  readonly calls: GenerateRequest[];
}

/** @param scripts one a call; the last answers all calls after it */
export function scriptedGenerator(
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
      if (script === undefined) throw new Error('There is no script.');
      return script(request);
    },
    models: () => Promise.resolve([]),
  };
}

/** Says the texts, then ends. */
export function says(...texts: readonly string[]): CallScript {
  return async function* () {
    for (const text of texts) yield { type: 'text-delta', text };
    yield { type: 'finish', reason: 'stop', usage: { input: 100, cached: 40, output: 10 } };
  };
}

/** Says the texts, then fails. */
export function failsAfter(error: Error, ...texts: readonly string[]): CallScript {
  // oxlint-disable-next-line require-yield
  return async function* () {
    for (const text of texts) yield { type: 'text-delta', text };
    throw error;
  };
}

/** Says the texts and then nothing, whatever its signal. */
export function hangsAfter(...texts: readonly string[]): CallScript {
  return async function* () {
    for (const text of texts) yield { type: 'text-delta', text };
    await new Promise(() => undefined);
  };
}
