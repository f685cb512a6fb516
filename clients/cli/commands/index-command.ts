/**
 * `wherefore index`: indexes a folder, a tree of a git repository or a remote repository, and waits until it is
 * ready.
 */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { usageError } from '../command-error.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect, serverUrl } from '../connect.ts';
import { indexHistory } from '../history/index-history.ts';
import { followIndexing, indexSource } from '../indexing/index-source.ts';
import { printOutcome, withAbortNote } from '../indexing/print-outcome.ts';
import { showIndexProgress } from '../indexing/index-progress.ts';
import { openSource } from '../source/open-source.ts';
import type { PackSource } from '../source/pack-source.ts';
import type { Terminal } from '../terminal/terminal.ts';

const maxListedSkipped = 20;

export const indexCommand: Command = {
  name: 'index',
  summary: 'index a folder, a git repository or one on GitHub, and wait until it is ready',
  usage: `<folder, bare repository, owner/name or address> [options]
  --ref REF           index a branch, tag or commit instead of the work tree
  --name NAME         name of the repository (default: origin's owner/name, else the folder's name)
  --subdirectory DIR  only files below this folder
  --full-history      all commits (default: those of the twelve months before the last)
  --no-history        no commits and no line history
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
  const includesAllCommits = parsed.flag('full-history');
  const includesHistory = !parsed.flag('no-history');
  if (includesAllCommits && !includesHistory)
    throw usageError('--full-history and --no-history contradict each other.', 'Omit one of them.');
  const { terminal, workingDirectory, signal } = context;
  const client = connect(context);
  const [path = ''] = parsed.operands;
  const subdirectory = parsed.text('subdirectory');
  if (isRemoteSource(path, workingDirectory))
    return indexRemote(parsed, context, includesHistory ? (includesAllCommits ? 'full' : 'recent') : 'none');
  const source = await openSource({ path, workingDirectory, ref: parsed.text('ref'), subdirectory });
  await client.health();
  const name = parsed.text('name') ?? source.defaultName;
  terminal.note(`Indexing ${path} as "${name}": ${source.description}, ${source.total} files.`);
  for (const note of source.notes) terminal.note(note);

  const abortNote = 'Stopped before the upload was complete: nothing was indexed.';
  const report = withAbortNote(context, showIndexProgress(terminal), abortNote);
  const indexed = await indexSource(client, { source, name, subdirectory, signal, report });
  terminal.overwrite('');
  noteSkipped(terminal, source);
  const isReady = indexed.status === 'ready';
  if (isReady && includesHistory) terminal.note(`"${name}" is ready for questions; uploading its history.`);
  const historyAbortNote = 'Stopped before the history upload was complete: index again to resume it.';
  const outcome =
    isReady && includesHistory
      ? await indexHistory(
          { client, terminal, source, includesAllCommits, signal, abortNote: historyAbortNote },
          indexed,
        )
      : indexed;
  await printOutcome({ client, terminal, name, url: serverUrl(context.environment) }, outcome);
  return { exit: isReady ? 'ok' : 'failed', json: outcome };
}

/** Whether the argument looks like a repository name or an address and no such folder exists. */
function isRemoteSource(path: string, workingDirectory: string): boolean {
  const isSource = /^(?![./~])(?:[\w-]+\/[\w.-]+|[a-z+]+:\/\/|[\w.-]+@[\w.-]+:|github:|www\.)/i.test(path);
  return isSource && !existsSync(resolve(workingDirectory, path));
}

async function indexRemote(
  parsed: ParsedArguments,
  context: CommandContext,
  history: 'recent' | 'full' | 'none',
): Promise<CommandResult> {
  const { terminal, signal, environment } = context;
  if (parsed.text('name') !== undefined)
    throw usageError('--name applies to folders; a remote repository keeps its name.', 'Omit it.');
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
  if (accepted.unchanged === true) terminal.note(`"${name}" is up to date with its host.`);
  const report = withAbortNote(context, showIndexProgress(terminal), 'Stopped; the server continues.');
  const outcome = await followIndexing(client, { accepted, startedAt, stages: {}, signal, report });
  terminal.overwrite('');
  await printOutcome({ client, terminal, name, url: serverUrl(environment) }, outcome);
  return { exit: outcome.status === 'ready' ? 'ok' : 'failed', json: outcome };
}

/** Ignored files are expected, so only the coverage lists them. */
function noteSkipped(terminal: Terminal, source: PackSource): void {
  const unexpected = source.skipped.filter(({ reason }) => reason !== 'ignored');
  if (unexpected.length === 0) return;
  terminal.note(`Not packed: ${unexpected.length}`);
  for (const { path, detail } of unexpected.slice(0, maxListedSkipped)) terminal.note(`  ${path}: ${detail}`);
  const unlistedCount = unexpected.length - maxListedSkipped;
  if (unlistedCount > 0) terminal.note(`  and ${unlistedCount} more`);
}
