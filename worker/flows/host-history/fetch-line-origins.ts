/**
 * Fetches the last change of each line from the host's blame, for files with definitions, most recently changed first. Blame contains no
 * earlier versions of a line, so a line history consists of its last change only. Commits that lines come from are fetched if missing.
 */

import type { FileOrigins } from '../../ports/history-store.ts';
import type { BlamedRun } from '../../ports/history-source.ts';
import { storeHostedCommits } from './store-page.ts';
import type { PageResult, PageContext } from './history-page.ts';

/** Maximum files per version, which take 200 calls. */
const maxFiles = 2_000;
const lastChangeOnly =
  'Only the last change of each line is known, from GitHub’s blame. Import the history from a clone to get earlier versions of lines.';

/** The cursor counts the files whose blame failed, which stay at the beginning of the list. */
export async function fetchOriginsPage(paging: PageContext): Promise<PageResult> {
  const { services, source, job, access } = paging;
  const { step, key, input } = job;
  if (!source.capabilities(access).blame)
    return { next: undefined, progress: { done: 0, total: 0 }, notes: [], budget: undefined };
  const failed = Number(step.cursor ?? 0);
  const { files, total } = await services.historyStore.listFilesWithoutOrigins(
    key,
    failed + source.maxBlamePaths,
  );
  const batch = files.slice(failed);
  if (batch.length === 0) return endStage(step.done, total, undefined);
  const paths = batch.map(({ path }) => path);
  const { runs, budget } = await source.blame(input.place, { commit: input.tip, paths }, access);
  const read = batch.flatMap((file) => readBlame(file, runs.get(file.path) ?? []) ?? []);
  await storeMissingCommits(paging, read);
  await services.historyStore.saveOrigins(key, read);
  const done = step.done + read.length;
  const allFailed = failed + batch.length - read.length;
  if (step.done + allFailed + batch.length >= maxFiles) return endStage(done, total - read.length, budget);
  return {
    next: { stage: step.stage, cursor: String(allFailed), done },
    progress: { done, total: done + total - read.length },
    notes: [],
    budget,
  };
}

/** Adds no note on files without origins, since the state of the history reports their number. */
function endStage(done: number, remaining: number, budget: PageResult['budget']): PageResult {
  const notes = done === 0 ? [] : [lastChangeOnly];
  return { next: undefined, progress: { done, total: done + remaining }, notes, budget };
}

/** @returns undefined if the blame does not cover the file's lines exactly, so that it belongs to another text */
function readBlame(
  { path, hash, lines }: { readonly path: string; readonly hash: string; readonly lines: number },
  blameRuns: readonly BlamedRun[],
): FileOrigins | undefined {
  const nodeIndexes = new Map<string, number>();
  const runs: FileOrigins['runs'][number][] = [];
  let next = 1;
  for (const { startLine, endLine, commit } of blameRuns.toSorted((a, b) => a.startLine - b.startLine)) {
    if (startLine !== next || endLine < startLine || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
    const node = nodeIndexes.get(commit) ?? nodeIndexes.size;
    nodeIndexes.set(commit, node);
    runs.push({ lines: endLine - startLine + 1, node, line: startLine });
    next = endLine + 1;
  }
  if (next !== lines + 1) return undefined;
  const nodes = [...nodeIndexes.keys()].map((commit) => ({
    commit,
    step: 'edited' as const,
    path,
    before: undefined,
  }));
  return { path, hash, nodes, runs, hasOnlyLastChanges: true };
}

async function storeMissingCommits(
  { services, source, job, access }: PageContext,
  files: readonly FileOrigins[],
): Promise<void> {
  const commitIds = new Set(files.flatMap(({ nodes }) => nodes.flatMap(({ commit }) => commit ?? [])));
  const known = await services.historyStore.knownCommits(job.key, [...commitIds]);
  const unknown = [...commitIds].filter((id) => !known.has(id));
  for (let index = 0; index < unknown.length; index += source.maxCommitsById) {
    const { commits } = await source.commitsById(
      job.input.place,
      unknown.slice(index, index + source.maxCommitsById),
      access,
    );
    await storeHostedCommits(services, job, commits);
  }
}
