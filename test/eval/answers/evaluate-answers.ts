/**
 * `--answers`: sends questions with reference answers to a server that has indexed their repositories, with one or several answerers. Compares
 * the answers with the files and the reference answers. With `--judge`, a model also judges them.
 */

import { writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import { parseModelName } from '../../../worker/core/answers/generation.ts';
import { timeFixedLoop } from '../../bench/timing.ts';
import { findTrees, getTreeKey, type CaseTree } from '../case-tree.ts';
import { indexTrees } from '../index-trees.ts';
import { groupBy } from '../graph/group-by.ts';
import { openIndexRecord } from '../index-record.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';
import { readAnswerCases, type AnswerCase } from './answer-case.ts';
import { computeAnswerFigures, type MeasuredAnswer } from './answer-figures.ts';
import { selectAnswerers, type Answerer } from './answerers.ts';
import { requestAnswer, type AnswerResult, type AnswerTarget } from './request-answer.ts';
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
  if (cases.length === 0) throw usageError('No question matches.', 'Check --answers and --only.');
  const revisions = cases.map(({ repository, commit }) => ({ repository, commit, root: undefined }));
  const trees = await findTrees(revisions, options.folders);
  const judge = options.judge === undefined ? undefined : createJudge(options.judge, context.signal);
  const answerers = selectAnswerers(options.model, options.ablate ?? []);
  const runs: AnswererRun[] = [];
  // Answerers with the same settings share a server and its index.
  for (const [, group] of groupBy(answerers, ({ vars }) => JSON.stringify(vars)))
    runs.push(...(await runGroup(group, { cases, trees, judge, options, context })));
  const tables = describeAnswers(runs);
  context.terminal.print(tables);
  if (options.out !== undefined) writeOut(options.out, runs, { options, tables });
  return Object.fromEntries(
    runs.map(({ answerer, answers }) => [answerer.name, computeAnswerFigures(answers)]),
  );
}

interface AnswerRunPlan {
  readonly cases: readonly AnswerCase[];
  readonly trees: ReadonlyMap<string, CaseTree>;
  readonly judge: Judge | undefined;
  readonly options: EvaluationOptions;
  readonly context: RunContext;
}

async function runGroup(group: readonly Answerer[], plan: AnswerRunPlan): Promise<readonly AnswererRun[]> {
  const { trees, options, context } = plan;
  const [first] = group;
  const settings = first?.settings ?? '';
  const data = options.data === undefined || settings === '' ? options.data : `${options.data}-${settings}`;
  const record = openIndexRecord(options.server === undefined ? data : undefined);
  const vars = { ...first?.vars, MODELS: options.model.join(',') };
  return withEvaluationServer({ url: options.server, data, vars, signal: context.signal }, async (client) => {
    const ids = await indexTrees(trees.values(), { client, ...context, reindex: options.reindex, record });
    const runs: AnswererRun[] = [];
    for (const answerer of group) {
      const target = {
        client,
        model: answerer.model,
        key: readProviderKey(answerer.model),
        signal: context.signal,
      };
      runs.push({ answerer, answers: await runAll(target, ids, plan, answerer) });
    }
    return runs;
  });
}

async function runAll(
  target: Omit<AnswerTarget, 'id'>,
  ids: ReadonlyMap<string, string>,
  { cases, trees, judge, context }: AnswerRunPlan,
  { name }: Answerer,
): Promise<readonly MeasuredAnswer[]> {
  const findId = (answerCase: AnswerCase): string =>
    ids.get(trees.get(getTreeKey({ ...answerCase, root: undefined }))?.name ?? '') ?? '';
  const measuredAnswers: MeasuredAnswer[] = [];
  // The first call loads modules; repeat it so that no measured time includes the loading.
  for (const answerCase of cases.slice(0, 1))
    await requestAnswer({ ...target, id: findId(answerCase) }, answerCase);
  for (const [index, answerCase] of cases.entries()) {
    context.signal.throwIfAborted();
    context.terminal.overwrite(`${name}: ${index + 1} of ${cases.length}`);
    const answer: AnswerResult = await requestAnswer({ ...target, id: findId(answerCase) }, answerCase);
    measuredAnswers.push({ ...answer, judgement: await judge?.(answer) });
  }
  context.terminal.overwrite('');
  return measuredAnswers;
}

/** Returns the provider's key, which is sent with each question and never stored in a setting. */
function readProviderKey(model: string): string | undefined {
  const provider = parseModelName(model)?.provider;
  return provider === undefined ? undefined : process.env[`${provider.toUpperCase()}_KEY`];
}

function writeOut(
  out: string,
  runs: readonly AnswererRun[],
  { options, tables }: { readonly options: EvaluationOptions; readonly tables: string },
): void {
  const path = out.includes('/') ? resolve(out.replace(/\.(?:jsonl|md)$/, '')) : join(resultsFolder, out);
  writeFileSync(`${path}.md`, formatPage(runs, { options, tables }));
  const lines = runs.flatMap(({ answerer, answers }) =>
    answers.map(
      ({ evidence: _, ...answer }) => `${JSON.stringify({ ...answer, answerer: answerer.name })}\n`,
    ),
  );
  if (out.includes('/')) writeFileSync(`${path}.jsonl`, lines.join(''));
}

function formatPage(
  runs: readonly AnswererRun[],
  { options, tables }: { readonly options: EvaluationOptions; readonly tables: string },
): string {
  const flags = [
    ...options.answers.map((file) => `--answers test/eval/sets/${basename(file)}`),
    ...options.model.map((model) => `--model ${model}`),
    ...(options.judge === undefined ? [] : [`--judge ${options.judge}`]),
    ...(options.ablate === undefined ? [] : [`--ablate ${options.ablate.join(',')}`]),
  ].join(' ');
  const judgeNote =
    options.judge === undefined
      ? 'No model graded: `semantic` and `mark` are empty.'
      : `\`semantic\`, \`mark\`: by ${options.judge}, after [the rubric](../answer-rubric.md).`;
  return `# Answers

\`npm run -s eval -- ${flags} --repositories <clones> --out answers\`

${new Date().toISOString().slice(0, 10)}, ${runs[0]?.answers.length ?? 0} questions of [the set](../sets/README.md). \`supported\`: claims verified or repaired. \`resolved\`: shown citations whose lines match the file with that hash.
\`named\`: fraction of the expected names that the answer states, over answered questions; \`or cited\`: stated, or in the cited lines. ROUGE compares with a reference of one to three sentences. Since answers also quote code, recall says more than F1. \`declined\`: fraction of the
questions that the repository answers (wrongly), and of those that it does not (rightly). Times are whole calls, one at a time; one fixed loop took ${timeFixedLoop().toFixed(0)} ms on this machine. ${judgeNote}

${tables}
`;
}
