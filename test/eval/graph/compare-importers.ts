/** Compares the importers of every file that is imported according to the truth or the server. */

import { groupBy } from './group-by.ts';
import type { Miss, Score } from './score.ts';
import { mapConcurrently } from './server.ts';
import type { Server } from './server.ts';
import type { ImportTruth, Truth } from './truth.ts';

export async function compareImporters(
  truth: Truth,
  server: Server,
  files: readonly string[],
): Promise<{ readonly scores: readonly Score[]; readonly misses: readonly Miss[] }> {
  const answers = await mapConcurrently(files, (path) => server.graph('importers', { path }));
  const byTarget = groupBy(truth.imports, (record) => record.target);
  const misses: Miss[] = [];
  let [asked, expected, found, told, right] = [0, 0, 0, 0, 0];
  for (const [index, path] of files.entries()) {
    const edges = answers[index]?.edges.filter((edge) => edge.kind === 'imports') ?? [];
    const returnedLines = new Map(edges.map((edge) => [edge.path, edge.line]));
    const importers = groupBy(byTarget.get(path) ?? [], (record) => record.path);
    if (returnedLines.size > 0 || importers.size > 0) asked += 1;
    for (const [importer, imports] of importers) {
      if (!imports.some((record) => record.required)) continue;
      expected += 1;
      if (returnedLines.has(importer)) found += 1;
      else misses.push(createMiss(path, imports));
    }
    for (const [importer, line] of returnedLines) {
      told += 1;
      if (importers.has(importer)) right += 1;
      else misses.push({ part: 'importers', kind: 'wrong', subject: path, path: importer, line, detail: '' });
    }
  }
  return {
    scores: [{ part: 'importers of files', asked, expected, found, told, right, unknown: 0 }],
    misses,
  };
}

function createMiss(subject: string, imports: readonly ImportTruth[]): Miss {
  const [first] = imports;
  return {
    part: 'importers',
    kind: 'missed',
    subject,
    path: first?.path ?? '',
    line: first?.line ?? 0,
    detail: '',
  };
}

/** Lists every file that occurs in the truth. */
export function listTruthFiles(truth: Truth): readonly string[] {
  const recordPaths = [...truth.definitions, ...truth.calls, ...truth.imports].map((record) => record.path);
  return [...new Set([...recordPaths, ...truth.imports.map((record) => record.target)])].sort();
}
