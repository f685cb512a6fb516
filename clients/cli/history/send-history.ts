/**
 * Uploads the history of an indexed source: commits of the last year (or all), the history of every line, older
 * commits that those lines come from, and an end marker. Data that the server already has is not sent again, so an
 * interrupted upload resumes.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError, type Client } from '../../../worker/contract/client.ts';
import type { HistoryVersion } from '../../../worker/contract/history/client.ts';
import type { GitTip, PackSource } from '../source/pack-source.ts';
import { followLines } from './lines/follow-lines.ts';
import type { FollowedLines } from './lines/follow-lines.ts';
import { toByteString } from './git-path.ts';
import {
  countCommits,
  readGitHistory,
  listCommits,
  describeLimitations,
  type GitHistory,
} from './read-git-history.ts';
import { readIgnoredCommits } from './ignored-commits.ts';
import { packOrigins } from './pack-origins.ts';
import { sendCommits } from './send-commits.ts';
import { readTags } from './read-tags.ts';
import { listTipFiles } from './list-tip-files.ts';
import type { TipFile } from './list-tip-files.ts';

export type HistoryEvent =
  | { readonly kind: 'commits'; readonly done: number; readonly total: number }
  /** Commits visited by the line walk, and lines whose origin is still unknown. */
  | { readonly kind: 'lines'; readonly done: number; readonly total: number; readonly openLines: number }
  | { readonly kind: 'origins'; readonly done: number; readonly total: number }
  | { readonly kind: 'unavailable'; readonly reason: string };

interface HistoryOptions extends HistoryVersion {
  readonly source: PackSource;
  readonly git: GitTip;
  /** Uploads all commits instead of those in the twelve months before the tip. */
  readonly includesAllCommits: boolean;
  readonly signal: AbortSignal;
  /** How long the server may be unavailable. */
  readonly maxUnavailableMs: number;
  readonly report: (event: HistoryEvent) => void;
  /** Maximum number of newest commits and of older commits that lines come from. Default: the server's limits. */
  readonly maxCommits?: { readonly newest: number; readonly referenced: number };
}

export interface HistoryOutcome {
  /** Commits that the server now stores for this version. */
  readonly commits: number;
  /** Files with a stored line history, out of all `files`. */
  readonly origins: number;
  readonly files: number;
  readonly notes: readonly string[];
  /** Milliseconds. */
  readonly stages: { readonly history: number; readonly origins: number };
}

/** Their sum is the server's limit per version. */
const maxStoredCommits = { newest: 250_000, referenced: 50_000 };
/** Maximum files per lookup. */
const maxQueriedFiles = 2_000;

/**
 * @returns undefined when git cannot read the history. @throws ProblemError when the server rejects a request or stays
 * unavailable
 */
export async function sendHistory(
  client: Client,
  options: HistoryOptions,
): Promise<HistoryOutcome | undefined> {
  const { git, includesAllCommits, signal } = options;
  const history = await readGitHistory(git, signal);
  if (history === undefined) return undefined;
  const since = includesAllCommits ? undefined : subtractYear(history.tipCommittedAt);
  const startedAt = performance.now();
  const { count, commitLimit } = await uploadNewestCommits(client, options, { history, since });
  const commitsEndedAt = performance.now();
  const origins = await uploadOrigins(client, options, { history, count });
  const { tags, tagError } = await readTags(git, signal);
  const notes = describeLimitations({ history, commitLimit, tagError, ...origins });
  // Without tags, the server keeps those of an earlier upload.
  const facts = { tip: git.tip, since: since ?? null, notes, ...(tags === undefined ? {} : { tags }) };
  await callWithRetries(options, () => client.endHistory(options, facts));
  const state = await callWithRetries(options, () => client.historyState(options));
  return {
    commits: state.commits,
    origins: state.origins,
    files: state.files,
    notes,
    stages: {
      history: Math.round(commitsEndedAt - startedAt),
      origins: Math.round(performance.now() - commitsEndedAt),
    },
  };
}

/** Converts a time to the same day one year earlier, in seconds since 1970 and at least 0. */
function subtractYear(ms: number): number {
  const date = new Date(ms);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return Math.max(0, Math.floor(date.getTime() / 1000));
}

function callWithRetries<T>(options: HistoryOptions, call: () => Promise<T>): Promise<T> {
  const { signal, maxUnavailableMs, report } = options;
  return retryWhileUnavailable(call, {
    signal,
    maxUnavailableMs,
    onUnavailable: (reason) => report({ kind: 'unavailable', reason }),
  });
}

