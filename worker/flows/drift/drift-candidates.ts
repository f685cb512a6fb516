/** Files that lines which have left their own may stand in now: looked for by bytes, by name, by symbol and by words. */

import type { CitedLines } from '../../core/drift.ts';
import { termsOf } from '../../core/terms.ts';
import type { States } from './locate-citations.ts';
import type { Services } from '../services.ts';

type Needed = Pick<Services, 'chunkStore' | 'textIndex'>;

export interface Candidates {
  /** The one file that holds what their whole file held. */
  readonly sameBytes: string | undefined;
  /** Others, the likeliest first. */
  readonly paths: readonly string[];
}

/** Files looked into for one citation. */
const maxPaths = 6;
/** Citations whose words are searched for: each costs two calls. */
const maxSearched = 30;
/** Terms of a citation, as many as one query takes, and of them the rarest that are searched for. */
const [maxTerms, maxRarest] = [64, 8];

export async function findCandidates(
  services: Needed,
  { was, now }: States,
  lost: readonly CitedLines[],
): Promise<ReadonlyMap<CitedLines, Candidates>> {
  if (lost.length === 0) return new Map();
  const symbols = unique(lost.flatMap(({ symbol }) => symbol ?? []));
  const [renamed, files, defined, worded] = await Promise.all([
    services.chunkStore.filesHolding(now, {
      paths: [],
      hashes: unique(lost.map(({ fileHash }) => fileHash)),
    }),
    services.chunkStore.listFiles(now),
    symbols.length === 0 ? [] : services.chunkStore.findSymbols(now, symbols),
    Promise.all(lost.slice(0, maxSearched).map((one) => filesOfWords(services, now, one))),
  ]);
  const byName = groupBy(files, ({ path }) => nameOf(path));
  const bySymbol = groupBy(defined, ({ qualifiedName }) => qualifiedName);
  const found = lost.map((one, at) => {
    const named = byName.get(nameOf(one.path)) ?? [];
    const defining = one.symbol === undefined ? [] : (bySymbol.get(one.symbol) ?? []);
    const paths = [...defining.map(({ path }) => path), ...named.map(({ path }) => path).slice(0, maxPaths)];
    return { one, paths: unique([...(worded[at] ?? []), ...paths]).filter((path) => path !== one.path) };
  });
  const isOld = await heldBefore(
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

/** Of paths, those that held before what they hold now: nothing has moved to them. */
async function heldBefore(
  { chunkStore }: Needed,
  { was, now }: States,
  paths: readonly string[],
): Promise<(path: string) => boolean> {
  if (was === undefined || paths.length === 0) return () => false;
  const [before, after] = await Promise.all(
    [was, now].map((key) => chunkStore.filesHolding(key, { paths, hashes: [] })),
  );
  const hashes = new Map((before ?? []).map(({ path, hash }) => [path, hash]));
  const old = new Set(
    (after ?? []).filter(({ path, hash }) => hashes.get(path) === hash).map(({ path }) => path),
  );
  return (path) => old.has(path);
}

/** Files whose chunks hold most of the rarest words of the lines. */
async function filesOfWords(
  { textIndex }: Needed,
  key: States['now'],
  { text }: CitedLines,
): Promise<readonly string[]> {
  const terms = unique(termsOf(text)).slice(0, maxTerms);
  const held = [...(await textIndex.documentFrequencies(key, terms))].filter(([, count]) => count > 0);
  const rarest = held.sort(([, a], [, b]) => a - b).slice(0, maxRarest);
  if (rarest.length === 0) return [];
  const hits = await textIndex.search(key, {
    terms: rarest.map(([term]) => term),
    weights: { path: 0, symbols: 1, prose: 1, code: 1 },
    limit: maxPaths,
    paths: undefined,
  });
  return hits.map(({ path }) => path);
}

function nameOf(path: string): string {
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
