/**
 * Fetches the last change of each line from the host's blame, for files with definitions, most recently changed first. Blame has no earlier
 * versions of a line, so a line history consists of its last change only. Missing commits that lines come from are fetched too.
 */

import type { FileOrigins } from '../../ports/history-store.ts';
import type { BlamedRun } from '../../ports/history-source.ts';
import { storeHostedCommits } from './store-page.ts';
import type { PageResult, PageContext } from './history-page.ts';

/** Files per version; this many take 200 calls. */
const maxFiles = 2_000;
const lastChangeOnly =
  'Only the last change of each line is known, from GitHub’s blame. Import the history from a clone to get earlier versions of lines.';

/** The cursor counts the files whose blame failed: they stay at the beginning of the list. */
export async function fetchOriginsPage(paging: PageContext): Promise<PageResult> {
  const { services, source, job, access } = paging;
  const { step, key, input } = job;
  if (!source.capabilities(access).blame)
    return { next: undefined, progress: { done: 0, total: 0 }, notes: [], budget: undefined };
  const failed = Number(step.cursor ?? 0);
  const { files, total } = await services.historyStore.withoutOrigins(key, failed + source.maxBlamePaths);
  const now = files.slice(failed);
  if (now.length === 0) return endStage(step.done, total, undefined);
  const paths = now.map(({ path }) => path);
  const { runs, budget } = await source.blame(input.place, { commit: input.tip, paths }, access);
  const read = now.flatMap((file) => readBlame(file, runs.get(file.path) ?? []) ?? []);
  await storeMissingCommits(paging, read);
  await services.historyStore.saveOrigins(key, read);
  const done = step.done + read.length;
  const lost = failed + now.length - read.length;
  if (step.done + lost + now.length >= maxFiles) return endStage(done, total - read.length, budget);
  return {
    next: { stage: step.stage, cursor: String(lost), done },
    progress: { done, total: done + total - read.length },
    notes: [],
    budget,
  };
}

/** The history's state already reports how many files have no origins. */
function endStage(done: number, left: number, budget: PageResult['budget']): PageResult {
  const notes = done === 0 ? [] : [lastChangeOnly];
  return { next: undefined, progress: { done, total: done + left }, notes, budget };
}

/** Undefined when the blame does not cover the file's lines exactly: then it belongs to another text. */
function readBlame(
  { path, hash, lines }: { readonly path: string; readonly hash: string; readonly lines: number },
  blamed: readonly BlamedRun[],
): FileOrigins | undefined {
  const places = new Map<string, number>();
  const runs: FileOrigins['runs'][number][] = [];
  let next = 1;
  for (const { startLine, endLine, commit } of blamed.toSorted((a, b) => a.startLine - b.startLine)) {
    if (startLine !== next || endLine < startLine || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
    const node = places.get(commit) ?? places.size;
    places.set(commit, node);
    runs.push({ lines: endLine - startLine + 1, node, line: startLine });
    next = endLine + 1;
  }
  if (next !== lines + 1) return undefined;
  const nodes = [...places.keys()].map((commit) => ({
    commit,
    step: 'edited' as const,
    path,
    before: undefined,
  }));
  return { path, hash, nodes, runs, isLastAlone: true };
}

async function storeMissingCommits(
  { services, source, job, access }: PageContext,
  files: readonly FileOrigins[],
): Promise<void> {
  const named = new Set(files.flatMap(({ nodes }) => nodes.flatMap(({ commit }) => commit ?? [])));
  const known = await services.historyStore.knownCommits(job.key, [...named]);
  const unknown = [...named].filter((id) => !known.has(id));
  for (let at = 0; at < unknown.length; at += source.maxCommitsById) {
    const { commits } = await source.commitsById(
      job.input.place,
      unknown.slice(at, at + source.maxCommitsById),
      access,
    );
    await storeHostedCommits(services, job, commits);
  }
}
