/** The figures of classes as Markdown tables, and what was told wrongly. */

import type { ClassFigures } from './class-figures.ts';
import { toldClasses } from './labelled-question.ts';

export interface MeasuredSet {
  readonly set: string;
  readonly figures: ClassFigures;
  /** Share told rightly, by how the questions are put. */
  readonly byStyle: readonly { readonly style: string; readonly figures: ClassFigures }[];
}

export function describeClasses({ set, figures, byStyle }: MeasuredSet): string {
  const { questions, right, accuracy, macroF1 } = figures;
  const head = `## ${set}\n\n${right} of ${questions} told rightly: accuracy ${percent(accuracy)}, macro F1 ${percent(macroF1)}.`;
  const classes = table(
    ['class', 'questions', 'precision', 'recall', 'F1'],
    toldClasses.map((name) => {
      const of = figures.byClass[name];
      return [name, String(of.questions), percent(of.precision), percent(of.recall), percent(of.f1)];
    }),
  );
  const confusion = table(
    ['wanted \\ told', ...toldClasses],
    toldClasses.map((wanted) => [
      wanted,
      ...toldClasses.map((told) => String(figures.confusion[wanted][told])),
    ]),
  );
  const styles = table(
    ['put as', 'questions', 'accuracy'],
    byStyle.map((one) => [one.style, String(one.figures.questions), percent(one.figures.accuracy)]),
  );
  return [head, classes, confusion, styles].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}
