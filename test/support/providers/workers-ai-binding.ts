/** A replacement for the `AI` binding: an object that calls the local server and throws as the binding does. */

import type { WorkersAiShape } from './provider-script.ts';

export interface ScriptedAi {
  run(model: string, inputs: unknown, options?: { readonly signal?: AbortSignal }): Promise<unknown>;
}

export function createWorkersAiBinding(url: string, shape: WorkersAiShape): ScriptedAi {
  return {
    async run(model, inputs, options = {}) {
      const response = await fetch(`${url}/run/${model}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shape': shape },
        body: JSON.stringify(inputs),
        ...(options.signal !== undefined && { signal: options.signal }),
      });
      const isStream = response.headers.get('content-type') === 'text/event-stream';
      if (response.ok) return isStream ? response.body : response.json();
      const { message } = (await response.json()) as { readonly message: string };
      throw new Error(message);
    },
  };
}
