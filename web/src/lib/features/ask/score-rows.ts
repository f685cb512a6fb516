/** Why a source stands where it does: each signal's share of its score, or of the sum it was made of, named for a reader, and the factors. */
import type { Evidence } from '../../api.ts';

export interface ScoreRow {
  readonly signal: string;
  readonly label: string;
  readonly value: number;
  /** `share`: added to the others; `factor`: all of them are multiplied by it. */
  readonly kind: 'share' | 'factor';
  /** How long its bar is, 0 to 1: of the greatest share, or of a factor of 1. */
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
  graph: 'Led to by the graph',
  size: 'Length',
  copies: 'A better placed copy',
  kind: 'Kind of file',
  role: 'Kind of file',
  decay: 'Further piece of a file',
};
const factors = new Set(['role', 'decay']);

/** In the order of the table; a signal unknown here keeps the server's name and counts as a share. */
export function scoreRows(scores: Evidence['scores']): readonly ScoreRow[] {
  const order = Object.keys(labels);
  const entries = Object.entries(scores).sort(([a], [b]) => placeOf(order, a) - placeOf(order, b));
  const most = Math.max(0, ...entries.filter(([signal]) => !factors.has(signal)).map(([, value]) => value));
  return entries.map(([signal, value]) => {
    const kind = factors.has(signal) ? 'factor' : 'share';
    const whole = kind === 'factor' ? 1 : most;
    const part = whole > 0 ? Math.min(1, Math.max(0, value / whole)) : 0;
    return { signal, label: labels[signal] ?? signal, value, kind, part };
  });
}

function placeOf(order: readonly string[], signal: string): number {
  const place = order.indexOf(signal);
  return place < 0 ? order.length : place;
}
