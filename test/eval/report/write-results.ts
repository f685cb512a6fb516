/** The raw results of an evaluation, a JSON line a case and system, and its tables beside them. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileRanks, rankedFiles } from '../metrics/first-rank.ts';
import type { ScoredCase } from '../metrics/summarise.ts';
import type { SystemScores } from './result-of.ts';

const resultsFolder = join(import.meta.dirname, '../results');
const keptPaths = 10;
/** Longer raw results are packed in the folder of results, which is under version control. */
const longestPlainBytes = 1_000_000;

/** @param name of files in the folder of results, or a path. @returns the path without ending. */
export function writeResults(
  name: string,
  systems: readonly SystemScores[],
  markdown: string,
  folder = resultsFolder,
): string {
  const isPath = name.includes('/');
  const path = isPath ? resolve(name.replace(/\.(?:jsonl|md)$/, '')) : join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const lines = systems.flatMap(({ name: system, scored }) => scored.map((one) => lineOf(system, one)));
  writeRaw(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), isPath);
  writeFileSync(`${path}.md`, markdown);
  return path;
}

/** In one form only: the other would be of a run before. */
function writeRaw(path: string, raw: string, isPath: boolean): void {
  const isPacked = !isPath && Buffer.byteLength(raw) > longestPlainBytes;
  writeFileSync(isPacked ? `${path}.jsonl.gz` : `${path}.jsonl`, isPacked ? gzipSync(raw) : raw);
  rmSync(isPacked ? `${path}.jsonl` : `${path}.jsonl.gz`, { force: true });
}

function lineOf(system: string, { asked, ranking, scores }: ScoredCase) {
  const { set, id, repository, query, category, answerable } = asked;
  return {
    system,
    set,
    id,
    repository,
    query,
    category,
    answerable,
    class: ranking.class,
    confidence: ranking.confidence,
    covered: ranking.covered,
    judged: ranking.judged,
    ms: Math.round(ranking.ms * 10) / 10,
    wanted: asked.targets.map(({ path }) => path),
    ranks: fileRanks(ranking.hits, asked.targets),
    found: rankedFiles(ranking.hits).slice(0, keptPaths),
    ...scores,
  };
}
