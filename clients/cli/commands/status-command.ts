/** `wherefore status`: what the server holds, or how far one repository is and what was left out of it. */

import { reasonInWords } from '../../../worker/contract/client.ts';
import type { Coverage, Repository } from '../../../worker/contract/repository.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import { commandLine } from '../command-line.ts';
import { connect, serverUrl } from '../connect.ts';
import { describeSkipped } from '../describe-outcome.ts';
import { describeJob, formatCount } from '../describe-progress.ts';
import { findRepository } from '../find-repository.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { linesOf } from '../print-outcome.ts';
import { table } from '../table.ts';

export const statusCommand: Command = {
  name: 'status',
  summary: 'list the repositories, or show one with what was skipped and masked',
  usage: `[repository] [options]
  --skipped  list every skipped file, masked secret and file that is in the graph in part
  --json     print one JSON object on the last line`,
  options: { skipped: { type: 'boolean' } },
  operands: { needs: [], max: 1 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [wanted] = parsed.operands;
  if (wanted === undefined) {
    const repositories = await client.listRepositories();
    context.terminal.print(describeAll(repositories));
    return { exit: 'ok', json: { repositories } };
  }
  const repository = await findRepository(client, wanted);
  const coverage = repository.servedSnapshotId === null ? undefined : await client.coverage(repository.id);
  context.terminal.print(describeOne(repository, serverUrl(context.environment)));
  if (coverage !== undefined) context.terminal.print(`\n${describeSkipped(coverage)}`);
  if (coverage !== undefined && parsed.flag('skipped')) context.terminal.print(`\n${listSkipped(coverage)}`);
  const failed = repository.status === 'failed';
  return {
    exit: failed ? 'failed' : 'ok',
    json: coverage === undefined ? repository : { ...repository, coverage },
  };
}

function describeAll(repositories: readonly Repository[]): string {
  if (repositories.length === 0) return 'No repository yet. Index one: npx wherefore index <folder>';
  const head = ['id', 'name', 'ref', 'commit', 'status', 'files', 'chunks', 'skipped'];
  const rows = repositories.map((repository) => [
    repository.id,
    repository.name,
    repository.ref ?? '-',
    shortCommit(repository.commit),
    repository.status,
    repository.counts.files,
    repository.counts.chunks,
    repository.counts.skipped,
  ]);
  return table([head, ...rows]);
}

function describeOne(repository: Repository, url: string): string {
  const facts: [string, string][] = [
    ['name', repository.name],
    ['id', repository.id],
    ['ref', repository.ref ?? '-'],
    ['commit', repository.commit],
    ['status', repository.status],
    ...Object.entries(repository.counts).map(([what, count]): [string, string] => [what, formatCount(count)]),
  ];
  const failure = repository.error === undefined ? [] : [`Failed: ${linesOf(repository.error).join('\n')}`];
  const again = repository.error?.retryable === true ? [commandLine(url, ['retry', repository.name])] : [];
  const running =
    repository.status !== 'ready' && repository.status !== 'failed' ? [describeJob(repository)] : [];
  return [table(facts), ...running, ...failure, ...again].join('\n');
}

function listSkipped(coverage: Coverage): string {
  const skipped = coverage.skipped.map(
    ({ path, reason, detail }) => `${path}: ${reasonInWords(reason)} (${detail})`,
  );
  const masked = coverage.masked.map(({ path, line, rule }) => `${path}:${line}: masked (${rule})`);
  const cut = coverage.cut.map(
    (path) => `${path}: in the graph in part (names more than is kept of one file)`,
  );
  return [...skipped, ...masked, ...cut].join('\n');
}

/** Twelve digits of a commit; a tree's name keeps its prefix. */
function shortCommit(commit: string): string {
  return commit.startsWith('tree-') ? commit.slice(0, 17) : commit.slice(0, 12);
}
