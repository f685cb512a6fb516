/** Decides whether a question asks for a trace: to follow something through several functions, in order. `fit-label.py` fits the weights. */

import { hasLabel } from './has-label.ts';
import fitted from './trace-weights.json' with { type: 'json' };

const weights: ReadonlyMap<string, number> = new Map(Object.entries(fitted.weights));

/** @param names names written as code, and paths */
export function asksForTrace(text: string, names: readonly string[]): boolean {
  return hasLabel({ bias: fitted.bias, weights }, text, names);
}
