/** How the text of an answer came about, in words. Pure. */
import type { Generation } from '../../api.ts';
import { countOf, formatCount, formatDuration } from '../../format.ts';
import { answererWords, embedded } from '../models/model-words.ts';

type Written = Pick<Generation, 'isCutOff'> | null;
type Outcome = Generation['attempts'][number]['outcome'];

export const outcomeWords = {
  answered: 'answered',
  limited: 'takes no more calls for now',
  unavailable: 'not available',
  'timed-out': 'too slow',
  'cut-off': 'broke off',
  empty: 'said nothing',
  refused: 'refused the call',
  paced: 'not asked: its limits here leave no room',
  filtered: 'withheld by the vendor',
  stopped: 'stopped',
} as const satisfies Record<Outcome, string>;

/** Who wrote an answer, to its end or not. */
export function writerWords(answerer: string, generation: Written): string {
  if (answerer === embedded) return answererWords(answerer);
  const rest = generation?.isCutOff === true ? ' until it broke off; the rest composed from the index' : '';
  return `Written by ${answererWords(answerer)}${rest}`;
}

/** Tokens, cost and time, each as it is known: `1,204 tokens read (1,000 of them kept), 310 written`. */
export function generationFacts({ usage, costUsd, firstTokenMs, isOwnKey }: Generation): readonly string[] {
  const kept = usage.cached > 0 ? ` (${formatCount(usage.cached)} of them kept by the vendor)` : '';
  const isTold = usage.input + usage.output > 0;
  return [
    ...(isTold ? [`${countOf(usage.input, 'token')} read${kept}, ${formatCount(usage.output)} written`] : []),
    ...(costUsd === null ? [] : [formatCost(costUsd)]),
    ...(firstTokenMs === null ? [] : [`first word after ${formatDuration(firstTokenMs)}`]),
    ...(isOwnKey ? ['with your key'] : []),
  ];
}

/** `$0.0012`, `$1.20`: two digits that tell something, however small. */
export function formatCost(dollars: number): string {
  if (dollars <= 0) return '$0';
  if (dollars < 0.000001) return 'less than $0.000001';
  const digits = dollars >= 1 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(dollars)));
  return `$${dollars.toFixed(digits)}`;
}
