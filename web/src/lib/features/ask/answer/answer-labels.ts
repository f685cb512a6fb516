/** Describes in words how a question was interpreted and how its answer was generated. */
import type { Generation, QuestionReading } from '../../../api.ts';
import { formatCountOf, formatCount, formatDuration } from '../../../format.ts';
import { composerId, describeAnswerer } from '../../models/model-labels.ts';

export const attemptOutcomeLabels = {
  answered: 'answered',
  limited: 'rate-limited by its provider',
  unavailable: 'not available',
  'timed-out': 'timed out',
  'cut-off': 'interrupted',
  empty: 'returned no text',
  refused: 'rejected the request',
  paced: 'skipped: its rate limit on this server is used up',
  filtered: 'withheld by the provider',
  stopped: 'stopped',
} as const satisfies Record<Generation['attempts'][number]['outcome'], string>;

export function describeWriter(answerer: string, generation: Pick<Generation, 'isCutOff'> | null): string {
  if (answerer === composerId) return describeAnswerer(answerer);
  const suffix =
    generation?.isCutOff === true ? ' until it was interrupted; the rest is composed from the index' : '';
  return `Written by ${describeAnswerer(answerer)}${suffix}`;
}

/** Describes the tokens, cost and time as far as they are known: `1,204 input tokens (1,000 cached), 310 output`. */
export function describeGeneration({
  usage,
  costUsd,
  firstTokenMs,
  isOwnKey,
}: Generation): readonly string[] {
  const cachedNote = usage.cached > 0 ? ` (${formatCount(usage.cached)} cached)` : '';
  const isReported = usage.input + usage.output > 0;
  return [
    ...(isReported
      ? [`${formatCountOf(usage.input, 'input token')}${cachedNote}, ${formatCount(usage.output)} output`]
      : []),
    ...(costUsd === null ? [] : [formatCost(costUsd)]),
    ...(firstTokenMs === null ? [] : [`first token after ${formatDuration(firstTokenMs)}`]),
    ...(isOwnKey ? ['with your key'] : []),
  ];
}

/** `$0.0012`, `$1.20`: two significant digits, and always two decimals from one dollar up. */
export function formatCost(dollars: number): string {
  if (dollars <= 0) return '$0';
  if (dollars < 0.000001) return 'less than $0.000001';
  const digits = dollars >= 1 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(dollars)));
  return `$${dollars.toFixed(digits)}`;
}

export const questionClassLabels = {
  lookup: 'Where something is',
  how: 'How something works',
  why: 'Why something is the way it is',
  docs: 'What the documentation says',
  impact: 'What a change affects',
  exhaustive: 'A complete list',
  'too-broad': 'Too broad for one answer',
  'out-of-scope': 'Not covered by this repository',
} as const satisfies Record<QuestionReading['class'], string>;

export const confidenceLabels = {
  high: 'High',
  low: 'Low: the sources match the question only loosely',
  'out-of-scope': 'None: the sources match too little of the question',
} as const satisfies Record<QuestionReading['confidence'], string>;

/** The question as it was answered; null when it was not rewritten. */
export function rewrittenQuestion(reading: QuestionReading | null): string | null {
  return reading === null || reading.text.trim() === reading.asked.trim() ? null : reading.text;
}
