/**
 * A clone at a commit with its full history on the server, by the command anybody would type: `wherefore index … --full-history`.
 * What is there already is left as it is.
 */

import { CommandError } from '../../../clients/cli/command-error.ts';
import { indexCommand } from '../../../clients/cli/commands/index-command.ts';
import { parseArguments } from '../../../clients/cli/parse-arguments.ts';
import type { Client } from '../../../worker/contract/client.ts';
import type { IndexRecord } from '../index-record.ts';
import type { RunContext } from '../run-system.ts';

export interface HistoryServer {
  readonly client: Client;
  readonly url: string;
  readonly record: IndexRecord;
}

export interface IndexedClone {
  readonly folder: string;
  readonly commit: string;
  /** The server's name of it. */
  readonly name: string;
}

/** @returns its id on the server. @throws CommandError when it cannot be indexed or its history not handed over */
export async function indexWithHistory(
  server: HistoryServer,
  { folder, commit, name }: IndexedClone,
  { terminal, signal }: RunContext,
): Promise<string> {
  const { client, url, record } = server;
  const there = await idOf(client, name);
  if (there === undefined || !(await isComplete(client, there))) {
    const args = [folder, '--ref', commit, '--name', name, '--full-history'];
    const environment = { ...process.env, WHEREFORE_URL: url };
    await indexCommand.run(parseArguments(indexCommand, args), {
      terminal,
      environment,
      workingDirectory: process.cwd(),
      signal,
    });
    record.add(name);
  } else if (record.stale([name]).length > 0)
    terminal.note(`${name} was indexed by other sources than these; empty the data folder to make it anew.`);
  const id = await idOf(client, name);
  if (id !== undefined && (await isComplete(client, id))) return id;
  throw new CommandError('failed', 'indexing_failed', {
    message: `${name} was not indexed with its history.`,
    fix: 'The lines above say why.',
  });
}

async function idOf(client: Client, name: string): Promise<string | undefined> {
  return (await client.listRepositories()).find((one) => one.name === name)?.id;
}

async function isComplete(client: Client, id: string): Promise<boolean> {
  const { servedSnapshotId } = await client.getRepository(id);
  if (servedSnapshotId === null) return false;
  const { complete, commits } = await client.historyState({ id, snapshotId: servedSnapshotId });
  return complete && commits > 0;
}