/** @returns the number of uploaded commits, and the limit, if the history has more */
async function uploadNewestCommits(
  client: Client,
  options: HistoryOptions,
  { history, since }: { history: GitHistory; since: number | undefined },
): Promise<{ readonly count: number; readonly commitLimit: number | undefined }> {
  const { git, signal, maxCommits = maxStoredCommits } = options;
  const max = maxCommits.newest;
  const listing = { since, max, signal };
  // Counts one more to detect whether there are further commits.
  const total = await countCommits(git, { ...listing, max: max + 1 });
  await uploadCommits(client, options, {
    ids: listCommits(git, listing),
    total: Math.min(total, max),
    history,
  });
  return { count: Math.min(total, max), commitLimit: total > max ? max : undefined };
}

interface UploadedCommits {
  readonly ids: AsyncIterable<string> | Iterable<string>;
  readonly total: number;
  readonly history: GitHistory;
}

/** Uploads the commits that the server lacks. */
async function uploadCommits(
  client: Client,
  options: HistoryOptions,
  { ids, total, history }: UploadedCommits,
): Promise<void> {
  const { git, signal, report } = options;
  const { boundary, isPartial } = history;
  let done = 0;
  report({ kind: 'commits', done, total });
  await sendCommits(
    ids,
    { folder: git.folder, prefix: git.prefix, boundary, withFiles: !isPartial, signal },
    {
      selectMissing: async (commits) =>
        (await callWithRetries(options, () => client.missingHistory(options, { commits }))).commits,
      send: (commits) => callWithRetries(options, () => client.sendCommits(options, commits)),
      report: (count) => report({ kind: 'commits', done: (done += count), total }),
    },
  );
}

async function uploadOrigins(
  client: Client,
  options: HistoryOptions,
  { history, count }: { readonly history: GitHistory; readonly count: number },
): Promise<{ tooLarge: number; readError: string | undefined }> {
  const { source, git, signal, report, maxCommits = maxStoredCommits } = options;
  const { files, tooLarge } = await listTipFiles(source, signal);
  const missing = await selectMissingFiles(client, options, files);
  if (missing.length === 0) return { tooLarge, readError: undefined };
  const followed = await followLines({
    ...git,
    files: missing.map(({ path, lines }) => ({ path: toByteString(git.prefix + path), lines })),
    boundary: history.boundary,
    ignored: await readIgnoredCommits(git.folder, git.tip, signal),
    signal,
    onCommit: (done, openLines) => report({ kind: 'lines', done, total: history.commits, openLines }),
  });
  // Uploads commits first, so that every stored origin refers to a stored commit.
  const ids = referencedCommitIds(followed).slice(0, maxCommits.newest + maxCommits.referenced - count);
  await uploadCommits(client, options, { ids, total: ids.length, history });
  let done = 0;
  for (const origins of packOrigins(followed, missing, git.prefix)) {
    await callWithRetries(options, () => client.sendOrigins(options, origins));
    report({ kind: 'origins', done: (done += origins.files.length), total: missing.length });
  }
  return { tooLarge, readError: followed.readError };
}

/** Selects the files whose content the server has and whose line history it lacks. */
async function selectMissingFiles(
  client: Client,
  options: HistoryOptions,
  files: readonly TipFile[],
): Promise<readonly TipFile[]> {
  const missingPaths = new Set<string>();
  for (let at = 0; at < files.length; at += maxQueriedFiles) {
    const query = files.slice(at, at + maxQueriedFiles).map(({ path, hash }) => ({ path, hash }));
    const answer = await callWithRetries(options, () => client.missingHistory(options, { files: query }));
    for (const path of answer.files) missingPaths.add(path);
  }
  return files.filter(({ path }) => missingPaths.has(path));
}

function referencedCommitIds({ ledger, commits }: FollowedLines): readonly string[] {
  return [...ledger.referencedCommits()].map((number) => commits[number]).filter((id) => id !== undefined);
}

interface RetryOptions {
  readonly signal: AbortSignal;
  /** How long the server may be unavailable. */
  readonly maxUnavailableMs: number;
  /** Called once per outage, with the reason. */
  readonly onUnavailable: (reason: string) => void;
}

const retryDelayMs = 500;
const minServerErrorStatus = 500;

/**
 * Repeats a request while the server is unavailable. A retry is safe, because every request of the upload is
 * idempotent. @throws ProblemError when the server rejects the request or stays unavailable
 */
async function retryWhileUnavailable<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  let unavailableSince: number | undefined;
  for (;;) {
    options.signal.throwIfAborted();
    try {
      return await call();
    } catch (thrown) {
      const now = performance.now();
      if (
        !isUnavailable(thrown) ||
        (unavailableSince !== undefined && now - unavailableSince > options.maxUnavailableMs)
      )
        throw thrown;
      if (unavailableSince === undefined) options.onUnavailable(thrown.problem.detail);
      unavailableSince ??= now;
    }
    await sleep(retryDelayMs, undefined, { signal: options.signal });
  }
}

function isUnavailable(thrown: unknown): thrown is ProblemError {
  return (
    thrown instanceof ProblemError &&
    (thrown.problem.status === 0 || thrown.problem.status >= minServerErrorStatus)
  );
}
