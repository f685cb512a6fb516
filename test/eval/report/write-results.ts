/** Writes the raw results of an evaluation, one JSON line per case and system, and its tables. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileRanks, listRankedFiles } from '../metrics/first-rank.ts';
import type { ScoredCase } from '../metrics/summarize.ts';
import type { SystemScores } from './combine-scores.ts';

const resultsFolder = join(import.meta.dirname, '../results');
const maxPaths = 10;
/** Larger raw results are compressed in the results folder, which is under version control. */
const maxPlainBytes = 1_000_000;

/** @param name name of the files in the results folder, or a path @returns the path without extension */
export function writeResults(
  name: string,
  systems: readonly SystemScores[],
  markdown: string,
  folder = resultsFolder,
): string {
  const isPath = name.includes('/');
  const path = isPath ? resolve(name.replace(/\.(?:jsonl|md)$/, '')) : join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  const lines = systems.flatMap(({ name: system, scored }) =>
    scored.map((scoredCase) => createResultLine(system, scoredCase)),
  );
  writeRaw(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''), isPath);
  writeFileSync(`${path}.md`, markdown);
  return path;
}

/** Writes the raw results plain or compressed, and removes a file of the other form from an earlier run. */
function writeRaw(path: string, raw: string, isPath: boolean): void {
  const isCompressed = !isPath && Buffer.byteLength(raw) > maxPlainBytes;
  writeFileSync(isCompressed ? `${path}.jsonl.gz` : `${path}.jsonl`, isCompressed ? gzipSync(raw) : raw);
  rmSync(isCompressed ? `${path}.jsonl` : `${path}.jsonl.gz`, { force: true });
}

function createResultLine(system: string, { evaluationCase, ranking, scores }: ScoredCase) {
  const { set, id, repository, query, category, answerable } = evaluationCase;
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
    estimate: ranking.estimate,
    ms: Math.round(ranking.ms * 10) / 10,
    wanted: evaluationCase.targets.map(({ path }) => path),
    ranks: fileRanks(ranking.hits, evaluationCase.targets),
    found: listRankedFiles(ranking.hits).slice(0, maxPaths),
    ...scores,
  };
}
