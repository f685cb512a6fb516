/** Finds files that cited lines may have moved to: by content hash, file name, symbol and rare words. */

import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { CitedLines } from '../../core/history/drift.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { Services } from '../services.ts';

type CandidateServices = Pick<Services, 'chunkStore' | 'textIndex'>;

export interface DriftSnapshots {
  /** Undefined when nothing is known about it any more. */
  readonly was: SnapshotKey | undefined;
  readonly now: SnapshotKey;
}

export interface Candidates {
  /** The only file with the content of the cited file. */
  readonly sameBytes: string | undefined;
  /** Other files, most likely first. */
  readonly paths: readonly string[];
}

/** Files examined per citation. */
const maxPaths = 6;
/** Citations whose words are searched for; each takes two calls. */
const maxSearched = 30;
/** Terms per citation, limited by one query, and the rarest of them, which are searched for. */
const [maxTerms, maxRarest] = [64, 8];

export async function findCandidates(
  services: CandidateServices,
  { was, now }: DriftSnapshots,
  lost: readonly CitedLines[],
): Promise<ReadonlyMap<CitedLines, Candidates>> {
  if (lost.length === 0) return new Map();
  const symbols = unique(lost.flatMap(({ symbol }) => symbol ?? []));
  const [renamed, files, defined, worded] = await Promise.all([
    services.chunkStore.findFiles(now, {
      paths: [],
      hashes: unique(lost.map(({ fileHash }) => fileHash)),
    }),
    services.chunkStore.listFiles(now),
    symbols.length === 0 ? [] : services.chunkStore.findSymbols(now, symbols),
    Promise.all(lost.slice(0, maxSearched).map((one) => filesWithRareWords(services, now, one))),
  ]);
  const byName = groupBy(files, ({ path }) => fileName(path));
  const bySymbol = groupBy(defined, ({ qualifiedName }) => qualifiedName);
  const found = lost.map((one, at) => {
    const named = byName.get(fileName(one.path)) ?? [];
    const defining = one.symbol === undefined ? [] : (bySymbol.get(one.symbol) ?? []);
    const paths = [...defining.map(({ path }) => path), ...named.map(({ path }) => path).slice(0, maxPaths)];
    return { one, paths: unique([...(worded[at] ?? []), ...paths]).filter((path) => path !== one.path) };
  });
  const isOld = await findUnchangedFiles(
    services,
    { was, now },
    unique([...renamed.map(({ path }) => path), ...found.flatMap(({ paths }) => paths)]),
  );
  return new Map(
    found.map(({ one, paths }) => {
      const same = renamed.filter(
        ({ path, hash, lines }) =>
          hash === one.fileHash && path !== one.path && one.endLine <= lines && !isOld(path),
      );
      const sameBytes = same.length === 1 ? same[0]?.path : undefined;
      return [one, { sameBytes, paths: paths.filter((path) => !isOld(path)).slice(0, maxPaths) }];
    }),
  );
}

/** The paths whose content is the same in both snapshots: nothing has moved to them. */
async function findUnchangedFiles(
  { chunkStore }: CandidateServices,
  { was, now }: DriftSnapshots,
  paths: readonly string[],
): Promise<(path: string) => boolean> {
  if (was === undefined || paths.length === 0) return () => false;
  const [before, after] = await Promise.all(
    [was, now].map((key) => chunkStore.findFiles(key, { paths, hashes: [] })),
  );
  const hashes = new Map((before ?? []).map(({ path, hash }) => [path, hash]));
  const old = new Set(
    (after ?? []).filter(({ path, hash }) => hashes.get(path) === hash).map(({ path }) => path),
  );
  return (path) => old.has(path);
}

/** The files whose chunks contain most of the rarest words of the lines. */
async function filesWithRareWords(
  { textIndex }: CandidateServices,
  key: DriftSnapshots['now'],
  { text }: CitedLines,
): Promise<readonly string[]> {
  const terms = unique(extractTerms(text)).slice(0, maxTerms);
  const occurring = [...(await textIndex.documentFrequencies(key, terms))].filter(([, count]) => count > 0);
  const rarest = occurring.sort(([, a], [, b]) => a - b).slice(0, maxRarest);
  if (rarest.length === 0) return [];
  const hits = await textIndex.search(key, {
    terms: rarest.map(([term]) => term),
    weights: { path: 0, symbols: 1, prose: 1, code: 1 },
    limit: maxPaths,
    paths: undefined,
  });
  return hits.map(({ path }) => path);
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function groupBy<Item>(items: readonly Item[], nameOfItem: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOfItem(item);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
