/**
 * Prepares the components of a source's score as labeled rows with bars. Pure. Components are added, penalties are negative and extend to
 * the left of zero, and factors are multiplied.
 */
import type { SpanEvidence } from '../../../api.ts';

interface ScoreRow {
  readonly signal: string;
  readonly label: string;
  readonly value: number;
  /** `component`: added. `penalty`: subtracted. `factor`: multiplied; `explainFactors` states what it multiplies. */
  readonly kind: 'component' | 'penalty' | 'factor';
  /** The start of the bar as a fraction of the width. The largest component and the largest penalty together fill the width. */
  readonly start: number;
  /** The length of the bar, as a fraction of the width. */
  readonly length: number;
}

const labels: Readonly<Record<string, string>> = {
  fused: 'Text and meaning',
  words: 'Text match',
  meaning: 'Meaning',
  sparse: 'Text match',
  textDense: 'Text similarity',
  codeDense: 'Code similarity',
  definition: 'Defines a name in the query',
  name: 'Contains a name in the query',
  path: 'Path match',
  symbol: 'Symbol match',
  documentation: 'Description match',
  coherence: 'Other matches in the file',
  centrality: 'References to the file',
  content: 'What the code contains',
  question: 'Kind of question',
  picked: 'File selected from the repository map',
  crossEncoder: 'Cross-encoder',
  model: 'Model reranking',
  chosen: 'Chosen by the model from a list',
  graph: 'Found through the graph',
  size: 'Length',
  copies: 'Copy of a higher-ranked result',
  kind: 'File type',
  role: 'File type',
  opening: 'Introduces the repository',
  wording: 'Contains the exact wording',
  dependent: 'Depends on a name in the query',
  decay: 'Further result from the same file',
};
const factors = new Set(['role', 'decay']);

/** Rows in the order of `labels`. An unknown signal keeps the server's name and counts as a component. */
export function scoreRows(scores: SpanEvidence['scores']): readonly ScoreRow[] {
  const order = Object.keys(labels);
  const entries = Object.entries(scores).sort(([a], [b]) => findPosition(order, a) - findPosition(order, b));
  const components = entries.flatMap(([signal, value]) => (factors.has(signal) ? [] : [value]));
  const max = Math.max(0, ...components);
  const min = Math.min(0, ...components);
  // Halving keeps the width finite for the largest numbers.
  const width = max / 2 - min / 2;
  const zero = width > 0 ? -min / 2 / width : 0;
  return entries.map(([signal, value]) => {
    const kind = factors.has(signal) ? 'factor' : value < 0 ? 'penalty' : 'component';
    const fraction =
      kind === 'factor' ? Math.min(1, Math.max(0, value)) * (1 - zero) : Math.abs(value) / 2 / width;
    const length = Math.min(1, fraction || 0);
    const start = kind === 'penalty' ? Math.max(0, zero - length) : zero;
    return { signal, label: labels[signal] ?? signal, value, kind, start, length };
  });
}

function findPosition(order: readonly string[], signal: string): number {
  const position = order.indexOf(signal);
  return position < 0 ? order.length : position;
}

/** Explains what the bars cannot show: penalties, and what each factor multiplies. */
export function explainFactors(rows: readonly ScoreRow[]): readonly string[] {
  const findFactor = (signal: string) =>
    rows.find((row) => row.kind === 'factor' && row.signal === signal)?.value.toFixed(2);
  const [role, decay] = [findFactor('role'), findFactor('decay')];
  return [
    ...(rows.some(({ kind }) => kind === 'penalty') ? ['Values below 0 lower the score.'] : []),
    ...(role === undefined ? [] : [`Each component above has been multiplied by ${role} for the file type.`]),
    ...(decay === undefined
      ? []
      : [`The sum is then multiplied by ${decay}, because another result from the same file ranks higher.`]),
  ];
}
