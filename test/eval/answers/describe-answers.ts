/** Renders the figures of answers as Markdown tables. */

import { groupBy } from '../graph/group-by.ts';
import { computeAnswerFigures, type AnswerFigures, type MeasuredAnswer } from './answer-figures.ts';
import type { AnswererRun } from './evaluate-answers.ts';

type Column = readonly [name: string, value: (figures: AnswerFigures) => string];

const qualityColumns: readonly Column[] = [
  ['questions', ({ answers }) => String(answers)],
  ['claims', ({ claims }) => String(claims)],
  ['supported', ({ borneOut }) => percent(borneOut)],
  ['resolved', ({ citationsResolved }) => percent(citationsResolved)],
  ['named', ({ named }) => percent(named)],
  ['named or cited', ({ namedOrCited }) => percent(namedOrCited)],
  ['ROUGE-1', ({ rouge1 }) => formatDecimal(rouge1)],
  ['ROUGE-1 recall', ({ rouge1Recall }) => formatDecimal(rouge1Recall)],
  ['ROUGE-2', ({ rouge2 }) => formatDecimal(rouge2)],
  ['ROUGE-L', ({ rougeL }) => formatDecimal(rougeL)],
  ['semantic', ({ semantic }) => (semantic === undefined ? '' : percent(semantic))],
  ['mark', ({ mark }) => (mark === undefined ? '' : mark.toFixed(2))],
];

const costColumns: readonly Column[] = [
  ['declined wrongly', ({ declinedWrongly }) => percent(declinedWrongly)],
  ['declined rightly', ({ declinedRightly }) => percent(declinedRightly)],
  ['first text p50 ms', ({ firstTextP50Ms }) => formatInteger(firstTextP50Ms)],
  ['p95', ({ firstTextP95Ms }) => formatInteger(firstTextP95Ms)],
  ['total p50 ms', ({ totalP50Ms }) => formatInteger(totalP50Ms)],
  ['p95', ({ totalP95Ms }) => formatInteger(totalP95Ms)],
  ['tokens read', ({ tokensRead }) => formatInteger(tokensRead)],
  ['tokens written', ({ tokensWritten }) => formatInteger(tokensWritten)],
  ['US$', ({ costUsd }) => (costUsd === undefined ? '' : costUsd.toFixed(5))],
];

export function describeAnswers(runs: readonly AnswererRun[]): string {
  return runs
    .flatMap(({ answerer, answers }) => [
      `## ${answerer.name}`,
      formatTable(qualityColumns, answers),
      formatTable(costColumns, answers),
    ])
    .join('\n\n');
}

/** Formats one row for all answers, one for each complexity and one for each repository. */
function formatTable(columns: readonly Column[], answers: readonly MeasuredAnswer[]): string {
  const groups: readonly (readonly [string, readonly MeasuredAnswer[]])[] = [
    ['all', answers],
    ...groupBy(answers, ({ asked }) => asked.complexity),
    ...groupBy(answers, ({ asked }) => asked.repository),
  ];
  const rows = groups.map(([name, group]) => {
    const figures = computeAnswerFigures(group);
    return [name, ...columns.map(([, value]) => value(figures))];
  });
  const head = ['', ...columns.map(([name]) => name)];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)} %`;
}

function formatDecimal(value: number): string {
  return value.toFixed(3);
}

function formatInteger(value: number): string {
  return value.toFixed(0);
}
