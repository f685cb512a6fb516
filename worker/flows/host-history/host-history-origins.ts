/**
 * Who changed the lines of files with definitions last, by the host's blame: the files changed last first. What lines were before is not
 * told by it, so that a lineage is its last change alone. Commits that are older than those asked for are fetched where lines come from them.
 */

import type { FileOrigins } from '../../ports/history-store.ts';
import type { BlamedRun } from '../../ports/history-source.ts';
import { keepHostedCommits } from './host-history-keep.ts';
import type { PageDone, Paging } from './host-history-pages.ts';

/** Files of one version: two hundred calls. */
const mostFiles = 2_000;
const lastChangeAlone =
  'Of lines the last change alone is known, as GitHub’s blame tells it: hand the history over from a clone for what they were before.';

/** The cursor counts the files of the list that could not be told: those stay at its beginning. */
export async function originsPage(paging: Paging): Promise<PageDone> {
  const { services, source, job, access } = paging;
  const { step, key, input } = job;
  if (!source.reachOf(access).blame)
    return { next: undefined, progress: { done: 0, total: 0 }, notes: [], budget: undefined };
  const failed = Number(step.cursor ?? 0);
  const { files, total } = await services.historyStore.withoutOrigins(key, failed + source.maxBlamed);
  const now = files.slice(failed);
  if (now.length === 0) return ended(step.done, total, undefined);
  const paths = now.map(({ path }) => path);
  const { runs, budget } = await source.blame(input.place, { commit: input.tip, paths }, access);
  const read = now.flatMap((file) => readBlame(file, runs.get(file.path) ?? []) ?? []);
  await keepCommitsOf(paging, read);
  await services.historyStore.saveOrigins(key, read);
  const done = step.done + read.length;
  const lost = failed + now.length - read.length;
  if (step.done + lost + now.length >= mostFiles) return ended(done, total - read.length, budget);
  return {
    next: { stage: step.stage, cursor: String(lost), done },
    progress: { done, total: done + total - read.length },
    notes: [],
    budget,
  };
}

/** How many files nothing is known of is told by the history's state itself. */
function ended(done: number, left: number, budget: PageDone['budget']): PageDone {
  const notes = done === 0 ? [] : [lastChangeAlone];
  return { next: undefined, progress: { done, total: done + left }, notes, budget };
}

/** Undefined where what is told does not cover the file's lines exactly: then it is of another text. */
function readBlame(
  { path, hash, lines }: { readonly path: string; readonly hash: string; readonly lines: number },
  told: readonly BlamedRun[],
): FileOrigins | undefined {
  const places = new Map<string, number>();
  const runs: FileOrigins['runs'][number][] = [];
  let next = 1;
  for (const { startLine, endLine, commit } of told.toSorted((a, b) => a.startLine - b.startLine)) {
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

async function keepCommitsOf(
  { services, source, job, access }: Paging,
  files: readonly FileOrigins[],
): Promise<void> {
  const named = new Set(files.flatMap(({ nodes }) => nodes.flatMap(({ commit }) => commit ?? [])));
  const known = await services.historyStore.knownCommits(job.key, [...named]);
  const unknown = [...named].filter((id) => !known.has(id));
  for (let at = 0; at < unknown.length; at += source.maxCommitsOf) {
    const { commits } = await source.commitsOf(
      job.input.place,
      unknown.slice(at, at + source.maxCommitsOf),
      access,
    );
    await keepHostedCommits(services, job, commits);
  }
}
