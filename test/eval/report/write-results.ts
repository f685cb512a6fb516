/** The raw results of an evaluation, a JSON line a case and system, and its tables beside them. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileRanks, rankedFiles } from '../metrics/first-rank.ts';
import type { ScoredCase } from '../metrics/summarise.ts';
import type { SystemScores } from './result-of.ts';

const resultsFolder = join(import.meta.dirname, '../results');
const keptPaths = 10;

/** @param name of files in the folder of results, or a path. @returns the path without ending. */
export function writeResults(name: string, systems: readonly SystemScores[], markdown: string): string {
  const path = name.includes('/') ? resolve(name.replace(/\.(?:jsonl|md)$/, '')) : join(resultsFolder, name);
  mkdirSync(dirname(path), { recursive: true });
  const lines = systems.flatMap(({ name: system, scored }) => scored.map((one) => lineOf(system, one)));
  writeFileSync(`${path}.jsonl`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeFileSync(`${path}.md`, `# Evaluation\n\n${markdown}`);
  return path;
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
