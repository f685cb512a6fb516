/** Measures how often a classifier of questions finds the texts with a label, and writes the features on which its weights are fitted. */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import type { Terminal } from '../../../clients/cli/terminal/terminal.ts';
import type { Question } from '../../../worker/core/answers/question.ts';
import { findQuestionFeatures } from '../../../worker/retrieval/question-class/question-features.ts';
import { readQuestion } from '../../../worker/retrieval/question/read-question.ts';
import { groupBy } from '../graph/group-by.ts';

const resultsFolder = join(import.meta.dirname, '../results');

export interface LabeledText {
  readonly query: string;
  readonly isLabeled: boolean;
  /** The repository that the text is about; undefined if it is about none. */
  readonly repository?: string | undefined;
}

export interface LabelFigures {
  readonly labeled: number;
  readonly found: number;
  readonly others: number;
  readonly mistaken: number;
}

interface Labeling {
  /** What the labeled texts and the others are called in the table. */
  readonly names: readonly [labeled: string, others: string];
  /** @returns undefined if the line is not valid; `excluded` if it may have either label */
  readonly parse: (line: unknown) => LabeledText | 'excluded' | undefined;
  readonly expected: string;
  readonly classify: (question: Question) => boolean;
}

export function evaluateLabels(
  { files, out }: { readonly files: readonly string[]; readonly out?: string | undefined },
  { terminal }: { readonly terminal: Terminal },
  labeling: Labeling,
): Readonly<Record<string, LabelFigures>> {
  const cases = files
    .flatMap((file) => readTexts(file, labeling))
    .map((text) => {
      const question = readQuestion(text.query);
      const names = [...question.identifiers, ...question.paths];
      return {
        ...text,
        found: labeling.classify(question),
        features: findQuestionFeatures(text.query, names),
      };
    });
  const sets = [...groupBy(cases, ({ set }) => set)].map(([set, group]) => [set, countFound(group)] as const);
  const [labeled, others] = labeling.names;
  const rows = sets.map(([set, figures]) =>
    [set, figures.labeled, figures.found, figures.others, figures.mistaken].join(' | '),
  );
  terminal.print(
    [
      `| set | ${labeled} | found | ${others} | taken for ${labeled} |`,
      '| --- | --- | --- | --- | --- |',
      ...rows.map((row) => `| ${row} |`),
    ].join('\n'),
  );
  if (out !== undefined) {
    const path = out.includes('/') ? resolve(out.replace(/\.(?:jsonl|md)$/, '')) : join(resultsFolder, out);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.jsonl`, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
    terminal.note(`Written to ${path}.jsonl.`);
  }
  return Object.fromEntries(sets);
}

function countFound(
  group: readonly { readonly isLabeled: boolean; readonly found: boolean }[],
): LabelFigures {
  const count = (isLabeled: boolean, found?: boolean): number =>
    group.filter((one) => one.isLabeled === isLabeled && (found === undefined || one.found === found)).length;
  return {
    labeled: count(true),
    found: count(true, true),
    others: count(false),
    mistaken: count(false, true),
  };
}

function readTexts(file: string, { parse, expected }: Labeling) {
  if (!existsSync(file))
    throw usageError(`The set "${file}" does not exist.`, 'Give the path of a .jsonl file.');
  const set = basename(file).replace(/\.jsonl?$/, '');
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const text = parse(parseJson(line));
    if (text === undefined) throw usageError(`${file}:${index + 1} is not a text.`, expected);
    return text === 'excluded' ? [] : [{ set, ...text }];
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
