/**
 * `--answers`: questions with written answers put to a server that has indexed their repositories, by one answerer or several, and what
 * they tell held to the files, to the written answers and, where one is named, to a judging model.
 */

import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import { readModelName } from '../../../worker/core/generation.ts';
import { machineSpeed } from '../../bench/machine-speed.ts';
import { findTrees, treeKey, type CaseTree } from '../case-tree.ts';
import { indexTrees } from '../index-trees.ts';
import { groupBy } from '../graph/group-by.ts';
import { openIndexRecord } from '../index-record.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';
import { readAnswerCases, type AnswerCase } from './answer-case.ts';
import { figuresOf, type MeasuredAnswer } from './answer-figures.ts';
import { answerers, type Answerer } from './answerers.ts';
import { askAnswer, type AskedAnswer, type Asking } from './ask-answer.ts';
import { describeAnswers } from './describe-answers.ts';
import { createJudge, type Judge } from './judge-answer.ts';

const resultsFolder = join(import.meta.dirname, '../results');

export interface AnswererRun {
  readonly answerer: Answerer;
  readonly answers: readonly MeasuredAnswer[];
}

export async function evaluateAnswers(options: EvaluationOptions, context: RunContext) {
  const cases = options.answers
    .flatMap((file) => readAnswerCases(file))
    .filter(
      ({ id, repository }) => options.only === undefined || `${id} ${repository}`.includes(options.only),
    );
  if (cases.length === 0) throw usageError('No question is left to ask.', 'Look at --answers and --only.');
  const places = cases.map(({ repository, commit }) => ({ repository, commit, root: undefined }));
  const trees = await findTrees(places, options.folders);
  const judge = options.judge === undefined ? undefined : createJudge(options.judge, context.signal);
  const chosen = answerers(options.model, options.ablate ?? []);
  const runs: AnswererRun[] = [];
  // Those of the same settings share a server, and its index.
  for (const [, group] of groupBy(chosen, ({ vars }) => JSON.stringify(vars)))
    runs.push(...(await runGroup(group, { cases, trees, judge, options, context })));
  const tables = describeAnswers(runs);
  context.terminal.print(tables);
  if (options.out !== undefined) writeOut(options.out, runs, { options, tables });
  return Object.fromEntries(runs.map(({ answerer, answers }) => [answerer.name, figuresOf(answers)]));
}

interface Asked {
  readonly cases: readonly AnswerCase[];
  readonly trees: ReadonlyMap<string, CaseTree>;
  readonly judge: Judge | undefined;
  readonly options: EvaluationOptions;
  readonly context: RunContext;
}

async function runGroup(group: readonly Answerer[], asked: Asked): Promise<readonly AnswererRun[]> {
  const { trees, options, context } = asked;
  const [first] = group;
  const settings = first?.settings ?? '';
  const data = options.data === undefined || settings === '' ? options.data : `${options.data}-${settings}`;
  const record = openIndexRecord(options.server === undefined ? data : undefined);
  const vars = { ...first?.vars, MODELS: options.model.join(',') };
  return withEvaluationServer({ url: options.server, data, vars, signal: context.signal }, async (client) => {
    const ids = await indexTrees(trees.values(), { client, ...context, reindex: options.reindex, record });
    const runs: AnswererRun[] = [];
    for (const answerer of group) {
      const asking = { client, model: answerer.model, key: keyOf(answerer.model), signal: context.signal };
      runs.push({ answerer, answers: await runAll(asking, ids, asked, answerer) });
    }
    return runs;
  });
}

async function runAll(
  asking: Omit<Asking, 'id'>,
  ids: ReadonlyMap<string, string>,
  { cases, trees, judge, context }: Asked,
  { name }: Answerer,
): Promise<readonly MeasuredAnswer[]> {
  const idOf = (one: AnswerCase): string =>
    ids.get(trees.get(treeKey({ ...one, root: undefined }))?.name ?? '') ?? '';
  const measured: MeasuredAnswer[] = [];
  // What is loaded on the first call is loaded once, and no part of any answer's time.
  for (const one of cases.slice(0, 1)) await askAnswer({ ...asking, id: idOf(one) }, one);
  for (const [index, one] of cases.entries()) {
    context.signal.throwIfAborted();
    context.terminal.overwrite(`${name}: ${index + 1} of ${cases.length}`);
    const answer: AskedAnswer = await askAnswer({ ...asking, id: idOf(one) }, one);
    measured.push({ ...answer, judgement: await judge?.(answer) });
  }
  context.terminal.overwrite('');
  return measured;
}

/** The key of its vendor, told with each question: in no setting that others on this machine could read. */
function keyOf(model: string): string | undefined {
  const provider = readModelName(model)?.provider;
  return provider === undefined ? undefined : process.env[`${provider.toUpperCase()}_KEY`];
}

function writeOut(
  out: string,
  runs: readonly AnswererRun[],
  { options, tables }: { readonly options: EvaluationOptions; readonly tables: string },
): void {
  const path = out.includes('/') ? resolve(out.replace(/\.(?:jsonl|md)$/, '')) : join(resultsFolder, out);
  writeFileSync(`${path}.md`, pageOf(runs, { options, tables }));
  const lines = runs.flatMap(({ answerer, answers }) =>
    answers.map(
      ({ evidence: _, ...answer }) => `${JSON.stringify({ ...answer, answerer: answerer.name })}\n`,
    ),
  );
  if (out.includes('/')) writeFileSync(`${path}.jsonl`, lines.join(''));
}

function pageOf(
  runs: readonly AnswererRun[],
  { options, tables }: { readonly options: EvaluationOptions; readonly tables: string },
): string {
  const given = [
    ...options.answers.map((file) => `--answers test/eval/sets/${basename(file)}`),
    ...options.model.map((model) => `--model ${model}`),
    ...(options.judge === undefined ? [] : [`--judge ${options.judge}`]),
    ...(options.ablate === undefined ? [] : [`--ablate ${options.ablate.join(',')}`]),
  ].join(' ');
  const judged =
    options.judge === undefined
      ? 'No model judged: `semantic` and `mark` are empty.'
      : `\`semantic\`, \`mark\`: by ${options.judge}, after [the rubric](../answer-rubric.md).`;
  return `# Answers

\`npm run -s eval -- ${given} --repositories <clones> --out answers\`

${new Date().toISOString().slice(0, 10)}, ${runs[0]?.answers.length ?? 0} questions of [the set](../sets/README.md). \`borne out\`: claims verified or repaired. \`resolved\`: citations shown whose lines are in the file of that hash, as they are
shown. \`named\`: of what a right answer must name, that which is said, over questions that were answered; \`or cited\`: said, or in the lines that are cited. ROUGE is against a reference of a sentence or three, of answers that quote code besides: recall tells more than F1. \`declined\`: of
questions the repository answers (wrongly), of those it does not (rightly). Times are of whole calls, one at a time; one fixed loop took ${machineSpeed().toFixed(0)} ms on this machine then. ${judged}

${tables}
`;
}
