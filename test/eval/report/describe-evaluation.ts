/** Renders an evaluation as tables: text for a terminal, and Markdown for the results folder. */

import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import type { MetricName } from '../metrics/score-case.ts';
import type { Difference, Summary } from '../metrics/summarize.ts';
import type { EvaluationResult, SystemScores } from './combine-scores.ts';

type Rows = readonly (readonly (string | number)[])[];

interface Section {
  readonly title: string;
  readonly rows: Rows;
}

type Columns = readonly (readonly [MetricName, string])[];

const summaryColumns = [
  ['hit1', 'Hit@1'],
  ['hit5', 'Hit@5'],
  ['hit10', 'Hit@10'],
  ['mrr10', 'MRR@10'],
  ['ndcg10', 'nDCG@10'],
  ['ndcg10Files', 'nDCG files'],
  ['recall10', 'Recall@10'],
  ['recallAll', 'Recall all'],
  ['functions10', 'Fn@10'],
  ['functions10Files', 'Fn 10 files'],
] as const satisfies Columns;

/** Columns of the table of recall and precision. */
const recallAndPrecisionColumns = [
  ['recall1', 'Recall@1'],
  ['recall5', 'Recall@5'],
  ['recall10', 'Recall@10'],
  ['recall20', 'Recall@20'],
  ['precision1', 'P@1'],
  ['precision5', 'P@5'],
  ['precision10', 'P@10'],
] as const satisfies Columns;

/** Titles of groupings whose names need an explanation. */
const groupTitles: Readonly<Record<string, string>> = {
  repositoryOfSet: 'By repository within its set',
  class: 'By the class that the question reader assigned',
  confidence: 'By confidence in the answer',
  namesFileStem: 'By whether the question contains the name of an expected file',
  namesChangedSymbol: 'By whether the question contains the name of a changed definition',
};

const comparedMetrics: readonly MetricName[] = ['hit1', 'hit10', 'mrr10', 'ndcg10'];

export function describeEvaluation(
  systems: readonly SystemScores[],
  result: EvaluationResult,
): { text: string; markdown: string } {
  const sections = createSections(systems, result);
  return {
    text: sections.map(({ title, rows }) => `${title}\n${formatTable(rows)}`).join('\n\n'),
    markdown: sections.map(({ title, rows }) => `## ${title}\n\n${markdownTable(rows)}\n`).join('\n'),
  };
}

function createSections(systems: readonly SystemScores[], result: EvaluationResult): Section[] {
  const sets = Object.entries(result.by['set'] ?? {});
  const others = result.compared.flatMap(({ name, bySet }) =>
    Object.entries(bySet).map(([set, summary]) => [`${name}, ${set}`, summary] as const),
  );
  const sections: Section[] = [{ title: 'All', rows: summaryRows([['all', result], ...sets]) }];
  if (sets.length > 0) {
    sections.push({ title: '95 % intervals', rows: intervalRows(sets, summaryColumns) });
    sections.push({ title: 'Recall and precision', rows: figureRows(sets, recallAndPrecisionColumns) });
    sections.push({
      title: 'Recall and precision, 95 % intervals',
      rows: intervalRows(sets, recallAndPrecisionColumns),
    });
  }
  // Repositories appear once: within their sets if there are several sets.
  const skippedGroupings = new Set(['set', sets.length > 1 ? 'repository' : 'repositoryOfSet']);
  for (const [name, groups] of Object.entries(result.by))
    if (!skippedGroupings.has(name) && Object.keys(groups).length > 1)
      sections.push({ title: groupTitles[name] ?? `By ${name}`, rows: summaryRows(Object.entries(groups)) });
  sections.push({ title: 'Answered and declined questions', rows: refusalRows(result) });
  if (systems.length > 1) {
    sections.push({ title: 'Other systems', rows: summaryRows(others) });
    sections.push({
      title: 'Other systems, recall and precision',
      rows: figureRows(others, recallAndPrecisionColumns),
    });
    sections.push({
      title: `Difference from ${result.system}, with 95 % intervals`,
      rows: differenceRows(result),
    });
  }
  return sections;
}

function summaryRows(entries: readonly (readonly [string, Summary])[]): Rows {
  const head = ['', 'cases', ...summaryColumns.map(([, title]) => title), 'p50 ms', 'p95 ms'];
  const body = entries.map(([name, summary]) => [
    name,
    summary.cases,
    ...summaryColumns.map(([metric]) => formatFigure(summary[metric])),
    summary.p50Ms.toFixed(0),
    summary.p95Ms.toFixed(0),
  ]);
  return [head, ...body];
}

function figureRows(entries: readonly (readonly [string, Summary])[], columns: Columns): Rows {
  const body = entries.map(([name, summary]) => [
    name,
    ...columns.map(([metric]) => formatFigure(summary[metric])),
  ]);
  return [['', ...columns.map(([, title]) => title)], ...body];
}

function intervalRows(entries: readonly (readonly [string, Summary])[], columns: Columns): Rows {
  const body = entries.map(([name, { intervals }]) => [
    name,
    ...columns.map(([metric]) => {
      const pair = intervals[metric];
      return pair === undefined ? '' : `${formatFigure(pair[0])}–${formatFigure(pair[1])}`;
    }),
  ]);
  return [['', ...columns.map(([, title]) => title)], ...body];
}

function refusalRows({ refusals, refusalsBy }: EvaluationResult): Rows {
  const hasUnanswerable = refusals.declinedRightly + refusals.answeredWrongly > 0;
  const repositories = hasUnanswerable ? refusalsBy.repository : {};
  const groups = Object.entries({ all: refusals, ...refusalsBy.category, ...repositories });
  const body = groups.flatMap(([name, counts]) => [
    ...createRefusalRow(`${name}, has an answer`, [
      counts.answeredRightly,
      counts.unsureOfAnswerable,
      counts.declinedWrongly,
    ]),
    ...createRefusalRow(`${name}, has none`, [
      counts.answeredWrongly,
      counts.unsureOfOthers,
      counts.declinedRightly,
    ]),
  ]);
  return [['', 'answered', 'of them unsure', 'declined', 'fraction declined'], ...body];
}

/** Returns no row if there is no case. */
function createRefusalRow(name: string, counts: readonly [number, number, number]): Rows {
  const [answered, , declined] = counts;
  const total = answered + declined;
  return total === 0 ? [] : [[name, ...counts, formatFigure(declined / total)]];
}

function differenceRows(result: EvaluationResult): Rows {
  const titles = new Map<MetricName, string>(summaryColumns);
  const body = result.compared.map(({ name, difference }) => [
    name,
    ...comparedMetrics.map((metric) => formatDifference(difference[metric])),
  ]);
  return [['', ...comparedMetrics.map((metric) => titles.get(metric) ?? metric)], ...body];
}

/** Formats a difference, with a star if its interval excludes 0. */
function formatDifference(difference: Difference | undefined): string {
  if (difference === undefined) return '';
  const [low, high] = difference.interval;
  const sign = difference.mean > 0 ? '+' : '';
  return `${sign}${formatFigure(difference.mean)} (${formatFigure(low)} to ${formatFigure(high)})${low > 0 || high < 0 ? ' *' : ''}`;
}

function formatFigure(value: number | undefined): string {
  return value === undefined ? '' : value.toFixed(3);
}

function markdownTable(rows: Rows): string {
  const [head = [], ...body] = rows;
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [head, rule, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
