/** `npm run -s eval -- --classes <set.jsonl>`: measures how often the question reader assigns the right class. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Terminal } from '../../../clients/cli/terminal/terminal.ts';
import { findQuestionFeatures } from '../../../worker/retrieval/question-class/question-features.ts';
import { readQuestion } from '../../../worker/retrieval/question/read-question.ts';
import { groupBy } from '../graph/group-by.ts';
import { computeClassFigures, type ClassFigures, type ClassifiedQuestion } from './class-figures.ts';
import { readLabeledQuestions, type LabeledQuestion, labeledClasses } from './labeled-question.ts';

const resultsFolder = join(import.meta.dirname, '../results');

interface ClassEvaluation {
  readonly sets: Readonly<Record<string, ClassFigures>>;
}

export function evaluateClasses(
  { classes, out }: { readonly classes: readonly string[]; readonly out?: string | undefined },
  { terminal }: { readonly terminal: Terminal },
): ClassEvaluation {
  const questions = classes.flatMap(readLabeledQuestions).map(classifyQuestion);
  const sets = [...groupBy(questions, ({ set }) => set)].map(([set, group]) => measureSet(set, group));
  const tables = sets.map(describeClasses).join('\n\n');
  terminal.print(tables);
  if (out !== undefined) {
    const path = out.includes('/') ? resolve(out.replace(/\.(?:jsonl|md)$/, '')) : join(resultsFolder, out);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.jsonl`, questions.map((question) => `${JSON.stringify(question)}\n`).join(''));
    writeFileSync(`${path}.md`, `${formatHeading(classes)}\n\n${tables}\n`);
    terminal.note(`Written to ${path}.jsonl and ${path}.md.`);
  }
  return { sets: Object.fromEntries(sets.map(({ set, figures }) => [set, figures])) };
}

interface EvaluatedQuestion extends LabeledQuestion, ClassifiedQuestion {
  /** The features that decided the class. */
  readonly cues: readonly string[];
}

function classifyQuestion(question: LabeledQuestion): EvaluatedQuestion {
  const { class: told, identifiers, paths } = readQuestion(question.query);
  const cues = findQuestionFeatures(question.query, [...identifiers, ...paths]);
  return { ...question, wanted: question.class, told, cues };
}

function measureSet(set: string, questions: readonly EvaluatedQuestion[]): MeasuredSet {
  const styles = [...groupBy(questions, ({ style }) => style)];
  return {
    set,
    figures: computeClassFigures(questions),
    byStyle: styles.map(([style, group]) => ({ style, figures: computeClassFigures(group) })),
  };
}

function formatHeading(classes: readonly string[]): string {
  const sets = classes.map((path) => `--classes ${relative(process.cwd(), resolve(path))}`).join(' ');
  return `# Classes of questions\n\n\`npm run -s eval -- ${sets} --out question-classes\``;
}

interface MeasuredSet {
  readonly set: string;
  readonly figures: ClassFigures;
  /** Figures by the style of the question. */
  readonly byStyle: readonly { readonly style: string; readonly figures: ClassFigures }[];
}

function describeClasses({ set, figures, byStyle }: MeasuredSet): string {
  const { questions, right, accuracy, macroF1 } = figures;
  const head = `## ${set}\n\n${right} of ${questions} read correctly: accuracy ${percent(accuracy)}, macro F1 ${percent(macroF1)}.`;
  const classes = table(
    ['class', 'questions', 'precision', 'recall', 'F1'],
    labeledClasses.map((name) => {
      const classResult = figures.byClass[name];
      return [
        name,
        String(classResult.questions),
        percent(classResult.precision),
        percent(classResult.recall),
        percent(classResult.f1),
      ];
    }),
  );
  const confusion = table(
    ['expected \\ read', ...labeledClasses],
    labeledClasses.map((expected) => [
      expected,
      ...labeledClasses.map((read) => String(figures.confusion[expected][read])),
    ]),
  );
  const styles = table(
    ['style', 'questions', 'accuracy'],
    byStyle.map((row) => [row.style, String(row.figures.questions), percent(row.figures.accuracy)]),
  );
  return [head, classes, confusion, styles].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)} %`;
}
