/** `wherefore status`: lists the repositories on the server, or shows one repository's progress and skipped files. */

import { describeSkipReason } from '../../../worker/contract/client.ts';
import type { Coverage, Repository } from '../../../worker/contract/repositories/schema.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { formatCommandLine, connect, serverUrl } from '../connect.ts';
import { describeSkipped, describeFailure } from '../indexing/print-outcome.ts';
import { describeJob, formatCount } from '../indexing/index-progress.ts';
import { findRepository } from '../find-repository.ts';
import { formatTable } from '../terminal/format-table.ts';

export const statusCommand: Command = {
  name: 'status',
  summary: 'list the repositories, or show one with what was skipped and masked',
  usage: `[repository] [options]
  --skipped  list every skipped file, every masked secret and every file only partly in the graph
  --json     print one JSON object on the last line`,
  options: { skipped: { type: 'boolean' } },
  operands: { needs: [], max: 1 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [repositoryName] = parsed.operands;
  if (repositoryName === undefined) {
    const repositories = await client.listRepositories();
    context.terminal.print(describeRepositories(repositories));
    return { exit: 'ok', json: { repositories } };
  }
  const repository = await findRepository(client, repositoryName);
  const coverage = repository.servedSnapshotId === null ? undefined : await client.coverage(repository.id);
  context.terminal.print(describeRepository(repository, serverUrl(context.environment)));
  if (coverage !== undefined) context.terminal.print(`\n${describeSkipped(coverage)}`);
  if (coverage !== undefined && parsed.flag('skipped')) context.terminal.print(`\n${listSkipped(coverage)}`);
  const isFailed = repository.status === 'failed';
  return {
    exit: isFailed ? 'failed' : 'ok',
    json: coverage === undefined ? repository : { ...repository, coverage },
  };
}

function describeRepositories(repositories: readonly Repository[]): string {
  if (repositories.length === 0) return 'No repository yet. Index one: npx wherefore index <folder>';
  const header = ['id', 'name', 'ref', 'commit', 'status', 'files', 'chunks', 'skipped'];
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
  return formatTable([header, ...rows]);
}

function describeRepository(repository: Repository, url: string): string {
  const facts: [string, string][] = [
    ['name', repository.name],
    ['id', repository.id],
    ['ref', repository.ref ?? '-'],
    ['commit', repository.commit],
    ['status', repository.status],
    ...Object.entries(repository.counts).map(([name, count]): [string, string] => [name, formatCount(count)]),
  ];
  const failure =
    repository.error === undefined ? [] : [`Failed: ${describeFailure(repository.error).join('\n')}`];
  const retryCommand =
    repository.error?.retryable === true ? [formatCommandLine(url, ['retry', repository.name])] : [];
  const running =
    repository.status !== 'ready' && repository.status !== 'failed' ? [describeJob(repository)] : [];
  return [formatTable(facts), ...running, ...failure, ...retryCommand].join('\n');
}

function listSkipped(coverage: Coverage): string {
  const skipped = coverage.skipped.map(
    ({ path, reason, detail }) => `${path}: ${describeSkipReason(reason)} (${detail})`,
  );
  const masked = coverage.masked.map(({ path, line, rule }) => `${path}:${line}: masked (${rule})`);
  const partlyInGraph = coverage.cut.map(
    (path) => `${path}: only partly in the graph (more names than the limit per file)`,
  );
  return [...skipped, ...masked, ...partlyInGraph].join('\n');
}

/** Shortens a commit to twelve digits. A tree id keeps its prefix. */
function shortCommit(commit: string): string {
  return commit.startsWith('tree-') ? commit.slice(0, 17) : commit.slice(0, 12);
}
