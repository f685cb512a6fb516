/**
 * `faults`: one tree indexed undisturbed, and once more with the whole server killed again and again (`SIGKILL`), each
 * time at another point of the work. Started again it must end the job by itself, with the same rows.
 */

import { join } from 'node:path';
import { usageError } from '../../clients/cli/command-error.ts';
import { startLocalServer } from '../../clients/cli/local-server.ts';
import type { PackSource } from '../../clients/cli/source/pack-source.ts';
import { table } from '../../clients/cli/table.ts';
import type { Bench, BenchContext } from './bench.ts';
import { runDisturbed } from './disturb.ts';
import type { DisturbedRun } from './disturb.ts';
import { differingRows, fingerprintRows } from './fingerprint-rows.ts';
import { killPoints } from './kill-points.ts';
import { libraryFiles, librarySource } from './library-tree.ts';
import { measureIndexing } from './measure-indexing.ts';
import { withFolder } from './with-server.ts';

const treeBytes = 4_000_000;
const defaultKills = 12;
/** Small parts, so that there are many to be killed in. */
const vars = { PACK_BYTES: '250000', LINK_LINES: '20000', EMBED_CHUNKS: '500', INDEX_CHUNKS: '250' };

export const faultsBench: Bench = async (args, context) => {
  const points = killPoints(killsOf(args));
  const source = librarySource('library', libraryFiles(treeBytes));
  return withFolder('faults', async (folder) => {
    const [calm, disturbed] = [join(folder, 'calm'), join(folder, 'disturbed')];
    context.terminal.note('Indexing undisturbed');
    await indexUndisturbed(calm, source, context);
    context.terminal.note(`Indexing with ${points.length} kills`);
    const run = await runDisturbed({ server: { dataDirectory: disturbed, vars }, source, points }, context);
    const differing = differingRows(fingerprintRows(calm), fingerprintRows(disturbed));
    const rowDifferences = [...differing.values()].reduce((sum, count) => sum + count, 0);
    const finished = run.ended.status === 'ready';
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

function killsOf(args: readonly string[]): number {
  const [flag, value, ...more] = args;
  if (flag === undefined) return defaultKills;
  const kills = Number(value);
  if (flag === '--kills' && more.length === 0 && Number.isInteger(kills) && kills > 0) return kills;
  throw usageError(
    `--kills takes a whole number above 0; found "${args.join(' ')}".`,
    'npm run -s bench -- faults --kills 12',
  );
}

async function indexUndisturbed(
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

function describe({ kills, ended }: DisturbedRun, differing: ReadonlyMap<string, number>): string {
  const rows = kills.map((kill, index) => [
    index + 1,
    kill.planned,
    kill.found,
    kill.killed ? 'killed' : 'too late',
  ]);
  const outcome =
    ended.status === 'ready' ? 'ready by itself' : `${ended.status}: ${ended.error?.message ?? 'no reason'}`;
  const rowsDiffering = [...differing].map(([name, count]) => `${name}: ${count} rows differ`);
  return [table(rows), `In the end: ${outcome}`, ...rowsDiffering].join('\n');
}
