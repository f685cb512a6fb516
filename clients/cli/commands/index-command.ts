/** `wherefore index`: a folder, a tree of a git repository, or what lies on a host, from there to ready. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import { connect, serverUrl } from '../connect.ts';
import { indexHistory } from '../history/index-history.ts';
import { followIndexing, indexSource } from '../index-source.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { printOutcome, withAbortNote } from '../print-outcome.ts';
import { showIndexProgress } from '../show-index-progress.ts';
import { openSource } from '../source/open-source.ts';
import type { PackSource } from '../source/pack-source.ts';
import type { Terminal } from '../terminal.ts';

const listedLeftOut = 20;

export const indexCommand: Command = {
  name: 'index',
  summary: 'index a folder, a git repository or one on GitHub, and wait until it is ready',
  usage: `<folder, bare repository, owner/name or address> [options]
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
  operands: { needs: ['a folder or a repository on GitHub'], max: 1 },
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
  if (isElsewhere(path, workingDirectory))
    return indexHosted(parsed, context, isWanted ? (full ? 'full' : 'recent') : 'none');
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

/** Where there is no such folder, and it reads as a repository or an address. */
function isElsewhere(path: string, workingDirectory: string): boolean {
  const isSource = /^(?![./~])(?:[\w-]+\/[\w.-]+|[a-z+]+:\/\/|[\w.-]+@[\w.-]+:|github:|www\.)/i.test(path);
  return isSource && !existsSync(resolve(workingDirectory, path));
}

async function indexHosted(
  parsed: ParsedArguments,
  context: CommandContext,
  history: 'recent' | 'full' | 'none',
): Promise<CommandResult> {
  const { terminal, signal, environment } = context;
  if (parsed.text('name') !== undefined)
    throw usageError(
      '--name is of a folder; a repository on a host is called as it is there.',
      'Leave it out.',
    );
  const client = connect(context);
  const [source = ''] = parsed.operands;
  const [ref, subdirectory] = [parsed.text('ref'), parsed.text('subdirectory')];
  const startedAt = performance.now();
  const accepted = await client.addSource({
    source,
    history,
    ...(ref === undefined ? {} : { ref }),
    ...(subdirectory === undefined ? {} : { subdirectory }),
  });
  const { name } = await client.getRepository(accepted.id);
  if (accepted.unchanged === true) terminal.note(`"${name}" has nothing newer on its host.`);
  const report = withAbortNote(context, showIndexProgress(terminal), 'Stopped; the server goes on.');
  const outcome = await followIndexing(client, { accepted, startedAt, stages: {}, signal, report });
  terminal.overwrite('');
  await printOutcome({ client, terminal, name, url: serverUrl(environment) }, outcome);
  return { exit: outcome.status === 'ready' ? 'ok' : 'failed', json: outcome };
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
