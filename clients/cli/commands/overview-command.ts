/** `wherefore overview`: prints what a repository is, how it is laid out and where to start, as Markdown. */

import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';

export const overviewCommand: Command = {
  name: 'overview',
  summary: 'print what a repository is, its layout, entry points and dependencies, as Markdown',
  usage: `<repository> [options]
  --version NAME  a branch, tag or commit; the newest version by default
  --json          print the overview as one JSON object on the last line`,
  options: { version: { type: 'string' } },
  operands: { needs: ['a repository'], max: 1 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const repository = await findRepository(client, parsed.operands[0] ?? '');
  const version = parsed.text('version');
  if (parsed.flag('json')) return { exit: 'ok', json: await client.overview(repository.id, version) };
  context.terminal.print((await client.overviewMarkdown(repository.id, version)).trimEnd());
  return { exit: 'ok', json: undefined };
}
