/** `wherefore retry`: a failed indexing, taken up by the server where it stopped, and followed to its end. */

import type { Command, CommandContext, CommandResult } from '../command.ts';
import { connect, serverUrl } from '../connect.ts';
import { findRepository } from '../find-repository.ts';
import { followIndexing } from '../index-source.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { printOutcome, withAbortNote } from '../print-outcome.ts';
import { showIndexProgress } from '../show-index-progress.ts';

export const retryCommand: Command = {
  name: 'retry',
  summary: 'take up a failed indexing where it stopped and wait until it is ready',
  usage: `<repository> [options]
  --json  print the outcome as one JSON object on the last line
  What is finished is kept for a day after a failure that another try may mend.`,
  options: {},
  operands: { needs: ['a repository'], max: 1 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const { terminal, signal } = context;
  const client = connect(context);
  const [wanted = ''] = parsed.operands;
  const { id, name } = await findRepository(client, wanted);
  const ifTooSoon = 'Stopped before the server had answered; `wherefore status` tells whether it took it up.';
  const report = withAbortNote(context, showIndexProgress(terminal), ifTooSoon);
  const startedAt = performance.now();
  const accepted = await client.retry(id);
  const outcome = await followIndexing(client, { accepted, startedAt, stages: {}, signal, report });
  terminal.overwrite('');
  await printOutcome({ client, terminal, name, url: serverUrl(context.environment) }, outcome);
  return { exit: outcome.status === 'ready' ? 'ok' : 'failed', json: outcome };
}
