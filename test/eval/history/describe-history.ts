/** Renders the figures of history questions as Markdown tables. The tables contain no commit messages, and no names or addresses of people. */

import { groupBy } from '../graph/group-by.ts';
import type { HistoryCaseResult } from './evaluate-question.ts';
import type { WhyRecall } from './why-recall.ts';
import { bootstrapMean } from '../metrics/bootstrap.ts';
import { computeHistoryFigures, countWrongFirstEntries } from './history-figures.ts';

export function describeHistory(cases: readonly HistoryCaseResult[], whys: readonly WhyRecall[]): string {
  return [
    ...(whys.length === 0 ? [] : ['## Why questions of the sets', whyTable(whys)]),
    '## All, by repository, by kind',
    formatFiguresTable([
      ['all', cases],
      ...groupBy(cases, ({ repository }) => repository),
      ...groupBy(cases, ({ asked }) => asked.kind),
    ]),
    '## By repository and kind',
    formatFiguresTable([...groupBy(cases, ({ repository, asked }) => `${repository}, ${asked.kind}`)]),
    '## Questions whose first entry was wrong',
    wrongTable(cases),
  ].join('\n\n');
}

function formatFiguresTable(groups: readonly (readonly [string, readonly HistoryCaseResult[]])[]): string {
  const head = ['', 'questions', 'first', '95 %', 'in five', '95 %', 'MRR', 'p50 ms', 'p95 ms'];
  const rows = groups.map(([name, cases]) => {
    const { questions, first, inFive, mrr, firstInterval, inFiveInterval, p50Ms, p95Ms } =
      computeHistoryFigures(cases);
    const percentages = [percent(first), range(firstInterval), percent(inFive), range(inFiveInterval)];
    return [name, String(questions), ...percentages, mrr.toFixed(3), p50Ms.toFixed(0), p95Ms.toFixed(0)];
  });
  return table([head, ...rows]);
}

/** Formats the recall of the code to read and of the commits that explain it, among the first five results. */
function whyTable(whys: readonly WhyRecall[]): string {
  const meanAndInterval = (value: (recall: WhyRecall) => number): string[] => {
    const values = whys.map(value);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return [percent(mean), range(bootstrapMean([values]))];
  };
  return table([
    ['', `of ${whys.length} questions`, '95 %'],
    ['Recall@5 of files and commits', ...meanAndInterval(({ withFiles }) => withFiles)],
    ['Recall@5 of spans and commits', ...meanAndInterval(({ withSpans }) => withSpans)],
    ['Recall@5 of files', ...meanAndInterval(({ files }) => files)],
    ['Recall@5 of spans', ...meanAndInterval(({ spans }) => spans)],
    ['Recall@5 of commits', ...meanAndInterval(({ commits }) => commits)],
    ['a commit of the truth is first', ...meanAndInterval(({ rank }) => (rank === 1 ? 1 : 0))],
  ]);
}

function wrongTable(cases: readonly HistoryCaseResult[]): string {
  const rows = [...countWrongFirstEntries(cases)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => [...key.split('\0'), String(count)]);
  return table([['kind', 'listed first because it', 'rank of the right one', 'questions'], ...rows]);
}

function table([head = [], ...rows]: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function range({ low, high }: { readonly low: number; readonly high: number }): string {
  return `${percent(low)} to ${percent(high)}`;
}

function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)} %`;
}
