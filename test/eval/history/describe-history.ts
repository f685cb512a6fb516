/** The figures of questions of the past as Markdown tables. Nobody's messages, names or addresses are in them. */

import { groupBy } from '../graph/group-by.ts';
import type { AskedCase } from './ask-history.ts';
import type { WhyRecall } from './why-recall.ts';
import { bootstrapMean } from '../metrics/bootstrap.ts';
import { historyFigures, whereWrong } from './history-figures.ts';

export function describeHistory(cases: readonly AskedCase[], whys: readonly WhyRecall[]): string {
  return [
    ...(whys.length === 0 ? [] : ['## Why questions of the sets', whyTable(whys)]),
    '## All, by repository, by kind',
    figuresTable([
      ['all', cases],
      ...groupBy(cases, ({ repository }) => repository),
      ...groupBy(cases, ({ asked }) => asked.kind),
    ]),
    '## By repository and kind',
    figuresTable([...groupBy(cases, ({ repository, asked }) => `${repository}, ${asked.kind}`)]),
    '## Where the first one was wrong',
    wrongTable(cases),
  ].join('\n\n');
}

function figuresTable(groups: readonly (readonly [string, readonly AskedCase[]])[]): string {
  const head = ['', 'questions', 'first', '95 %', 'in five', '95 %', 'MRR', 'p50 ms', 'p95 ms'];
  const rows = groups.map(([name, cases]) => {
    const { questions, first, inFive, mrr, firstInterval, inFiveInterval, p50Ms, p95Ms } =
      historyFigures(cases);
    const shares = [percent(first), range(firstInterval), percent(inFive), range(inFiveInterval)];
    return [name, String(questions), ...shares, mrr.toFixed(3), p50Ms.toFixed(0), p95Ms.toFixed(0)];
  });
  return table([head, ...rows]);
}

/** Recall of what must be read and of the commits that made it so, by the first five of each. */
function whyTable(whys: readonly WhyRecall[]): string {
  const of = (value: (one: WhyRecall) => number): string[] => {
    const values = whys.map(value);
    const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
    return [percent(mean), range(bootstrapMean([values]))];
  };
  return table([
    ['', `of ${whys.length} questions`, '95 %'],
    ['Recall@5 of files and commits', ...of(({ withFiles }) => withFiles)],
    ['Recall@5 of spans and commits', ...of(({ withSpans }) => withSpans)],
    ['Recall@5 of files', ...of(({ files }) => files)],
    ['Recall@5 of spans', ...of(({ spans }) => spans)],
    ['Recall@5 of commits', ...of(({ commits }) => commits)],
    ['a commit of the truth is first', ...of(({ rank }) => (rank === 1 ? 1 : 0))],
  ]);
}

function wrongTable(cases: readonly AskedCase[]): string {
  const rows = [...whereWrong(cases)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, count]) => [...key.split('\0'), String(count)]);
  return table([['kind', 'told first because it', 'the right one stood', 'questions'], ...rows]);
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

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
