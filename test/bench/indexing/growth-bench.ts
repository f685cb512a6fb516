/**
 * `index --growth <folder>`: measures whether indexing time grows linearly. Indexes nested parts of the folder of about 25, 50, 100 and 200
 * thousand lines, each on its own server. A small part is indexed first on each server to load the grammars.
 */

import { usageError } from '../../../clients/cli/command-error.ts';
import { openSource } from '../../../clients/cli/source/open-source.ts';
import type { PackSource } from '../../../clients/cli/source/pack-source.ts';
import { formatTable } from '../../../clients/cli/terminal/format-table.ts';
import { type Bench, type BenchContext, withServer } from '../bench.ts';
import { measureIndexing } from './measure-indexing.ts';
import { memorySource, type MemoryFile } from '../library-tree.ts';
import { sortByHash } from '../sort-by-hash.ts';
import type { ServerMemory } from '../memory/watch-memory.ts';

const sizes = [25_000, 50_000, 100_000, 200_000];
const warmUpLines = 2_000;
/** Number of runs for each size. The result is the run with the median time. */
const runs = 3;
const medianIndex = 1;
const lineFeedByte = 10;

interface GrowthRow {
  readonly lines: number;
  readonly chunks: number;
  readonly seconds: number;
  readonly stages: Readonly<Record<string, number>>;
  readonly linesPerSecond: number;
  readonly memory: ServerMemory;
}

export const growthBench: Bench = async (args, context) => {
  const [path] = args.filter((arg) => arg !== '--growth');
  if (path === undefined)
    throw usageError('No folder was given.', 'npm run -s bench -- index --growth <folder>');
  const files = await readFiles(await openSource({ path, workingDirectory: process.cwd() }));
  const rows: GrowthRow[] = [];
  for (const size of sizes) {
    const measured: GrowthRow[] = [];
    for (let run = 0; run < runs; run += 1) measured.push(await measureSize(files, size, context));
    rows.push(
      ...measured.sort((left, right) => left.seconds - right.seconds).slice(medianIndex, medianIndex + 1),
    );
  }
  const deviations = computeDeviations(rows);
  context.terminal.print(describe(rows, deviations));
  const peaks = rows.map((row) => row.memory.both.peakMb);
  return {
    rows: rows.map((row, index) => ({ ...row, deviation: deviations[index] })),
    largestDeviation: Math.max(...deviations.map(Math.abs)),
    residentGrowthMb: Math.round(((peaks.at(-1) ?? 0) - (peaks[0] ?? 0)) * 10) / 10,
  };
};

async function measureSize(
  files: readonly CountedFile[],
  size: number,
  context: BenchContext,
): Promise<GrowthRow> {
  return withServer({ signal: context.signal }, async (server) => {
    await measureIndexing(server, createPart(files, warmUpLines), context);
    const { outcome, linesPerSecond, memory } = await measureIndexing(
      server,
      createPart(files, size),
      context,
    );
    return {
      lines: outcome.counts.lines,
      chunks: outcome.counts.chunks,
      seconds: outcome.totalMs / 1000,
      stages: outcome.stages,
      linesPerSecond,
      memory,
    };
  });
}

interface CountedFile extends MemoryFile {
  readonly lines: number;
}

/** Reads the text files, in an order that mixes folders and is the same on every run. */
async function readFiles(source: PackSource): Promise<CountedFile[]> {
  const files: CountedFile[] = [];
  for await (const { path, kind, content } of source.entries()) {
    const pieces: Uint8Array[] = [];
    for await (const piece of content()) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    let lines = 0;
    for (const byte of bytes) if (byte === lineFeedByte) lines += 1;
    if (kind === 'file' && !bytes.includes(0)) files.push({ path, bytes, lines });
  }
  return sortByHash(files, (file) => file.path);
}

/** Creates a source from the first files that together have at least `size` lines. */
function createPart(files: readonly CountedFile[], size: number): PackSource {
  const selected: CountedFile[] = [];
  let lines = 0;
  for (const file of files) {
    if (lines >= size) break;
    selected.push(file);
    lines += file.lines;
  }
  return memorySource(`part-${size}`, selected);
}

/** Computes how far each row's seconds per line deviate from the seconds per line of all rows together, as a fraction. */
function computeDeviations(rows: readonly GrowthRow[]): number[] {
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  const lines = rows.reduce((sum, row) => sum + row.lines, 0);
  const perLine = seconds / lines;
  return rows.map((row) => Math.round((row.seconds / row.lines / perLine - 1) * 1000) / 1000);
}

function describe(rows: readonly GrowthRow[], deviations: readonly number[]): string {
  const stages = Object.keys(rows[0]?.stages ?? {});
  const memory = ['peak MB', 'after MB', 'Worker peak'];
  const head = [
    'lines',
    'chunks',
    ...stages.map((stage) => `${stage} s`),
    'total s',
    'lines/s',
    'deviation',
    ...memory,
  ];
  const body = rows.map((row, index) => [
    row.lines,
    row.chunks,
    ...stages.map((stage) => ((row.stages[stage] ?? 0) / 1000).toFixed(2)),
    row.seconds.toFixed(2),
    row.linesPerSecond,
    `${((deviations[index] ?? 0) * 100).toFixed(1)} %`,
    row.memory.both.peakMb.toFixed(0),
    row.memory.both.afterMb.toFixed(0),
    row.memory.worker.peakMb.toFixed(0),
  ]);
  return formatTable([head, ...body]);
}
