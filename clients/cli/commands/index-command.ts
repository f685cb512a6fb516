/** `wherefore index`: a folder, or a tree of a git repository, from disk to ready. */

import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import { connect, serverUrl } from '../connect.ts';
import { indexHistory } from '../history/index-history.ts';
import { indexSource } from '../index-source.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { printOutcome, withAbortNote } from '../print-outcome.ts';
import { showIndexProgress } from '../show-index-progress.ts';
import { openSource } from '../source/open-source.ts';
import type { PackSource } from '../source/pack-source.ts';
import type { Terminal } from '../terminal.ts';

const listedLeftOut = 20;

export const indexCommand: Command = {
  name: 'index',
  summary: 'index a folder or a git repository and wait until it is ready',
  usage: `<folder or bare repository> [options]
  --ref REF           the tree of a branch, tag or commit instead of the work tree
  --name NAME         name of the repository (default: origin's owner/name, else the folder's name)
  --subdirectory DIR  only what lies below this folder of it
  --full-history      all commits (default: those of the twelve months before the last)
  --no-history        no commits, and not where lines come from
  --json              print the outcome as one JSON object on the last line`,
  options: {
    ref: { type: 'string' },
    name: { type: 'string' },
    subdirectory: { type: 'string' },
    'full-history': { type: 'boolean' },
    'no-history': { type: 'boolean' },
  },
  operands: { needs: ['a folder'], max: 1 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const full = parsed.flag('full-history');
  const isWanted = !parsed.flag('no-history');
  if (full && !isWanted)
    throw usageError('--full-history and --no-history say opposite things.', 'Leave one out.');
  const { terminal, workingDirectory, signal } = context;
  const client = connect(context);
  const [path = ''] = parsed.operands;
  const subdirectory = parsed.text('subdirectory');
  const source = await openSource({ path, workingDirectory, ref: parsed.text('ref'), subdirectory });
  await client.health();
  const name = parsed.text('name') ?? source.defaultName;
  terminal.note(`Indexing ${path} as "${name}": ${source.description}, ${source.total} files.`);
  for (const note of source.notes) terminal.note(note);

  const ifTooSoon = 'Stopped before the upload ended: nothing was indexed.';
  const report = withAbortNote(context, showIndexProgress(terminal), ifTooSoon);
  const indexed = await indexSource(client, { source, name, subdirectory, signal, report });
  terminal.overwrite('');
  noteLeftOut(terminal, source);
  const isReady = indexed.status === 'ready';
  if (isReady && isWanted) terminal.note(`"${name}" is ready and can be asked; its history follows.`);
  const ifStopped = 'Stopped before its history was handed over: index it again to go on from there.';
  const outcome =
    isReady && isWanted
      ? await indexHistory({ client, terminal, source, full, signal, ifStopped }, indexed)
      : indexed;
  await printOutcome({ client, terminal, name, url: serverUrl(context.environment) }, outcome);
  return { exit: isReady ? 'ok' : 'failed', json: outcome };
}

/** What is ignored is meant to be: the coverage lists it, with all the rest. */
function noteLeftOut(terminal: Terminal, source: PackSource): void {
  const unexpected = source.leftOut.filter(({ reason }) => reason !== 'ignored');
  if (unexpected.length === 0) return;
  terminal.note(`Not packed: ${unexpected.length}`);
  for (const { path, detail } of unexpected.slice(0, listedLeftOut)) terminal.note(`  ${path}: ${detail}`);
  const more = unexpected.length - listedLeftOut;
  if (more > 0) terminal.note(`  and ${more} more`);
}
