/**
 * `faults [--kills <n>]`: indexes one tree without interruption, then again while the whole server is killed (`SIGKILL`) at different points.
 * After each restart the server must resume the job without help. Both runs must end with the same rows.
 */

import { join } from 'node:path';
import { usageError } from '../../../clients/cli/command-error.ts';
import { startLocalServer } from '../../../clients/cli/local-server/start-local-server.ts';
import type { PackSource } from '../../../clients/cli/source/pack-source.ts';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { type Bench, type BenchContext, withFolder } from '../bench.ts';
import { runWithKills, type InterruptedRun, killPoints } from './run-with-kills.ts';
import { differingRows, fingerprintRows } from './fingerprint-rows.ts';
import { libraryFiles, librarySource } from '../library-tree.ts';
import { measureIndexing } from '../indexing/measure-indexing.ts';

const treeBytes = 4_000_000;
const defaultKills = 12;
/** Small parts, so that there are many points at which to kill the server. */
const vars = { PACK_BYTES: '250000', LINK_LINES: '20000', EMBED_CHUNKS: '500', INDEX_CHUNKS: '250' };

export const faultsBench: Bench = async (args, context) => {
  const points = killPoints(parseKillCount(args));
  const source = librarySource('library', libraryFiles(treeBytes));
  return withFolder('faults', async (folder) => {
    const [uninterruptedData, interruptedData] = [join(folder, 'calm'), join(folder, 'disturbed')];
    context.terminal.note('Indexing without interruption');
    await indexWithoutKills(uninterruptedData, source, context);
    context.terminal.note(`Indexing with ${points.length} kills`);
    const run = await runWithKills(
      { server: { dataDirectory: interruptedData, vars }, source, points },
      context,
    );
    const differing = differingRows(fingerprintRows(uninterruptedData), fingerprintRows(interruptedData));
    const rowDifferences = [...differing.values()].reduce((sum, count) => sum + count, 0);
    const finished = run.repository.status === 'ready';
    context.terminal.print(describe(run, differing));
    return {
      kills: run.kills.filter((kill) => kill.killed).length,
      finished,
      rowDifferences,
      tables: Object.fromEntries(differing),
      points: run.kills,
    };
  });
};

function parseKillCount(args: readonly string[]): number {
  const [flag, value, ...extraArguments] = args;
  if (flag === undefined) return defaultKills;
  const kills = Number(value);
  if (flag === '--kills' && extraArguments.length === 0 && Number.isInteger(kills) && kills > 0) return kills;
  throw usageError(
    `--kills takes a whole number above 0; found "${args.join(' ')}".`,
    'npm run -s bench -- faults --kills 12',
  );
}

async function indexWithoutKills(
  dataDirectory: string,
  source: PackSource,
  context: BenchContext,
): Promise<void> {
  const server = await startLocalServer({ dataDirectory, vars });
  try {
    await measureIndexing(server, source, context);
  } finally {
    await server.stop();
  }
}

function describe({ kills, repository }: InterruptedRun, differing: ReadonlyMap<string, number>): string {
  const rows = kills.map((kill, index) => [
    index + 1,
    kill.planned,
    kill.detail,
    kill.killed ? 'killed' : 'not killed',
  ]);
  const outcome =
    repository.status === 'ready'
      ? 'ready without help'
      : `${repository.status}: ${repository.error?.message ?? 'no reason'}`;
  const differenceLines = [...differing].map(([name, count]) => `${name}: ${count} rows differ`);
  return [formatTable(rows), `Outcome: ${outcome}`, ...differenceLines].join('\n');
}
