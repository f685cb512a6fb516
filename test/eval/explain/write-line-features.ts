/**
 * `--explain SET --line-labels LABELS --features FILE`: writes the features of every line of the essential definitions with the readers' marks, on
 * which `fit-line-scorer.py` fits the scores of lines. Uses no server, so a word is weighed by how many definitions of the set's questions about
 * the same repository contain it.
 */

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import { createWordVectors } from '../../../worker/adapters/embedded/word-vectors.ts';
import { containsWord, type Question } from '../../../worker/core/answers/question.ts';
import { extractTerms } from '../../../worker/core/text/terms.ts';
import {
  createLineDescriber,
  type DescribedLine,
} from '../../../worker/retrieval/excerpts/describe-lines.ts';
import { readQuestion } from '../../../worker/retrieval/question/read-question.ts';
import { inverseFrequency } from '../../../worker/retrieval/ranking/measures.ts';
import { findTrees, getTreeKey } from '../case-tree.ts';
import type { Clone } from '../find-clone.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { createDefinitionReader, type ReadDefinition } from './definition-reader.ts';
import { readExplainCases, type ExplainCase } from './explain-case.ts';
import { markLine, readLineLabels, type LineLabel } from './line-labels.ts';

const weightsFile = join(import.meta.dirname, '../../../worker/adapters/embedded/model/weights.bin');
const loadWordVectors = createWordVectors(async () => ({
  default: Uint8Array.from(readFileSync(weightsFile)).buffer,
}));
const precision = 1e4;

/** @returns the numbers of questions with labels, and of their essential definitions */
export async function writeLineFeatures(options: EvaluationOptions, { terminal, signal }: RunContext) {
  const { features, folders, explain, 'line-labels': labelFile = '' } = options;
  if (features === undefined) throw usageError('--line-labels needs --features.', 'Give the file to write.');
  const labels = new Map(readLineLabels(labelFile).map((label) => [label.id, label]));
  const all = explain.flatMap((file) => readExplainCases(file)).map((item) => ({ ...item, root: undefined }));
  const cases = all.filter(({ id }) => labels.has(id));
  const trees = await findTrees(cases, folders);
  const read = await createDefinitionReader();
  const wordVectors = await loadWordVectors();
  const termsByTree = new Map<string, readonly ReadonlySet<string>[]>();
  const counts = { questions: 0, definitions: 0 };
  writeFileSync(features, '');
  for (const item of cases) {
    signal.throwIfAborted();
    const key = getTreeKey(item);
    const [label, clone] = [labels.get(item.id), trees.get(key)?.clone];
    if (label === undefined || clone === undefined) continue;
    const terms =
      termsByTree.get(key) ??
      (await readTerms(
        all.filter((other) => getTreeKey(other) === key),
        clone,
        read,
      ));
    termsByTree.set(key, terms);
    const question = readQuestion(item.question);
    const describe = createLineDescriber({ question, weights: weighWords(question, terms), wordVectors });
    for (const { path, ...range } of item.essential) {
      const lines = describe(await read(clone, { path, ...range }));
      const { id, repository, kind } = item;
      const record = { id, repository, kind, file: path, start: range.startLine };
      appendFileSync(features, `${JSON.stringify({ ...record, lines: markLines(label, path, lines) })}\n`);
    }
    counts.questions += 1;
    counts.definitions += item.essential.length;
    terminal.overwrite(`${counts.questions} of ${cases.length}`);
  }
  terminal.overwrite('');
  terminal.print(`${counts.questions} questions, ${counts.definitions} definitions`);
  return counts;
}

/** The terms of each definition that the questions about a repository name. */
async function readTerms(
  cases: readonly ExplainCase[],
  clone: Clone,
  read: ReadDefinition,
): Promise<readonly ReadonlySet<string>[]> {
  const positions = cases.flatMap(({ essential, helpful }) => [...essential, ...helpful]);
  return Promise.all(
    positions.map(async (position) => {
      const { fileLines, startLine, endLine } = await read(clone, position);
      return new Set(extractTerms(fileLines.slice(startLine - 1, endLine).join('')));
    }),
  );
}

function weighWords(
  { terms }: Question,
  definitions: readonly ReadonlySet<string>[],
): ReadonlyMap<string, number> {
  return new Map(
    terms.map((term) => {
      const frequency = definitions.filter((words) => containsWord(words, term)).length;
      return [term.word, inverseFrequency(frequency, definitions.length)];
    }),
  );
}

function markLines(label: LineLabel, path: string, lines: readonly DescribedLine[]) {
  return lines.map(({ line, kind, features }) => ({
    line,
    kind,
    ...markLine(label, path, line),
    features: Object.fromEntries(
      Object.entries(features).map(([name, value]) => [name, Math.round(value * precision) / precision]),
    ),
  }));
}
