/**
 * One page of each stage of a host's history. Commits come first: all else is told of them. Any page may come twice: what is stored is
 * known, and its rows stay as they are.
 */

import { dayOf } from '../../answering/check-origins.ts';
import type { DiscussionKind } from '../../core/discussion.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import type { HistoryJob, HistoryStage, HistoryStep } from '../../ports/history-jobs.ts';
import type { HistoryPage, HistorySource, HostBudget, HostedDiscussion } from '../../ports/history-source.ts';
import type { HistoryKey } from '../../ports/history-store.ts';
import { keepHostedCommits, keepHostedDiscussions, shownFiles } from './host-history-keep.ts';
import { originsPage } from './host-history-origins.ts';
import type { Services } from '../services.ts';

/** What a page is made with. */
export interface Paging {
  readonly services: Services;
  readonly source: HistorySource;
  readonly job: HistoryJob;
  readonly access: HostAccess;
}

export interface PageDone {
  /** Undefined where the stage is over. */
  readonly next: HistoryStep | undefined;
  /** Of the stage; undefined where nothing is known of it. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly notes: readonly string[];
  readonly budget: HostBudget | undefined;
  /** Of discussions the host failed to tell: see `HistoryStep`. */
  readonly missedSince?: number | undefined;
  /** Where the host would not tell it: see `HistoryStep`. */
  readonly failed?: HistoryStep['failed'];
}

export const namesOfStages: Readonly<Record<HistoryStage, string>> = {
  commits: 'commits',
  'pull-requests': 'merged pull requests',
  issues: 'closed issues',
  files: 'files of commits',
  origins: 'origins of lines',
};

/** Commits of one version, and discussions of a kind: what is beyond is said. */
const mostCommits = 100_000;
const mostDiscussions = 20_000;
/** What the host fails to tell so often it will not tell. */
export const mostAskedAgain = 3;
/** What was not told of a page may have been its last, and changed before all that was. */
const besideMs = 30 * 24 * 3_600_000;

export const pageOf = {
  commits: commitsPage,
  'pull-requests': (paging) => discussionsPage(paging, 'pull-request'),
  issues: (paging) => discussionsPage(paging, 'issue'),
  files: filesPage,
  origins: originsPage,
} satisfies Record<HistoryStage, (paging: Paging) => Promise<PageDone>>;

async function commitsPage({ services, source, job, access }: Paging): Promise<PageDone> {
  const { place, tip, since, earlier } = job.input;
  const page = await source.commits(place, { head: tip, since, cursor: job.step.cursor }, access);
  await keepHostedCommits(services, job, page.items);
  const ids = page.items.map(({ id }) => id);
  const before = earlier === undefined ? [] : await services.historyStore.commits(earlier, ids);
  const isKnown =
    earlier !== undefined &&
    ids.length > 0 &&
    before.length === ids.length &&
    !(await hasGap(services, job.key, earlier));
  const done = job.step.done + ids.length;
  const isFull = done >= mostCommits && page.next !== undefined;
  return {
    next: isKnown || isFull ? undefined : stepAfter(job.step, page.next, done),
    progress: {
      done,
      total: isKnown || page.next === undefined ? done : Math.max(done, page.total ?? done + 1),
    },
    notes: isFull
      ? [`The newest ${mostCommits} commits are known; older ones only where lines come from them.`]
      : [],
    budget: page.budget,
  };
}

/** A branch that was merged late is older than what is known already: until it has come too there is more to ask for. */
async function hasGap({ historyStore }: Services, key: HistoryKey, earlier: HistoryKey): Promise<boolean> {
  const open = await historyStore.withUnknownParents(key);
  if (open.length === 0) return false;
  // Those the earlier version holds end where it was asked to.
  return (await historyStore.commits(earlier, open)).length < open.length;
}

async function discussionsPage(
  { services, source, job, access }: Paging,
  kind: DiscussionKind,
): Promise<PageDone> {
  const { place, anew = [] } = job.input;
  const since = anew.includes(job.step.stage) ? job.input.since : job.input.changedSince;
  const page = await source.discussions(place, { kind, since, cursor: job.step.cursor }, access);
  await keepHostedDiscussions(services, job, page.items);
  const done = job.step.done + page.items.length;
  const isFull = done >= mostDiscussions && page.next !== undefined;
  const what = namesOfStages[job.step.stage];
  const again = (job.input.askedAgain ?? 0) < mostAskedAgain ? ' Refresh to ask for them again.' : '';
  return {
    next: isFull ? undefined : stepAfter(job.step, page.next, done),
    progress: { done, total: page.next === undefined ? done : Math.max(done, page.total ?? done + 1) },
    notes: [
      ...(page.leftOut > 0
        ? [`GitHub did not tell ${page.leftOut} of the ${what} of a page whole.${again}`]
        : []),
      ...(isFull ? [`Of the ${what} the ${mostDiscussions} changed last are known.`] : []),
    ],
    budget: page.budget,
    missedSince: page.leftOut > 0 ? missedSince(page, since) : undefined,
  };
}

/** Pages come the last changed first. */
function missedSince(page: HistoryPage<HostedDiscussion>, asked: number | undefined): number {
  const from = asked ?? 0;
  if (page.next === undefined || page.items.length === 0) return from;
  const oldest = page.items.reduce((least, { updatedAt }) => Math.min(least, updatedAt), Infinity);
  return Math.max(from, oldest - besideMs);
}

/** Which files commits changed that no pull request tells of: the list is made once, so that what changed none is not asked again. */
async function filesPage({ services, source, job, access }: Paging): Promise<PageDone> {
  const { place } = job.input;
  const { step } = job;
  const most = source.reachOf(access).commitFiles;
  const asked =
    step.cursor === undefined ? await services.historyStore.withoutFiles(job.key, most) : undefined;
  const wanted = asked?.commits ?? (step.cursor ?? '').split(',');
  const now = wanted.slice(0, source.maxFilesOf);
  const left = wanted.slice(now.length);
  const told = now.length === 0 ? undefined : await source.filesOf(place, now, access);
  const changed = [...(told?.changed ?? [])].map(([commit, files]) => ({
    ...shownFiles(services, files),
    commit,
  }));
  await services.historyStore.saveFiles(job.key, changed);
  const done = step.done + now.length;
  const unasked = (asked?.total ?? 0) - (asked?.commits.length ?? 0);
  return {
    next: stepAfter(step, left.length === 0 ? undefined : left.join(','), done),
    progress: { done, total: done + left.length },
    notes: unasked > 0 ? [`Which files they changed is not known of ${unasked} older commits.`] : [],
    budget: told?.budget,
  };
}

function stepAfter(
  step: HistoryStep,
  cursor: string | undefined,
  done: number,
): HistoryStep | undefined {
  return cursor === undefined ? undefined : { stage: step.stage, cursor, done };
}

/** What is not known from the start: how far back was asked. */
export function notesOfInput(
  { input }: HistoryJob,
  repository: { readonly hasEarlier: boolean },
): readonly string[] {
  if (input.changedSince === undefined || repository.hasEarlier) return [];
  return [`Pull requests and issues that last changed before ${dayOf(input.changedSince)} were left out.`];
}
