/**
 * Indexes Wherefore's own source on its local server. A fingerprint next to the data records the indexed files, so a
 * start without changed files indexes nothing.
 */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../../worker/contract/client.ts';
import type { Repository } from '../../../worker/contract/repositories/schema.ts';
import { sendHistory } from '../history/send-history.ts';
import type { HistoryOutcome } from '../history/send-history.ts';
import { indexSource } from './index-source.ts';
import type { IndexEvent, IndexOutcome } from './index-source.ts';
import { projectFolder } from '../local-server/project-folder.ts';
import { openSource } from '../source/open-source.ts';
import type { PackSource } from '../source/pack-source.ts';

export const ownRepositoryName = 'wherefore';

/** How long the server may be unavailable during the history upload. */
const maxUnavailableMs = 60_000;

/** These question sets ask about things that do not exist. If they were indexed, they would count as evidence. */
const questionSets = 'test/eval/sets/';

/** Whether a project file is evidence about the project. @param path relative to the project's root folder */
export function isOwnEvidence(path: string): boolean {
  return !path.startsWith(questionSets);
}

/** @returns the outcome; undefined when exactly these files are already indexed */
export async function indexOwnSource(
  client: Client,
  options: { dataDirectory: string; signal: AbortSignal; report: (event: IndexEvent) => void },
): Promise<IndexOutcome | undefined> {
  const { dataDirectory, signal, report } = options;
  const source = await openOwnSource();
  const stamp = join(dataDirectory, 'own-source.sha256');
  const fingerprint = `${await fingerprintSource(source)} ${source.commit ?? ''}`;
  const isUnchanged = existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint;
  if (isUnchanged && (await isServed(client))) return undefined;
  const outcome = await indexSource(client, { source, name: ownRepositoryName, signal, report });
  if (outcome.status === 'ready') writeFileSync(stamp, fingerprint);
  return outcome;
}

/**
 * Uploads the history of the served source when the project is a git repository, skipping what the server already
 * has. @returns what the server then stores; undefined when there is no history.
 */
export async function sendOwnHistory(
  client: Client,
  signal: AbortSignal,
): Promise<HistoryOutcome | undefined> {
  const source = await openOwnSource();
  const served = (await client.listRepositories()).find(isReadyOwnSource);
  if (source.git === undefined || served === undefined) return undefined;
  const { id, snapshotId } = served;
  return sendHistory(client, {
    id,
    snapshotId,
    source,
    git: source.git,
    includesAllCommits: true,
    signal,
    maxUnavailableMs,
    report: ignoreEvent,
  });
}

/** The upload runs in the background, so it prints nothing. */
function ignoreEvent(): void {}

async function openOwnSource(): Promise<PackSource> {
  const source = await openSource({ path: projectFolder, workingDirectory: projectFolder });
  return {
    ...source,
    entries: async function* () {
      for await (const entry of source.entries()) if (isOwnEvidence(entry.path)) yield entry;
    },
  };
}

async function isServed(client: Client): Promise<boolean> {
  return (await client.listRepositories()).some(isReadyOwnSource);
}

function isReadyOwnSource(repository: Repository): boolean {
  return repository.name === ownRepositoryName && repository.status === 'ready';
}

/** Hashes every path and its content. */
async function fingerprintSource(source: PackSource): Promise<string> {
  const hash = createHash('sha256');
  for await (const entry of source.entries()) {
    hash.update(`${entry.path}\0${entry.linkTarget ?? ''}\0${entry.size}\0`);
    for await (const piece of entry.content()) hash.update(piece);
  }
  return hash.digest('hex');
}
