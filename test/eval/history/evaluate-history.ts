/**
 * `--history`: generates questions from the histories of real repositories, with git as the source of truth. Sends them to a server that has
 * indexed the repositories with their histories. `--set` adds the why questions of a set about the same repositories. `--out` writes the page or,
 * given a path, also the raw answers.
 */

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import { resolveCommit } from '../../../clients/cli/source/git-facts.ts';
import { timeFixedLoop } from '../../bench/timing.ts';
import { formatTreeName } from '../case-tree.ts';
import { findGitFolder, readCloneName } from '../find-clone.ts';
import { openIndexRecord } from '../index-record.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';
import { evaluateQuestion } from './evaluate-question.ts';
import type { HistoryCaseResult } from './evaluate-question.ts';
import { describeHistory } from './describe-history.ts';
import { computeHistoryFigures } from './history-figures.ts';
import { indexWithHistory } from './index-with-history.ts';
import type { HistoryServer, IndexedClone } from './index-with-history.ts';
import { makeQuestions } from './make-questions.ts';
import { readWhyCases, measureWhyRecall } from './why-recall.ts';
import type { WhyRecall } from './why-recall.ts';

const resultsFolder = join(import.meta.dirname, '../results');

interface HistoryClone extends IndexedClone {
  readonly repository: string;
}

interface CloneMeasurements {
  readonly cases: readonly HistoryCaseResult[];
  readonly whys: readonly WhyRecall[];
}

export async function evaluateHistory(options: EvaluationOptions, context: RunContext) {
  const { server: serverUrl, data, out } = options;
  const clones = await Promise.all(options.history.map((path) => openClone(path, options.ref)));
  const record = openIndexRecord(serverUrl === undefined ? data : undefined);
  const serverChoice = { url: serverUrl, data, vars: {}, signal: context.signal };
  const cloneMeasurements = await withEvaluationServer(serverChoice, async (client, url) => {
    const measurements: CloneMeasurements[] = [];
    for (const clone of clones)
      measurements.push(await evaluateClone({ client, url, record }, clone, options, context));
    return measurements;
  });
  const cases = cloneMeasurements.flatMap((measurement) => measurement.cases);
  const whys = cloneMeasurements.flatMap((measurement) => measurement.whys);
  if (cases.length === 0)
    throw usageError('No question could be generated.', 'Give clones with their history.');
  const tables = describeHistory(cases, whys);
  context.terminal.print(tables);
  if (out !== undefined) writePage(out, formatPage(clones, options, tables), cases);
  return computeHistoryFigures(cases);
}

async function openClone(path: string, ref: string): Promise<HistoryClone> {
  const folder = findGitFolder(resolve(path));
  const commit = await resolveCommit(folder, ref);
  if (commit === undefined)
    throw usageError(
      `${path} has no commit ${ref}.`,
      'Give a clone with its history, and one of its commits.',
    );
  const repository = readCloneName(folder);
  return { folder, commit, repository, name: formatTreeName(repository, commit, undefined) };
}

async function evaluateClone(
  server: HistoryServer,
  clone: HistoryClone,
  { questions: count, seed, set }: EvaluationOptions,
  context: RunContext,
): Promise<CloneMeasurements> {
  const { terminal, signal } = context;
  const { repository } = clone;
  const id = await indexWithHistory(server, clone, context);
  terminal.note(`Generating questions about ${repository}`);
  const questions = await makeQuestions({ ...clone, count, seed });
  // The first call loads modules; repeat it so that no measured time includes the loading.
  for (const question of questions.slice(0, 1))
    await evaluateQuestion(server.client, { id, repository }, question);
  const results: HistoryCaseResult[] = [];
  for (const question of questions) {
    signal.throwIfAborted();
    terminal.overwrite(`${repository}: ${results.length + 1} of ${questions.length}`);
    results.push(await evaluateQuestion(server.client, { id, repository }, question));
  }
  terminal.overwrite('');
  const whys: WhyRecall[] = [];
  for (const whyCase of set.flatMap((file) => readWhyCases(file, clone)))
    whys.push(await measureWhyRecall(server.client, id, whyCase));
  return { cases: results, whys };
}

function formatPage(
  clones: readonly HistoryClone[],
  { questions, seed, set }: EvaluationOptions,
  tables: string,
): string {
  const revisions = clones
    .map(({ repository, commit }) => `${repository} at ${commit.slice(0, 12)}`)
    .join(', ');
  const flags = [
    ...clones.map(({ repository }) => `--history <clones>/${repository.replace('/', '+')}`),
    ...set.map((file) => `--set ${file}`),
  ].join(' ');
  const loop = timeFixedLoop();
  return `# History questions

\`npm run -s eval -- ${flags} --questions ${questions} --seed ${seed} --out history\`

${new Date().toISOString().slice(0, 10)}, of ${revisions}, each indexed with its full history. Questions and truths are made with git alone, as [this page](../history/README.md)
explains. \`first\` and \`in five\`: fraction of questions whose right commit, or another commit of its pull request, is the first entry or among the first five; \`95 %\`: percentile
bootstrap over questions within their repository. Times are whole calls, one at a time; one fixed loop took ${loop.toFixed(0)} ms on this machine.

${tables}
`;
}

/** Writes the page. If `out` is a path and not a name, also writes the questions with their answers as JSON lines. */
function writePage(out: string, page: string, cases: readonly HistoryCaseResult[]): void {
  const isPath = out.includes('/');
  const path = isPath ? resolve(out.replace(/\.(?:jsonl|md)$/, '')) : join(resultsFolder, out);
  writeFileSync(`${path}.md`, page);
  if (isPath) writeFileSync(`${path}.jsonl`, cases.map((result) => `${JSON.stringify(result)}\n`).join(''));
}
