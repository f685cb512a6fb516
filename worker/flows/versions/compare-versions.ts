/** Compares two versions of a repository: files, definitions with their lines in both, and the commits in between. */

import type { Snapshot } from '../../core/repositories/repository.ts';
import { sha256 } from '../../core/text/hash.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { SymbolRow } from '../../ports/chunk-store.ts';
import type { CommitRow } from '../../ports/history-store.ts';
import {
  compareDefinitions,
  type DefinitionChange,
  type DigestedSymbol,
} from '../../retrieval/versions/compare-definitions.ts';
import { compareFiles, type DifferingFile, type FileChange } from '../../retrieval/versions/compare-files.ts';
import { toHistoryKey, historyNotes } from '../browse/read-history.ts';
import { resolveSnapshot, type ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Services } from '../services.ts';

/** Maximum files whose definitions are compared, changed files first. Each is read completely in both versions. */
const maxComparedFiles = 200;
const filesAtOnce = 20;
const maxCommits = 50;
/** An end line beyond any file. */
const maxLine = 2 ** 31 - 1;

export interface ComparisonScope {
  readonly path?: string | undefined;
  /** Definitions with this bare or qualified name. */
  readonly symbol?: string | undefined;
}

export interface Comparison {
  readonly from: ResolvedSnapshot;
  readonly to: ResolvedSnapshot;
  readonly files: readonly FileChange[];
  /** Number of files with the same path and content in both. */
  readonly same: number;
  readonly definitions: readonly DefinitionChange[];
  /** Whether more files differ than were compared. */
  readonly isCut: boolean;
  readonly commits: readonly CommitRow[];
  readonly totalCommits: number;
  /** The path that the commits touch; undefined if all commits in between are listed. */
  readonly commitsOf: string | undefined;
  readonly notes: readonly string[];
}

/** @throws what `resolveSnapshot` throws */
export async function compareVersions(
  services: Services,
  viewer: Viewer,
  request: ComparisonScope & { readonly id: string; readonly from: string; readonly to: string | undefined },
): Promise<Comparison> {
  const [from, to] = await Promise.all([
    resolveSnapshot(services, viewer, { id: request.id, version: request.from }),
    resolveSnapshot(services, viewer, { id: request.id, version: request.to }),
  ]);
  return compareSnapshots(services, { from, to }, request);
}

export async function compareSnapshots(
  services: Services,
  { from, to }: { readonly from: ResolvedSnapshot; readonly to: ResolvedSnapshot },
  { path, symbol }: ComparisonScope,
): Promise<Comparison> {
  const { differing, same } = await services.chunkStore.changedFiles(to.key, from.key);
  const definingPaths = await findDefiningPaths(services, [from, to], symbol);
  const filesInScope = differing.filter(
    (file) => isWithin(file.path, path) && (definingPaths === undefined || definingPaths.has(file.path)),
  );
  const files = compareFiles(filesInScope);
  const compared = selectFilesToCompare(files, filesInScope);
  const [before, after] = [
    await readDigestedSymbols(services, from, { paths: compared, symbol }),
    await readDigestedSymbols(services, to, { paths: compared, symbol }),
  ];
  const [first] = definingPaths ?? [];
  const commitsOf = path ?? first;
  const history = await listCommitsBetween(services, { from, to }, commitsOf);
  return {
    from,
    to,
    files,
    same,
    definitions: compareDefinitions(before, after),
    isCut: compared.length < files.filter(({ change }) => change !== 'renamed').length,
    commitsOf,
    ...history,
  };
}

/** Finds the files that define the name in either version, the later version first; undefined without a name. */
async function findDefiningPaths(
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

function isWithin(path: string, within: string | undefined): boolean {
  const folder = within?.replace(/\/+$/, '');
  return folder === undefined || folder === '' || path === folder || path.startsWith(`${folder}/`);
}

function selectFilesToCompare(
  files: readonly FileChange[],
  differing: readonly DifferingFile[],
): readonly string[] {
  const readable = new Set(differing.map(({ path }) => path));
  const candidates = files.filter(({ change, path }) => change !== 'renamed' && readable.has(path));
  const changed = candidates.filter(({ change }) => change === 'changed');
  const others = candidates.filter(({ change }) => change !== 'changed');
  return [...changed, ...others].slice(0, maxComparedFiles).map(({ path }) => path);
}

/** Reads the definitions of files with digests of their lines, so that no text stays in memory. */
async function readDigestedSymbols(
  { chunkStore }: Services,
  { key }: ResolvedSnapshot,
  { paths, symbol }: { readonly paths: readonly string[]; readonly symbol: string | undefined },
): Promise<readonly DigestedSymbol[]> {
  const digested: DigestedSymbol[] = [];
  for (let index = 0; index < paths.length; index += filesAtOnce) {
    const batch = paths.slice(index, index + filesAtOnce);
    const [files, symbols] = await Promise.all([
      chunkStore.readFiles(key, batch),
      chunkStore.symbolsAt(
        key,
        batch.map((path) => ({ path, startLine: 1, endLine: maxLine })),
      ),
    ]);
    const lines = new Map(files.map((file) => [file.path, file.text.split('\n')]));
    for (const definition of symbols.filter((row) => symbol === undefined || hasName(row, symbol))) {
      const text =
        lines
          .get(definition.path)
          ?.slice(definition.startLine - 1, definition.endLine)
          .join('\n') ?? '';
      digested.push({ ...definition, digest: await sha256(text) });
    }
  }
  return digested;
}

function hasName({ name, qualifiedName }: SymbolRow, symbol: string): boolean {
  const expected = symbol.toLowerCase();
  return name.toLowerCase() === expected || `.${qualifiedName.toLowerCase()}`.endsWith(`.${expected}`);
}

async function listCommitsBetween(
  { historyStore }: Services,
  { from, to }: { readonly from: ResolvedSnapshot; readonly to: ResolvedSnapshot },
  path: string | undefined,
): Promise<Pick<Comparison, 'commits' | 'totalCommits' | 'notes'>> {
  const [newer, older] = [toHistoryKey(to), toHistoryKey(from)];
  const counts = [await historyStore.countCommits(newer), await historyStore.countCommits(older)];
  const unknown = [to, from].filter((_, index) => counts[index] === 0);
  if (unknown.length > 0) {
    const notes = unknown.map(({ snapshot }) => `No history of ${formatVersionName(snapshot)} was imported.`);
    return { commits: [], totalCommits: 0, notes };
  }
  const states = [await historyStore.state(newer), await historyStore.state(older)];
  // Missing history of one version makes the list of commits incomplete or too long. Line origins do not matter here.
  const notes = [to, from].flatMap(({ snapshot }, index) => {
    const state = states[index];
    const gaps = state === undefined ? [] : historyNotes({ ...state, origins: state.files });
    return gaps.map((note) => `${formatVersionName(snapshot)}: ${note}`);
  });
  const { total, commits } = await historyStore.commitsBetween(newer, older, { path, limit: maxCommits });
  return { commits, totalCommits: total, notes };
}

/** Returns the name that users know: the branch or tag, otherwise the short commit. */
export function formatVersionName({ ref, commit }: Pick<Snapshot, 'ref' | 'commit'>): string {
  return ref ?? commit.slice(0, commit.startsWith('tree-') ? 17 : 9);
}
