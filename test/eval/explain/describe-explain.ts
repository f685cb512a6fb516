/** Renders the figures of questions about code as Markdown tables. */

import { groupBy } from '../graph/group-by.ts';
import type { ExplainCase } from './explain-case.ts';
import { computeExplainFigures, type ExplainFigures } from './explain-figures.ts';
import type { ExplainResponse, ExplainScores } from './score-explain.ts';

export interface ScoredExplainCase {
  readonly explainCase: ExplainCase;
  readonly response: ExplainResponse;
  readonly scores: ExplainScores;
}

const columns = [
  ['questions', 'cases', 0],
  ['hit@1', 'hit1', 3],
  ['hit@5', 'hit5', 3],
  ['hit@10', 'hit10', 3],
  ['recall@10', 'recall10', 3],
  ['recall@20', 'recall20', 3],
  ['recall@50', 'recall50', 3],
  ['context', 'contextRecall', 3],
  ['tokens', 'contextTokens', 0],
  ['spans', 'contextSpans', 1],
  ['listed', 'listedRecall', 3],
  ['chosen', 'chosenRecall', 3],
  ['context with choice', 'choiceRecall', 3],
  ['evidence', 'evidenceRecall', 3],
  ['lead2', 'lead2', 3],
  ['on point', 'onPoint', 3],
  ['search p50 ms', 'searchP50Ms', 0],
] as const satisfies readonly (readonly [string, keyof ExplainFigures, number])[];

export function describeExplain(scored: readonly ScoredExplainCase[]): string {
  return [
    '## All, by repository',
    table([['all', scored], ...groupBy(scored, ({ explainCase }) => explainCase.repository)]),
    '## By kind of question',
    table([...groupBy(scored, ({ explainCase }) => explainCase.kind)]),
  ].join('\n\n');
}

/** Leaves out the columns whose part was not requested. */
function table(groups: readonly (readonly [string, readonly ScoredExplainCase[]])[]): string {
  const rows = groups.map(([name, cases]) => ({
    name,
    figures: computeExplainFigures(cases.map(({ scores }) => scores)),
  }));
  const shown = columns.filter(([, key]) => rows.some(({ figures }) => figures[key] !== null));
  const head = ['', ...shown.map(([title]) => title)];
  const body = rows.map(({ name, figures }) => [
    name,
    ...shown.map(([, key, digits]) => figures[key]?.toFixed(digits) ?? ''),
  ]);
  return [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
