/** A call of a tool by a model of Workers AI, whichever shape it has, as OpenAI streams one. */

import { at, stringAt } from './any-json.ts';

/** @param index its place among the calls of the answer, where it tells none */
export function toolDelta(call: unknown, index: number): unknown {
  const named = at(call, 'function') ?? call;
  const input = at(named, 'arguments') ?? {};
  return {
    index: at(call, 'index') ?? index,
    id: stringAt(call, 'id') || `call_${index}`,
    type: 'function',
    function: {
      name: stringAt(named, 'name'),
      arguments: typeof input === 'string' ? input : JSON.stringify(input),
    },
  };
}
