/**
 * Hands the history of an indexed source over: commits of the last year (or all), what every line has been through, the older
 * commits those lines come from, and a word that this is all. What the server has already is never sent; a hand-over that
 * broke off goes on from there.
 */

import type { Client } from '../../../worker/contract/client.ts';
import type { HistoryVersion } from '../../../worker/contract/history-client.ts';
import type { GitTip, PackSource } from '../source/pack-source.ts';
import { followLines } from './follow-lines.ts';
import type { FollowedLines } from './follow-lines.ts';
import { pathBytes } from './git-path.ts';
import { countCommits, knownHistory, listCommits } from './git-place.ts';
import type { KnownHistory } from './git-place.ts';
import { ignoredCommits } from './ignored-commits.ts';
import { keepAsking } from './keep-asking.ts';
import { notesOf } from './notes-of.ts';
import { packOrigins } from './pack-origins.ts';
import { sendCommits } from './send-commits.ts';
import { listTipFiles } from './tip-files.ts';
import type { TipFile } from './tip-files.ts';

export type HistoryEvent =
  | { readonly kind: 'commits'; readonly done: number; readonly total: number }
  /** Commits passed while lines are followed, and lines whose origin is not known yet. */
  | { readonly kind: 'lines'; readonly done: number; readonly total: number; readonly open: number }
  | { readonly kind: 'origins'; readonly done: number; readonly total: number }
  | { readonly kind: 'away'; readonly reason: string };

interface HistoryOptions extends HistoryVersion {
  readonly source: PackSource;
  readonly git: GitTip;
  /** All commits instead of those of the twelve months before the tip. */
  readonly full: boolean;
  readonly signal: AbortSignal;
  /** Milliseconds the server may be away. */
  readonly patienceMs: number;
  readonly report: (event: HistoryEvent) => void;
  /** Of the newest commits, and of older ones that lines come from; as many as a server takes, if left out. */
  readonly maxCommits?: { readonly listed: number; readonly named: number };
}

export interface HistoryOutcome {
  /** Commits and files with origins the server has of this version now. */
  readonly commits: number;
  readonly origins: number;
  readonly files: number;
  readonly notes: readonly string[];
  /** Milliseconds. */
  readonly stages: { readonly history: number; readonly origins: number };
}

/** Together as many as a server takes of a version. */
const mostCommits = { listed: 250_000, named: 50_000 };
/** Files asked about in one call. */
const maxAskedFiles = 2_000;

/** @returns undefined where git cannot read the history. @throws ProblemError when the server refuses or stays away. */
export async function sendHistory(
  client: Client,
  options: HistoryOptions,
): Promise<HistoryOutcome | undefined> {
  const { git, full, signal } = options;
  const known = await knownHistory(git, signal);
  if (known === undefined) return undefined;
  const since = full ? undefined : aYearBefore(known.tipCommittedAt);
  const startedAt = performance.now();
  const { count, newest } = await handOverCommits(client, options, { known, since });
  const commitsAt = performance.now();
  const origins = await handOverOrigins(client, options, { known, count });
  const notes = notesOf({ known, newest, ...origins });
  const facts = { tip: git.tip, since: since ?? null, notes };
  await patiently(options, () => client.endHistory(options, facts));
  const state = await patiently(options, () => client.historyState(options));
  return {
    commits: state.commits,
    origins: state.origins,
    files: state.files,
    notes,
    stages: {
      history: Math.round(commitsAt - startedAt),
      origins: Math.round(performance.now() - commitsAt),
    },
  };
}

/** In seconds, the same day a year earlier; nothing is before 1970. */
function aYearBefore(ms: number): number {
  const date = new Date(ms);
  date.setUTCFullYear(date.getUTCFullYear() - 1);
  return Math.max(0, Math.floor(date.getTime() / 1000));
}

