/** `wherefore versions`: the branches and tags of a repository that are indexed; one removed, or looked over and mended. */

import type { Client } from '../../../worker/contract/client.ts';
import type { Version, VersionRepair } from '../../../worker/contract/version.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { usageError } from '../command-error.ts';
import { table } from '../table.ts';

export const versionsCommand: Command = {
  name: 'versions',
  summary: 'list the versions of a repository, remove one, or repair one',
  usage: `<repository> [options]
  --remove <version>  remove one: a branch or tag, an id, or a commit; what others share with it stays
  --repair <version>  look whether all of it is there, and make anew what is not, without uploading it
  --json              print one JSON object on the last line`,
  options: { remove: { type: 'string' }, repair: { type: 'string' } },
  operands: { needs: ['a repository'], max: 1 },
  run,
};

/** Between two looks at a version that is made anew. */
const lookEveryMs = 500;

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const [removed, repaired] = [parsed.text('remove'), parsed.text('repair')];
  if (removed !== undefined && repaired !== undefined)
    throw usageError('Give --remove or --repair, not both.', versionsCommand.usage);
  const client = connect(context);
  const { id, name } = await findRepository(client, parsed.operands[0] ?? '');
  if (removed !== undefined) {
    const gone = await client.removeVersion(id, removed);
    context.terminal.print(`Removed "${removed}" of "${name}".`);
    return { exit: 'ok', json: { id, version: removed, ...gone } };
  }
  if (repaired !== undefined) return repair(client, context, { id, version: repaired });
  const versions = await client.listVersions(id);
  context.terminal.print(describeVersions(versions));
  return { exit: 'ok', json: { id, versions } };
}

async function repair(
  client: Client,
  { terminal, signal }: CommandContext,
  { id, version }: { readonly id: string; readonly version: string },
): Promise<CommandResult> {
  const told = await client.repairVersion(id, version);
  terminal.print([describeFound(told), ...told.done].join('\n'));
  if (!told.rebuilding) {
    const isWhole = told.found.filesWithoutContent.length === 0;
    return { exit: isWhole ? 'ok' : 'failed', json: told };
  }
  for (;;) {
    signal.throwIfAborted();
    const { status, error } = await client.getVersion(id, told.snapshotId);
    if (status === 'ready') {
      terminal.print(error === null ? 'It is whole again.' : `Failed: ${error.message} ${error.fix}`);
      return { exit: error === null ? 'ok' : 'failed', json: { ...told, status, error } };
    }
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

function describeFound({ found }: VersionRepair): string {
  const { filesWithoutContent, keywordIndexBroken, chunksNotIndexed, vectorsMissing, edgesMissing } = found;
  return table([
    ['files without content', filesWithoutContent.length],
    [
      'pieces missing from the keyword index',
      keywordIndexBroken ? 'all: it cannot be read' : chunksNotIndexed,
    ],
    ['vectors missing', vectorsMissing],
    ['edges missing', edgesMissing],
  ]);
}

function describeVersions(versions: readonly Version[]): string {
  const head = ['version', 'id', 'commit', 'status', 'files', 'chunks', 'commits', ''];
  const rows = versions.map((one) => [
    one.ref ?? '-',
    one.snapshotId,
    one.commit.slice(0, one.commit.startsWith('tree-') ? 17 : 12),
    one.status,
    one.counts.files,
    one.counts.chunks,
    one.history.commits,
    [one.isDefault ? 'read by default' : '', one.next === null ? '' : `its next upload: ${one.next.status}`]
      .filter((part) => part !== '')
      .join('; '),
  ]);
  return table([head, ...rows]);
}
