/**
 * Wherefore's own source on its own server. Which files were indexed is remembered beside the data, so that a start
 * with nothing changed indexes nothing.
 */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '../../worker/contract/client.ts';
import type { Repository } from '../../worker/contract/repository.ts';
import { sendHistory } from './history/send-history.ts';
import type { HistoryOutcome } from './history/send-history.ts';
import { indexSource } from './index-source.ts';
import type { IndexEvent, IndexOutcome } from './index-source.ts';
import { projectFolder } from './project-folder.ts';
import { openSource } from './source/open-source.ts';
import type { PackSource } from './source/pack-source.ts';

export const ownName = 'wherefore';

/** How long the server may be away while its history is handed over. */
const patienceMs = 60_000;

/** Questions about what does not exist: indexed, they would be evidence that it does. */
const questionSets = 'test/eval/sets/';

/** Whether a file of the project, by its path from the top, is evidence about it. */
export function isOwnEvidence(path: string): boolean {
  return !path.startsWith(questionSets);
}

/** @returns how it ended, or undefined where these very files were indexed already. */
export async function indexOwnSource(
  client: Client,
  options: { dataDirectory: string; signal: AbortSignal; report: (event: IndexEvent) => void },
): Promise<IndexOutcome | undefined> {
  const { dataDirectory, signal, report } = options;
  const source = await openOwnSource();
  const stamp = join(dataDirectory, 'own-source.sha256');
  const fingerprint = `${await fingerprintOf(source)} ${source.commit ?? ''}`;
  const isKnown = existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint;
  if (isKnown && (await isServed(client))) return undefined;
  const outcome = await indexSource(client, { source, name: ownName, signal, report });
  if (outcome.status === 'ready') writeFileSync(stamp, fingerprint);
  return outcome;
}

/**
 * The history of it as it is served, where the project lies in git. Sends what is not there yet; nothing where all is.
 * @returns what the server has of it then, or undefined where there is no history.
 */
export async function sendOwnHistory(
  client: Client,
  signal: AbortSignal,
): Promise<HistoryOutcome | undefined> {
  const source = await openOwnSource();
  const served = (await client.listRepositories()).find(isOwn);
  if (source.git === undefined || served === undefined) return undefined;
  const { id, snapshotId } = served;
  return sendHistory(client, {
    id,
    snapshotId,
    source,
    git: source.git,
    full: true,
    signal,
    patienceMs,
    report: notShown,
  });
}

/** It goes on beside what is printed. */
function notShown(): void {}

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
  return (await client.listRepositories()).some(isOwn);
}

function isOwn(repository: Repository): boolean {
  return repository.name === ownName && repository.status === 'ready';
}

/** A hash of every path and content. */
async function fingerprintOf(source: PackSource): Promise<string> {
  const hash = createHash('sha256');
  for await (const entry of source.entries()) {
    hash.update(`${entry.path}\0${entry.linkTarget ?? ''}\0${entry.size}\0`);
    for await (const piece of entry.content()) hash.update(piece);
  }
  return hash.digest('hex');
}
