/**
 * Indexes a clone at a commit with its full history by running `wherefore index … --full-history`. Skips a clone that the server has already indexed
 * with its history.
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
  /** Name of the repository on the server. */
  readonly name: string;
}

/** @returns the id on the server @throws CommandError if indexing or the upload of the history fails */
export async function indexWithHistory(
  server: HistoryServer,
  { folder, commit, name }: IndexedClone,
  { terminal, signal }: RunContext,
): Promise<string> {
  const { client, url, record } = server;
  const existing = await findId(client, name);
  if (existing === undefined || !(await isComplete(client, existing))) {
    const args = [folder, '--ref', commit, '--name', name, '--full-history'];
    const environment = { ...process.env, WHEREFORE_URL: url };
    await indexCommand.run(parseArguments(indexCommand, args), {
      terminal,
      environment,
      workingDirectory: process.cwd(),
      signal,
    });
    record.add(name);
  } else if (record.findStale([name]).length > 0)
    terminal.note(
      `${name} was indexed with another version of the sources; empty the data folder to index it again.`,
    );
  const id = await findId(client, name);
  if (id !== undefined && (await isComplete(client, id))) return id;
  throw new CommandError('failed', 'indexing_failed', {
    message: `${name} was not indexed with its history.`,
    fix: 'See the lines above for the reason.',
  });
}

async function findId(client: Client, name: string): Promise<string | undefined> {
  return (await client.listRepositories()).find((repository) => repository.name === name)?.id;
}

async function isComplete(client: Client, id: string): Promise<boolean> {
  const { servedSnapshotId } = await client.getRepository(id);
  if (servedSnapshotId === null) return false;
  const { complete, commits } = await client.historyState({ id, snapshotId: servedSnapshotId });
  return complete && commits > 0;
}
