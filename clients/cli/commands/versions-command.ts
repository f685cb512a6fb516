/** `wherefore versions`: lists the indexed branches and tags of a repository, removes one, or repairs one. */

import type { Client } from '../../../worker/contract/client.ts';
import type { Version, VersionRepair } from '../../../worker/contract/versions/schema.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { findRepository } from '../find-repository.ts';
import { usageError } from '../command-error.ts';
import { formatTable } from '../terminal/format-table.ts';

export const versionsCommand: Command = {
  name: 'versions',
  summary: 'list the versions of a repository, remove one, or repair one',
  usage: `<repository> [options]
  --remove <version>  remove a branch, tag, id or commit; data shared with other versions stays
  --repair <version>  check a version and rebuild what is missing, without a new upload
  --json              print one JSON object on the last line`,
  options: { remove: { type: 'string' }, repair: { type: 'string' } },
  operands: { needs: ['a repository'], max: 1 },
  run,
};

/** Interval between two status requests during a repair. */
const pollIntervalMs = 500;

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const [versionToRemove, versionToRepair] = [parsed.text('remove'), parsed.text('repair')];
  if (versionToRemove !== undefined && versionToRepair !== undefined)
    throw usageError('Use --remove or --repair, not both.', versionsCommand.usage);
  const client = connect(context);
  const { id, name } = await findRepository(client, parsed.operands[0] ?? '');
  if (versionToRemove !== undefined) {
    const removal = await client.removeVersion(id, versionToRemove);
    context.terminal.print(`Removed "${versionToRemove}" of "${name}".`);
    return { exit: 'ok', json: { id, version: versionToRemove, ...removal } };
  }
  if (versionToRepair !== undefined) return repair(client, context, { id, version: versionToRepair });
  const versions = await client.listVersions(id);
  context.terminal.print(describeVersions(versions));
  return { exit: 'ok', json: { id, versions } };
}

async function repair(
  client: Client,
  { terminal, signal }: CommandContext,
  { id, version }: { readonly id: string; readonly version: string },
): Promise<CommandResult> {
  const repairState = await client.repairVersion(id, version);
  terminal.print([describeDamage(repairState), ...repairState.done].join('\n'));
  if (!repairState.rebuilding) {
    const hasAllContent = repairState.found.filesWithoutContent.length === 0;
    return { exit: hasAllContent ? 'ok' : 'failed', json: repairState };
  }
  for (;;) {
    signal.throwIfAborted();
    const { status, error } = await client.getVersion(id, repairState.snapshotId);
    if (status === 'ready') {
      terminal.print(
        error === null ? 'The version is complete again.' : `Failed: ${error.message} ${error.fix}`,
      );
      return { exit: error === null ? 'ok' : 'failed', json: { ...repairState, status, error } };
    }
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
  }
}

function describeDamage({ found }: VersionRepair): string {
  const { filesWithoutContent, keywordIndexBroken, chunksNotIndexed, vectorsMissing, edgesMissing } = found;
  return formatTable([
    ['files without content', filesWithoutContent.length],
    [
      'chunks missing from the keyword index',
      keywordIndexBroken ? 'all: the index is unreadable' : chunksNotIndexed,
    ],
    ['vectors missing', vectorsMissing],
    ['edges missing', edgesMissing],
  ]);
}

function describeVersions(versions: readonly Version[]): string {
  const header = ['version', 'id', 'commit', 'status', 'files', 'chunks', 'commits', ''];
  const rows = versions.map((version) => [
    version.ref ?? '-',
    version.snapshotId,
    version.commit.slice(0, version.commit.startsWith('tree-') ? 17 : 12),
    version.status,
    version.counts.files,
    version.counts.chunks,
    version.history.commits,
    [
      version.isDefault ? 'read by default' : '',
      version.next === null ? '' : `its next upload: ${version.next.status}`,
    ]
      .filter((part) => part !== '')
      .join('; '),
  ]);
  return formatTable([header, ...rows]);
}
