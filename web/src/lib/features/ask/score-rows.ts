/**
 * Why a source stands where it does: each signal's share of its score, or of the sum it was made of, named for a reader, and the
 * factors. What counts against it is a share below 0 and goes the other way from where all bars begin.
 */
import type { SpanEvidence } from '../../api.ts';

export interface ScoreRow {
  readonly signal: string;
  readonly label: string;
  readonly value: number;
  /** `share`: added to the others; `against`: taken from them; `factor`: multiplies, `tellFactors` says what. */
  readonly kind: 'share' | 'against' | 'factor';
  /** Where its bar begins, from the left, and how long it is: parts of the width, which the greatest shares of both ways fill. */
  readonly start: number;
  readonly part: number;
}

const labels: Readonly<Record<string, string>> = {
  fused: 'Words and meaning',
  words: 'Words of the text',
  meaning: 'Meaning',
  sparse: 'Words of the text',
  textDense: 'Meaning of its words',
  codeDense: 'Likeness of its code',
  definition: 'Defines a name asked for',
  name: 'Holds a name asked for',
  path: 'Words of the path',
  symbol: 'Words of the symbol',
  documentation: 'Words of its description',
  coherence: 'Other good pieces of the file',
  centrality: 'What refers to its file',
  picked: 'File picked from the map',
  crossEncoder: 'Read again by the cross-encoder',
  model: 'Read again by a model',
  graph: 'Led to by the graph',
  size: 'Length',
  copies: 'A better placed copy',
  kind: 'Kind of file',
  role: 'Kind of file',
  opening: 'Opens the repository',
  wording: 'Says what is looked for word for word',
  dependent: 'Depends on the name asked for',
  decay: 'Further piece of a file',
};
const factors = new Set(['role', 'decay']);

/** In the order of the table; a signal unknown here keeps the server's name and counts as a share. */
export function scoreRows(scores: SpanEvidence['scores']): readonly ScoreRow[] {
  const order = Object.keys(labels);
  const entries = Object.entries(scores).sort(([a], [b]) => placeOf(order, a) - placeOf(order, b));
  const shares = entries.flatMap(([signal, value]) => (factors.has(signal) ? [] : [value]));
  const most = Math.max(0, ...shares);
  const least = Math.min(0, ...shares);
  // Halved, so that two of the greatest numbers there are have a width too.
  const width = most / 2 - least / 2;
  const zero = width > 0 ? -least / 2 / width : 0;
  return entries.map(([signal, value]) => {
    const kind = factors.has(signal) ? 'factor' : value < 0 ? 'against' : 'share';
    const whole =
      kind === 'factor' ? Math.min(1, Math.max(0, value)) * (1 - zero) : Math.abs(value) / 2 / width;
    const part = Math.min(1, whole || 0);
    const start = kind === 'against' ? Math.max(0, zero - part) : zero;
    return { signal, label: labels[signal] ?? signal, value, kind, start, part };
  });
}

function placeOf(order: readonly string[], signal: string): number {
  const place = order.indexOf(signal);
  return place < 0 ? order.length : place;
}
