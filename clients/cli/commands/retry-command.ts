/** `wherefore retry`: resumes a failed index job where it stopped and waits until it ends. */

import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect, serverUrl } from '../connect.ts';
import { findRepository } from '../find-repository.ts';
import { followIndexing } from '../indexing/index-source.ts';
import { printOutcome, withAbortNote } from '../indexing/print-outcome.ts';
import { showIndexProgress } from '../indexing/index-progress.ts';

export const retryCommand: Command = {
  name: 'retry',
  summary: 'resume a failed index job where it stopped and wait until it is ready',
  usage: `<repository> [options]
  --json  print the outcome as one JSON object on the last line
  After a failure that a retry may fix, the server keeps finished work for a day.`,
  options: {},
  operands: { needs: ['a repository'], max: 1 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const { terminal, signal } = context;
  const client = connect(context);
  const [repositoryName = ''] = parsed.operands;
  const { id, name } = await findRepository(client, repositoryName);
  const abortNote =
    'Stopped before the server responded; `wherefore status` shows whether it resumed the job.';
  const report = withAbortNote(context, showIndexProgress(terminal), abortNote);
  const startedAt = performance.now();
  const accepted = await client.retry(id);
  const outcome = await followIndexing(client, { accepted, startedAt, stages: {}, signal, report });
  terminal.overwrite('');
  await printOutcome({ client, terminal, name, url: serverUrl(context.environment) }, outcome);
  return { exit: outcome.status === 'ready' ? 'ok' : 'failed', json: outcome };
}
