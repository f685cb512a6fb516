/**
 * `wherefore remove`: hides a repository at once. The server then removes its index, history and conversations in the
 * background. Local files stay.
 */

import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';

export const removeCommand: Command = {
  name: 'remove',
  summary: 'remove a repository from the server, without confirmation',
  usage: `<repository> [options]
  --json  print what was removed as one JSON object on the last line`,
  options: {},
  operands: { needs: ['a repository'], max: 1 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [repositoryName = ''] = parsed.operands;
  const { id, name } = await findRepository(client, repositoryName);
  await client.removeRepository(id);
  context.terminal.print(
    `Removed "${name}" (${id}). The server removes its index, history and conversations in the background.`,
  );
  return { exit: 'ok', json: { id, removed: true } };
}
