/**
 * Fetches one page of a stage of a host's history. Commits come first because all other stages refer to them. A page may be fetched
 * twice, since stored rows do not change.
 */

import { type PageContext, type PageResult, stageNames, maxRepeatRequests } from './history-page.ts';
import { formatDay } from '../../core/time.ts';
import type { DiscussionKind } from '../../core/history/discussion.ts';
import type { HistoryJob, HistoryStage, HistoryStep } from '../../ports/history-jobs.ts';
import type { HistoryPage, HostedDiscussion } from '../../ports/history-source.ts';
import type { HistoryKey } from '../../ports/history-store.ts';
import { storeHostedCommits, storeHostedDiscussions } from './store-page.ts';
import { maskFilePaths } from './mask-history.ts';
import { fetchOriginsPage } from './fetch-line-origins.ts';
import type { Services } from '../services.ts';

/** Maximum commits per version, and maximum discussions per kind. Notes report what these limits omit. */
const maxCommits = 100_000;
const maxDiscussions = 20_000;
/** An omitted discussion may have changed this long before every other discussion on its page. */
const overlapMs = 30 * 24 * 3_600_000;

export const fetchPage = {
  commits: fetchCommitsPage,
  'pull-requests': (paging) => fetchDiscussionsPage(paging, 'pull-request'),
  issues: (paging) => fetchDiscussionsPage(paging, 'issue'),
  files: fetchFilesPage,
  origins: fetchOriginsPage,
} satisfies Record<HistoryStage, (paging: PageContext) => Promise<PageResult>>;

async function fetchCommitsPage({ services, source, job, access }: PageContext): Promise<PageResult> {
  const { place, tip, since, earlier } = job.input;
  const page = await source.commits(place, { head: tip, since, cursor: job.step.cursor }, access);
  await storeHostedCommits(services, job, page.items);
  const ids = page.items.map(({ id }) => id);
  const before = earlier === undefined ? [] : await services.historyStore.commits(earlier, ids);
  const isKnown =
    earlier !== undefined &&
    ids.length > 0 &&
    before.length === ids.length &&
    !(await hasGap(services, job.key, earlier));
  const done = job.step.done + ids.length;
  const isFull = done >= maxCommits && page.next !== undefined;
  return {
    next: isKnown || isFull ? undefined : nextStep(job.step, page.next, done),
    progress: {
      done,
      total: isKnown || page.next === undefined ? done : Math.max(done, page.total ?? done + 1),
    },
    notes: isFull
      ? [`Only the newest ${maxCommits} commits are known, and older ones that lines come from.`]
      : [],
    budget: page.budget,
  };
}

/** Whether parents are missing: a branch that was merged late has commits older than the known ones, which need further pages. */
async function hasGap({ historyStore }: Services, key: HistoryKey, earlier: HistoryKey): Promise<boolean> {
  const parents = await historyStore.listCommitsWithUnknownParents(key);
  if (parents.length === 0) return false;
  // Parents that the earlier version stores are no gap, since that version may end at its own limit.
  return (await historyStore.commits(earlier, parents)).length < parents.length;
}

async function fetchDiscussionsPage(
  { services, source, job, access }: PageContext,
  kind: DiscussionKind,
): Promise<PageResult> {
  const { place, anew = [] } = job.input;
  const since = anew.includes(job.step.stage) ? job.input.since : job.input.changedSince;
  const page = await source.discussions(place, { kind, since, cursor: job.step.cursor }, access);
  await storeHostedDiscussions(services, job, page.items);
  const done = job.step.done + page.items.length;
  const isFull = done >= maxDiscussions && page.next !== undefined;
  const name = stageNames[job.step.stage];
  const repeatAdvice =
    (job.input.askedAgain ?? 0) < maxRepeatRequests ? ' Refresh to request them again.' : '';
  return {
    next: isFull ? undefined : nextStep(job.step, page.next, done),
    progress: { done, total: page.next === undefined ? done : Math.max(done, page.total ?? done + 1) },
    notes: [
      ...(page.omitted > 0
        ? [`GitHub returned ${page.omitted} of the ${name} of a page incompletely.${repeatAdvice}`]
        : []),
      ...(isFull ? [`Only the ${maxDiscussions} ${name} changed last are known.`] : []),
    ],
    budget: page.budget,
    missedSince: page.omitted > 0 ? missedSince(page, since) : undefined,
  };
}

/** Returns the time since when an omitted discussion may have changed. Pages are ordered by the last change, newest first. */
function missedSince(page: HistoryPage<HostedDiscussion>, since: number | undefined): number {
  const from = since ?? 0;
  if (page.next === undefined || page.items.length === 0) return from;
  const oldest = Math.min(...page.items.map(({ updatedAt }) => updatedAt));
  return Math.max(from, oldest - overlapMs);
}

/**
 * Fetches the files of commits outside pull requests. The commits are listed once, so that commits without files are not requested again.
 */
async function fetchFilesPage({ services, source, job, access }: PageContext): Promise<PageResult> {
  const { place } = job.input;
  const { step } = job;
  const limit = source.capabilities(access).commitFiles;
  const selection =
    step.cursor === undefined
      ? await services.historyStore.listCommitsWithoutFiles(job.key, limit)
      : undefined;
  const pending = selection?.commits ?? (step.cursor ?? '').split(',');
  const batch = pending.slice(0, source.maxChangedFileCommits);
  const remaining = pending.slice(batch.length);
  const page = batch.length === 0 ? undefined : await source.changedFiles(place, batch, access);
  const changed = [...(page?.changed ?? [])].map(([commit, files]) => ({
    ...maskFilePaths(services, files),
    commit,
  }));
  await services.historyStore.saveFiles(job.key, changed);
  const done = step.done + batch.length;
  const omitted = (selection?.total ?? 0) - (selection?.commits.length ?? 0);
  return {
    next: nextStep(step, remaining.length === 0 ? undefined : remaining.join(','), done),
    progress: { done, total: done + remaining.length },
    notes: omitted > 0 ? [`The changed files of ${omitted} older commits are not known.`] : [],
    budget: page?.budget,
  };
}

function nextStep(step: HistoryStep, cursor: string | undefined, done: number): HistoryStep | undefined {
  return cursor === undefined ? undefined : { stage: step.stage, cursor, done };
}

/** Describes how far back discussions were requested. */
export function describeLimits(
  { input }: HistoryJob,
  repository: { readonly hasEarlier: boolean },
): readonly string[] {
  if (input.changedSince === undefined || repository.hasEarlier) return [];
  return [
    `Pull requests and issues that last changed before ${formatDay(input.changedSince)} are not included.`,
  ];
}