function patiently<T>(options: HistoryOptions, call: () => Promise<T>): Promise<T> {
  const { signal, patienceMs, report } = options;
  return keepAsking(call, { signal, patienceMs, onBreak: (reason) => report({ kind: 'away', reason }) });
}

/** @returns how many there are now; as `newest` too where there are more of them. */
async function handOverCommits(
  client: Client,
  options: HistoryOptions,
  of: { known: KnownHistory; since: number | undefined },
): Promise<{ readonly count: number; readonly newest: number | undefined }> {
  const { git, signal, maxCommits = mostCommits } = options;
  const max = maxCommits.listed;
  const listing = { since: of.since, max, signal };
  // One more tells whether there are any beyond.
  const total = await countCommits(git, { ...listing, max: max + 1 });
  await handOver(client, options, {
    ids: listCommits(git, listing),
    total: Math.min(total, max),
    known: of.known,
  });
  return { count: Math.min(total, max), newest: total > max ? max : undefined };
}

/** Those of the commits that are not there yet. */
async function handOver(
  client: Client,
  options: HistoryOptions,
  of: { ids: AsyncIterable<string> | Iterable<string>; total: number; known: KnownHistory },
): Promise<void> {
  const { git, signal, report } = options;
  const { boundary, isPartial } = of.known;
  let done = 0;
  report({ kind: 'commits', done, total: of.total });
  await sendCommits(
    of.ids,
    { folder: git.folder, prefix: git.prefix, boundary, withFiles: !isPartial, signal },
    {
      wanted: async (commits) =>
        (await patiently(options, () => client.historyWanted(options, { commits }))).commits,
      send: (commits) => patiently(options, () => client.sendCommits(options, commits)),
      done: (count) => report({ kind: 'commits', done: (done += count), total: of.total }),
    },
  );
}

async function handOverOrigins(
  client: Client,
  options: HistoryOptions,
  { known, count }: { readonly known: KnownHistory; readonly count: number },
): Promise<{ tooLarge: number; brokenOff: string | undefined }> {
  const { source, git, signal, report, maxCommits = mostCommits } = options;
  const { files, tooLarge } = await listTipFiles(source, signal);
  const wanted = await wantedFiles(client, options, files);
  if (wanted.length === 0) return { tooLarge, brokenOff: undefined };
  const followed = await followLines({
    ...git,
    files: wanted.map(({ path, lines }) => ({ path: pathBytes(git.prefix + path), lines })),
    boundary: known.boundary,
    ignored: await ignoredCommits(git.folder, git.tip, signal),
    signal,
    onCommit: (done, open) => report({ kind: 'lines', done, total: known.commits, open }),
  });
  // First the commits, so that whoever finds an origin finds what it names.
  const ids = namedCommits(followed).slice(0, maxCommits.listed + maxCommits.named - count);
  await handOver(client, options, { ids, total: ids.length, known });
  let done = 0;
  for (const origins of packOrigins(followed, wanted, git.prefix)) {
    await patiently(options, () => client.sendOrigins(options, origins));
    report({ kind: 'origins', done: (done += origins.files.length), total: wanted.length });
  }
  return { tooLarge, brokenOff: followed.brokenOff };
}

/** Those whose text the server has and whose lines' origins it has not. */
async function wantedFiles(
  client: Client,
  options: HistoryOptions,
  files: readonly TipFile[],
): Promise<readonly TipFile[]> {
  const wanted = new Set<string>();
  for (let at = 0; at < files.length; at += maxAskedFiles) {
    const asked = files.slice(at, at + maxAskedFiles).map(({ path, hash }) => ({ path, hash }));
    const answer = await patiently(options, () => client.historyWanted(options, { files: asked }));
    for (const path of answer.files) wanted.add(path);
  }
  return files.filter(({ path }) => wanted.has(path));
}

function namedCommits({ ledger, commits }: FollowedLines): readonly string[] {
  return [...ledger.namedCommits()].map((number) => commits[number]).filter((id) => id !== undefined);
}
