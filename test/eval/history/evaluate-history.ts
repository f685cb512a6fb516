/**
 * `--history`: questions made of real repositories' histories, whose answers git knows, put to a server that has indexed those
 * repositories with their histories; with `--set`, its why questions about them too. Prints tables; `--out` writes the page, or, given a path, the raw answers beside it.
 */

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import { resolveCommit } from '../../../clients/cli/source/git-facts.ts';
import { timeFixedLoop } from '../../bench/timing.ts';
import { treeName } from '../case-tree.ts';
import { gitFolder, nameOfClone } from '../find-clone.ts';
import { openIndexRecord } from '../index-record.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';
import { askHistory } from './ask-history.ts';
import type { AskedCase } from './ask-history.ts';
import { describeHistory } from './describe-history.ts';
import { historyFigures } from './history-figures.ts';
import { indexWithHistory } from './index-with-history.ts';
import type { HistoryServer, IndexedClone } from './index-with-history.ts';
import { makeQuestions } from './make-questions.ts';
import { readWhyCases, whyRecall } from './why-recall.ts';
import type { WhyRecall } from './why-recall.ts';

const resultsFolder = join(import.meta.dirname, '../results');

interface AskedClone extends IndexedClone {
  readonly repository: string;
}

interface Measured {
  readonly cases: readonly AskedCase[];
  readonly whys: readonly WhyRecall[];
}

export async function evaluateHistory(options: EvaluationOptions, context: RunContext) {
  const { server: address, data, out } = options;
  const clones = await Promise.all(options.history.map((given) => openClone(given, options.ref)));
  const record = openIndexRecord(address === undefined ? data : undefined);
  const choice = { url: address, data, vars: {}, signal: context.signal };
  const measured = await withEvaluationServer(choice, async (client, url) => {
    const all: Measured[] = [];
    for (const clone of clones) all.push(await askClone({ client, url, record }, clone, options, context));
    return all;
  });
  const cases = measured.flatMap((one) => one.cases);
  const whys = measured.flatMap((one) => one.whys);
  if (cases.length === 0) throw usageError('No question could be made.', 'Give clones with their history.');
  const tables = describeHistory(cases, whys);
  context.terminal.print(tables);
  if (out !== undefined) writePage(out, pageOf(clones, options, tables), cases);
  return historyFigures(cases);
}

async function openClone(given: string, ref: string): Promise<AskedClone> {
  const folder = gitFolder(resolve(given));
  const commit = await resolveCommit(folder, ref);
  if (commit === undefined)
    throw usageError(
      `${given} has no commit ${ref}.`,
      'Give a clone with its history, and one of its commits.',
    );
  const repository = nameOfClone(folder);
  return { folder, commit, repository, name: treeName(repository, commit, undefined) };
}

async function askClone(
  server: HistoryServer,
  clone: AskedClone,
  { questions: count, seed, set }: EvaluationOptions,
  context: RunContext,
): Promise<Measured> {
  const { terminal, signal } = context;
  const { repository } = clone;
  const id = await indexWithHistory(server, clone, context);
  terminal.note(`Making questions of ${repository}`);
  const questions = await makeQuestions({ ...clone, count, seed });
  // What is loaded on the first call is loaded once, and no part of any question's time.
  for (const question of questions.slice(0, 1)) await askHistory(server.client, { id, repository }, question);
  const asked: AskedCase[] = [];
  for (const question of questions) {
    signal.throwIfAborted();
    terminal.overwrite(`${repository}: ${asked.length + 1} of ${questions.length}`);
    asked.push(await askHistory(server.client, { id, repository }, question));
  }
  terminal.overwrite('');
  const whys: WhyRecall[] = [];
  for (const one of set.flatMap((file) => readWhyCases(file, clone)))
    whys.push(await whyRecall(server.client, id, one));
  return { cases: asked, whys };
}

function pageOf(
  clones: readonly AskedClone[],
  { questions, seed, set }: EvaluationOptions,
  tables: string,
): string {
  const of = clones.map(({ repository, commit }) => `${repository} at ${commit.slice(0, 12)}`).join(', ');
  const given = [
    ...clones.map(({ repository }) => `--history <clones>/${repository.replace('/', '+')}`),
    ...set.map((file) => `--set ${file}`),
  ].join(' ');
  const loop = timeFixedLoop();
  return `# Questions of the past

\`npm run -s eval -- ${given} --questions ${questions} --seed ${seed} --out history\`

${new Date().toISOString().slice(0, 10)}, of ${of}, each indexed with its full history. Questions and their truths are made by git alone, as [the folder](../history/README.md)
says. \`first\` and \`in five\`: share of questions whose right commit, or one of the pull request that brought it, is the first entry or among the first five; \`95 %\`: percentile
bootstrap over questions within their repository. Times are of whole calls, one at a time; one fixed loop took ${loop.toFixed(0)} ms on this machine then.

${tables}
`;
}

/** A name is a page of the results; a path is that page and beside it, as JSON lines, what was asked and what came. */
function writePage(out: string, page: string, cases: readonly AskedCase[]): void {
  const isPath = out.includes('/');
  const path = isPath ? resolve(out.replace(/\.(?:jsonl|md)$/, '')) : join(resultsFolder, out);
  writeFileSync(`${path}.md`, page);
  if (isPath) writeFileSync(`${path}.jsonl`, cases.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
