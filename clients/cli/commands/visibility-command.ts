/** `wherefore visibility`: shows or changes who may read a repository of a hosted server. */

import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';

export const visibilityCommand: Command = {
  name: 'visibility',
  summary: 'show or change who may read a repository',
  usage: `<repository> [public|private] [options]
  --json  print the repository's visibility as one JSON object on the last line
Everyone may read a public repository and ask about it; only you may read a private one.
A repository from GitHub becomes public only if it is public there.

Exit codes: 0 shown or changed; 4 no such repository; 2 invalid request; 3 no server responds.`,
  options: {},
  operands: { needs: ['a repository'], max: 2 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const client = connect(context);
  const [repositoryName = '', requested] = parsed.operands;
  if (requested !== undefined && requested !== 'public' && requested !== 'private')
    throw usageError(`The visibility is "${requested}".`, 'Use "public" or "private".');
  const { id, name, visibility } = await findRepository(client, repositoryName);
  if (requested !== undefined) await client.changeRepository(id, requested);
  const current = requested ?? visibility;
  context.terminal.print(`"${name}" is ${current}.`);
  return { exit: 'ok', json: { id, visibility: current } };
}
