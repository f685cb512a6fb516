/**
 * `--make`: makes a set from any repository. Two thirds of its cases are later commits, asked about the state before them; the rest are sentences of
 * documentation, asked about the definitions they document. A clone that yields no case does not stop the others.
 */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ProblemError } from '../../../worker/contract/client.ts';
import type { Client } from '../../../worker/contract/client.ts';
import { CommandError, usageError } from '../../../clients/cli/command-error.ts';
import { defaultName } from '../../../clients/cli/source/git-facts.ts';
import { table } from '../../../clients/cli/terminal/format-table.ts';
import { treeName } from '../case-tree.ts';
import type { CaseTree } from '../case-tree.ts';
import { gitFolder, readCloneName } from '../find-clone.ts';
import { openIndexRecord } from '../index-record.ts';
import { indexTrees } from '../index-trees.ts';
import { listCommit } from '../open-commit.ts';
import type { EvaluationOptions } from '../options.ts';
import type { RunContext } from '../run-system.ts';
import { withEvaluationServer } from '../with-evaluation-server.ts';
import { caseLine } from './case-line.ts';
import type { CaseLine } from './case-line.ts';
import { changeCases } from './change-cases.ts';
import type { Definition } from './changed-definitions.ts';
import { chooseCommits, isCode } from './choose-commits.ts';
import { documentationCases } from './documentation-cases.ts';
import { nextStep } from './next-step.ts';

const changeFraction = 2 / 3;

interface MadeSet {
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
  const sets: MadeSet[] = [];
  await withEvaluationServer({ url, data, vars: {}, signal }, async (client) => {
    for (const folder of options.make.map((path) => gitFolder(resolve(path)))) {
      const repository = await repositoryName(folder);
      const made = await makeSet({ folder, repository, client }, options, context).catch(describeProblem);
      if (typeof made === 'string') terminal.note(`${repository}: ${made}`);
      lines.push(...(typeof made === 'string' ? [] : made));
      sets.push(summarizeSet(repository, made));
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
  terminal.note(table([['repository', 'cases', 'changes', 'documentation', ''], ...rows]));
  if (lines.length === 0) throw usageError('No case could be made.', 'Give clones with their history.');
  terminal.note(nextStep(options));
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
  const tree: CaseTree = { name: treeName(repository, clone.commit, undefined), clone, root: undefined };
  const record = openIndexRecord(server === undefined ? data : undefined);
  const ids = await indexTrees([tree], { ...context, client, reindex, record });
  const id = ids.get(tree.name) ?? '';
  const paths = (await listCommit(clone, undefined)).files.map(({ path }) => path).filter(isCode);
  const outline = cacheOutlines(client, id);
  const changes = await changeCases(choice, { folder, paths: new Set(paths), outline }, changeCount);
  const documented = await documentationCases(paths, outline, count - changes.length);
  return [...changes, ...documented].map((facts, index) =>
    caseLine({ repository, commit: choice.indexCommit }, facts, index + 1),
  );
}

/** Requests the outline of each file once; empty for a file that the server skipped. */
function cacheOutlines(client: Client, id: string): (path: string) => Promise<readonly Definition[]> {
  const known = new Map<string, readonly Definition[]>();
  return async (path) => {
    const found = known.get(path) ?? (await readOutline(client, id, path));
    known.set(path, found);
    return found;
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

/** The name from the clone's origin, or else from its folder. */
async function repositoryName(folder: string): Promise<string> {
  const name = await defaultName(folder);
  return name.includes('/') ? name : readCloneName(folder);
}

/** Returns the problem of one clone as text. An unreachable server ends the run. */
function describeProblem(thrown: unknown): string {
  if (thrown instanceof CommandError && thrown.exit !== 'unreachable') return thrown.message;
  throw thrown;
}

function summarizeSet(repository: string, made: readonly CaseLine[] | string): MadeSet {
  if (typeof made === 'string') return { repository, cases: 0, changes: 0, documentation: 0, problem: made };
  const changes = made.filter(({ category }) => category === 'change').length;
  return { repository, cases: made.length, changes, documentation: made.length - changes };
}
