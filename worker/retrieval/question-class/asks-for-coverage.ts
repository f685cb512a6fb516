/** Decides whether a question asks what the index contains or why something is not in it. `fit-label.py` fits the weights. */

import fitted from './coverage-weights.json' with { type: 'json' };
import { hasLabel } from './has-label.ts';

const weights: ReadonlyMap<string, number> = new Map(Object.entries(fitted.weights));

/** @param names names written as code, and paths */
export function asksForCoverage(text: string, names: readonly string[]): boolean {
  return hasLabel({ bias: fitted.bias, weights }, text, names);
}
