/**
 * `--make`: makes a set of cases from any repository. Two thirds of the questions are messages of commits, asked about the state before them. The rest
 * are sentences of documentation, asked about the definitions they document. A clone that yields no case does not stop the others.
 */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProblemError } from '../../../worker/contract/client.ts';
import type { Client } from '../../../worker/contract/client.ts';
import { CommandError, usageError } from '../../../clients/cli/command-error.ts';
import { defaultName } from '../../../clients/cli/source/git-facts.ts';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { formatTreeName } from '../case-tree.ts';
import type { CaseTree } from '../case-tree.ts';
import { findGitFolder, readCloneName } from '../find-clone.ts';
import { openIndexRecord } from '../index-record.ts';
import { indexTrees } from '../index-trees.ts';
import { listCommit } from '../open-commit.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';
import { createCaseLine } from './case-line.ts';
import type { CaseLine } from './case-line.ts';
import { makeChangeCases } from './change-cases.ts';
import type { Definition } from './changed-definitions.ts';
import { chooseCommits, isCode } from './choose-commits.ts';
import { makeDocumentationCases } from './documentation-cases.ts';
import { formatNextStep } from './next-step.ts';

const changeFraction = 2 / 3;

interface SetSummary {
  readonly repository: string;
  readonly cases: number;
  readonly changes: number;
  readonly documentation: number;
  /** The reason if there are no cases. */
  readonly problem?: string;
}

export async function makeSets(options: EvaluationOptions, context: RunContext) {
  const { terminal, signal } = context;
  const { server: url, data, out } = options;
  const lines: CaseLine[] = [];
  const sets: SetSummary[] = [];
  await withEvaluationServer({ url, data, vars: {}, signal }, async (client) => {
    for (const folder of options.make.map((path) => findGitFolder(resolve(path)))) {
      const repository = await readRepositoryName(folder);
      const result = await makeSet({ folder, repository, client }, options, context).catch(describeProblem);
      if (typeof result === 'string') terminal.note(`${repository}: ${result}`);
      lines.push(...(typeof result === 'string' ? [] : result));
      sets.push(summarizeSet(repository, result));
    }
  });
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  if (out !== undefined) writeFileSync(out, text);
  else if (!options.json) process.stdout.write(text);
  const rows = sets.map((set) => [
    set.repository,
    set.cases,
    set.changes,
    set.documentation,
    set.problem ?? '',
  ]);
  terminal.note(formatTable([['repository', 'cases', 'changes', 'documentation', ''], ...rows]));
  if (lines.length === 0) throw usageError('No case could be made.', 'Give clones with their history.');
  terminal.note(formatNextStep(options));
  return { cases: lines.length, out: out ?? null, sets };
}

interface SetSource {
  readonly folder: string;
  readonly repository: string;
  readonly client: Client;
}

async function makeSet(
  { folder, repository, client }: SetSource,
  { cases: count, reindex, server, data }: EvaluationOptions,
  context: RunContext,
): Promise<CaseLine[]> {
  const changeCount = Math.ceil(count * changeFraction);
  const choice = await chooseCommits(folder, changeCount);
  if (choice === undefined) throw usageError('The history has too few descriptive commits.', '');
  const clone = { folder, commit: choice.indexCommit };
  const tree: CaseTree = {
    name: formatTreeName(repository, clone.commit, undefined),
    clone,
    root: undefined,
  };
  const record = openIndexRecord(server === undefined ? data : undefined);
  const ids = await indexTrees([tree], { ...context, client, reindex, record });
  const id = ids.get(tree.name) ?? '';
  const paths = (await listCommit(clone, undefined)).files.map(({ path }) => path).filter(isCode);
  const outline = cacheOutlines(client, id);
  const changes = await makeChangeCases(choice, { folder, paths: new Set(paths), outline }, changeCount);
  const documented = await makeDocumentationCases(paths, outline, count - changes.length);
  return [...changes, ...documented].map((facts, index) =>
    createCaseLine({ repository, commit: choice.indexCommit }, facts, index + 1),
  );
}

/** Returns a function that requests the outline of each file once. The outline of a file that the server skipped is empty. */
function cacheOutlines(client: Client, id: string): (path: string) => Promise<readonly Definition[]> {
  const outlines = new Map<string, readonly Definition[]>();
  return async (path) => {
    const outline = outlines.get(path) ?? (await readOutline(client, id, path));
    outlines.set(path, outline);
    return outline;
  };
}

async function readOutline(client: Client, id: string, path: string): Promise<readonly Definition[]> {
  try {
    return (await client.outline(id, path)).symbols;
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.problem.status === 404) return [];
    throw thrown;
  }
}

/** Reads the repository's name from the clone's origin, or else from its folder. */
async function readRepositoryName(folder: string): Promise<string> {
  const name = await defaultName(folder);
  return name.includes('/') ? name : readCloneName(folder);
}

/** Returns the problem of one clone as text. An unreachable server ends the run. */
function describeProblem(thrown: unknown): string {
  if (thrown instanceof CommandError && thrown.exit !== 'unreachable') return thrown.message;
  throw thrown;
}

function summarizeSet(repository: string, result: readonly CaseLine[] | string): SetSummary {
  if (typeof result === 'string')
    return { repository, cases: 0, changes: 0, documentation: 0, problem: result };
  const changes = result.filter(({ category }) => category === 'change').length;
  return { repository, cases: result.length, changes, documentation: result.length - changes };
}
