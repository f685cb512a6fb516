/** Two versions of a repository beside one another: files, definitions with their lines in both, and the commits between. */

import type { Snapshot } from '../../core/repository.ts';
import { sha256 } from '../../core/hash.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import type { CommitRow } from '../../ports/history-store.ts';
import {
  compareDefinitions,
  type DefinitionChange,
  type DigestedSymbol,
} from '../../retrieval/versions/compare-definitions.ts';
import { compareFiles, type DifferingFile, type FileChange } from '../../retrieval/versions/compare-files.ts';
import { historyKeyOf, historyNotes } from '../browse/read-history.ts';
import { resolveSnapshot, type ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Services } from '../services.ts';

/** Files whose definitions are looked into, those changed first: each is read whole, in both versions. */
const filesLookedInto = 200;
const filesAtOnce = 20;
const commitsShown = 50;
/** No file has as many. */
const lastLine = 2 ** 31 - 1;

export interface Compared {
  readonly path?: string | undefined;
  /** Definitions of this name, bare or qualified. */
  readonly symbol?: string | undefined;
}

export interface Comparison {
  readonly from: ResolvedSnapshot;
  readonly to: ResolvedSnapshot;
  readonly files: readonly FileChange[];
  /** Files that are the same in both, under the same path. */
  readonly same: number;
  readonly definitions: readonly DefinitionChange[];
  /** Whether more files differ than were looked into. */
  readonly isCut: boolean;
  readonly commits: readonly CommitRow[];
  readonly commitsInAll: number;
  /** What they touch; undefined where all commits between are told. */
  readonly commitsOf: string | undefined;
  readonly notes: readonly string[];
}

/** @throws what `resolveSnapshot` throws */
export async function compareVersions(
  services: Services,
  viewer: Viewer,
  asked: Compared & { readonly id: string; readonly from: string; readonly to: string | undefined },
): Promise<Comparison> {
  const [from, to] = await Promise.all([
    resolveSnapshot(services, viewer, { id: asked.id, version: asked.from }),
    resolveSnapshot(services, viewer, { id: asked.id, version: asked.to }),
  ]);
  return compareSnapshots(services, { from, to }, asked);
}

export async function compareSnapshots(
  services: Services,
  { from, to }: { readonly from: ResolvedSnapshot; readonly to: ResolvedSnapshot },
  { path, symbol }: Compared,
): Promise<Comparison> {
  const { differing, same } = await services.chunkStore.differingFiles(to.key, from.key);
  const wanted = await pathsOf(services, [from, to], symbol);
  const inScope = differing.filter(
    (one) => lies(one.path, path) && (wanted === undefined || wanted.has(one.path)),
  );
  const files = compareFiles(inScope);
  const looked = filesToLookInto(files, inScope);
  const [before, after] = [
    await digestedSymbols(services, from, { paths: looked, symbol }),
    await digestedSymbols(services, to, { paths: looked, symbol }),
  ];
  const [first] = wanted ?? [];
  const commitsOf = path ?? first;
  const history = await commitsBetween(services, { from, to }, commitsOf);
  return {
    from,
    to,
    files,
    same,
    definitions: compareDefinitions(before, after),
    isCut: looked.length < files.filter(({ change }) => change !== 'renamed').length,
    commitsOf,
    ...history,
  };
}

/** The files definitions of a name stand in, in either version, those of the later one first; undefined where none is asked for. */
async function pathsOf(
  services: Services,
  [from, to]: readonly [ResolvedSnapshot, ResolvedSnapshot],
  symbol: string | undefined,
): Promise<ReadonlySet<string> | undefined> {
  if (symbol === undefined) return undefined;
  const [after, before] = await Promise.all([
    services.chunkStore.findSymbols(to.key, [symbol]),
    services.chunkStore.findSymbols(from.key, [symbol]),
  ]);
  return new Set([...after, ...before].map(({ path }) => path));
}

function lies(path: string, within: string | undefined): boolean {
  const folder = within?.replace(/\/+$/, '');
  return folder === undefined || folder === '' || path === folder || path.startsWith(`${folder}/`);
}

function filesToLookInto(
  files: readonly FileChange[],
  differing: readonly DifferingFile[],
): readonly string[] {
  const there = new Set(differing.map(({ path }) => path));
  const told = files.filter(({ change, path }) => change !== 'renamed' && there.has(path));
  const changed = told.filter(({ change }) => change === 'changed');
  const others = told.filter(({ change }) => change !== 'changed');
  return [...changed, ...others].slice(0, filesLookedInto).map(({ path }) => path);
}

/** Definitions of files with the digests of their lines; no text is kept. */
async function digestedSymbols(
  { chunkStore }: Services,
  { key }: ResolvedSnapshot,
  { paths, symbol }: { readonly paths: readonly string[]; readonly symbol: string | undefined },
): Promise<readonly DigestedSymbol[]> {
  const digested: DigestedSymbol[] = [];
  for (let at = 0; at < paths.length; at += filesAtOnce) {
    const some = paths.slice(at, at + filesAtOnce);
    const [files, symbols] = await Promise.all([
      chunkStore.readFiles(key, some),
      chunkStore.symbolsAt(
        key,
        some.map((path) => ({ path, startLine: 1, endLine: lastLine })),
      ),
    ]);
    const lines = new Map(files.map((file) => [file.path, file.text.split('\n')]));
    for (const one of symbols.filter((each) => symbol === undefined || isCalled(each, symbol))) {
      const text =
        lines
          .get(one.path)
          ?.slice(one.startLine - 1, one.endLine)
          .join('\n') ?? '';
      digested.push({ ...one, digest: await sha256(text) });
    }
  }
  return digested;
}

function isCalled({ name, qualifiedName }: SymbolRow, symbol: string): boolean {
  const wanted = symbol.toLowerCase();
  return name.toLowerCase() === wanted || `.${qualifiedName.toLowerCase()}`.endsWith(`.${wanted}`);
}

async function commitsBetween(
  { historyStore }: Services,
  { from, to }: { readonly from: ResolvedSnapshot; readonly to: ResolvedSnapshot },
  path: string | undefined,
): Promise<Pick<Comparison, 'commits' | 'commitsInAll' | 'notes'>> {
  const [newer, older] = [historyKeyOf(to), historyKeyOf(from)];
  const counts = [await historyStore.countCommits(newer), await historyStore.countCommits(older)];
  const unknown = [to, from].filter((_, index) => counts[index] === 0);
  if (unknown.length > 0) {
    const notes = unknown.map(({ snapshot }) => `No history of ${nameOfVersion(snapshot)} was handed over.`);
    return { commits: [], commitsInAll: 0, notes };
  }
  const states = [await historyStore.state(newer), await historyStore.state(older)];
  // What one lacks is missing of those between, or is counted though both have it. Where lines come from is not asked here.
  const notes = [to, from].flatMap(({ snapshot }, index) => {
    const state = states[index];
    const lacks = state === undefined ? [] : historyNotes({ ...state, origins: state.files });
    return lacks.map((note) => `${nameOfVersion(snapshot)}: ${note}`);
  });
  const { total, commits } = await historyStore.between(newer, older, { path, limit: commitsShown });
  return { commits, commitsInAll: total, notes };
}

/** As a person calls it: its branch or tag, else its commit. */
export function nameOfVersion({ ref, commit }: Pick<Snapshot, 'ref' | 'commit'>): string {
  return ref ?? commit.slice(0, commit.startsWith('tree-') ? 17 : 9);
}
