/** Indexes one source with the code of `wherefore index` and measures the speed and the memory of the server. */

import { createClient } from '../../../worker/contract/client.ts';
import { CommandError } from '../../../clients/cli/command-error.ts';
import { indexSource } from '../../../clients/cli/indexing/index-source.ts';
import type { IndexOutcome } from '../../../clients/cli/indexing/index-source.ts';
import type { LocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import { showIndexProgress } from '../../../clients/cli/indexing/index-progress.ts';
import type { PackSource } from '../../../clients/cli/source/pack-source.ts';
import type { BenchContext } from '../bench.ts';
import { watchMemory } from '../memory/watch-memory.ts';
import type { ServerMemory } from '../memory/watch-memory.ts';

interface IndexMeasurement {
  readonly outcome: IndexOutcome;
  readonly linesPerSecond: number;
  readonly memory: ServerMemory;
}

const msPerSecond = 1000;

/** @throws CommandError when the job fails. */
export async function measureIndexing(
  server: LocalServer,
  source: PackSource,
  context: BenchContext,
): Promise<IndexMeasurement> {
  const { terminal, signal } = context;
  const client = createClient({ baseUrl: server.url });
  const report = showIndexProgress(terminal);
  const run = () => indexSource(client, { source, name: source.defaultName, signal, report });
  const { result: outcome, memory } = await watchMemory(server, run);
  terminal.overwrite('');
  if (outcome.status !== 'ready') {
    const { message, fix } = outcome.error ?? { message: 'The server gave no reason.', fix: '' };
    throw new CommandError('failed', 'indexing_failed', { message, fix });
  }
  const linesPerSecond = Math.round(outcome.counts.lines / (outcome.totalMs / msPerSecond));
  return { outcome, linesPerSecond, memory };
}
