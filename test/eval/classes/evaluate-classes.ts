/** `npm run -s eval -- --classes <set.jsonl>`: how well the class of a question is told from its words. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Terminal } from '../../../clients/cli/terminal/terminal.ts';
import { questionCues } from '../../../worker/retrieval/question-class/question-cues.ts';
import { readQuestion } from '../../../worker/retrieval/question/read-question.ts';
import { groupBy } from '../graph/group-by.ts';
import { classFigures, type ClassFigures, type ToldQuestion } from './class-figures.ts';
import { describeClasses, type MeasuredSet } from './describe-classes.ts';
import { readLabelledQuestions, type LabelledQuestion } from './labelled-question.ts';

const resultsFolder = join(import.meta.dirname, '../results');

interface ClassEvaluation {
  readonly sets: Readonly<Record<string, ClassFigures>>;
}

export function evaluateClasses(
  { classes, out }: { readonly classes: readonly string[]; readonly out?: string | undefined },
  { terminal }: { readonly terminal: Terminal },
): ClassEvaluation {
  const told = classes.flatMap(readLabelledQuestions).map(read);
  const sets = [...groupBy(told, ({ set }) => set)].map(([set, of]) => measured(set, of));
  const tables = sets.map(describeClasses).join('\n\n');
  terminal.print(tables);
  if (out !== undefined) {
    const path = out.includes('/') ? resolve(out.replace(/\.(?:jsonl|md)$/, '')) : join(resultsFolder, out);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.jsonl`, told.map((one) => `${JSON.stringify(one)}\n`).join(''));
    writeFileSync(`${path}.md`, `${heading(classes)}\n\n${tables}\n`);
    terminal.note(`Written to ${path}.jsonl and ${path}.md.`);
  }
  return { sets: Object.fromEntries(sets.map(({ set, figures }) => [set, figures])) };
}

interface ReadQuestion extends LabelledQuestion, ToldQuestion {
  /** What the class was weighed by. */
  readonly cues: readonly string[];
}

function read(labelled: LabelledQuestion): ReadQuestion {
  const { class: told, identifiers, paths } = readQuestion(labelled.query);
  const cues = questionCues(labelled.query, [...identifiers, ...paths]);
  return { ...labelled, wanted: labelled.class, told, cues };
}

function measured(set: string, of: readonly ReadQuestion[]): MeasuredSet {
  const styles = [...groupBy(of, ({ style }) => style)];
  return {
    set,
    figures: classFigures(of),
    byStyle: styles.map(([style, put]) => ({ style, figures: classFigures(put) })),
  };
}

function heading(classes: readonly string[]): string {
  const sets = classes.map((path) => `--classes ${relative(process.cwd(), resolve(path))}`).join(' ');
  return `# Classes of questions\n\n\`npm run -s eval -- ${sets} --out question-classes\``;
}
