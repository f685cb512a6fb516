/**
 * Reads the history of a repository with GitHub's REST API, which works without a token but is then limited to sixty calls per hour. A page of
 * discussions consists of the list and the repository's most recent comments.
 */

import { limitPatch } from '../../../core/history/commit-patch.ts';
import type { HostedLocation } from '../../../core/repositories/source.ts';
import type { HostAccess } from '../../../ports/code-host.ts';
import type {
  ChangedFiles,
  HistorySource,
  HostBudget,
  HostedDiscussion,
} from '../../../ports/history-source.ts';
import type { GitHubCalls } from '../api-calls.ts';
import { limitComments } from './discussion-parts.ts';
import { graphNode, type GraphNode } from './graphql-node.ts';
import {
  readBudget,
  readComment,
  readCommit,
  readFiles,
  readIssue,
  readPatch,
  readPullRequest,
  type NumberedComment,
} from './read-rest.ts';

const itemsPerPage = 100;

type RestSource = Pick<HistorySource, 'commits' | 'discussions' | 'changedFiles' | 'patch'>;

/** Returns the first page for a GraphQL cursor, which occurs if the token was removed in between. Repeated items change nothing. */
function parsePage(cursor: string | undefined): number {
  return /^\d{1,6}$/.test(cursor ?? '') ? Math.max(1, Number(cursor)) : 1;
}

export function restHistory(calls: GitHubCalls): RestSource {
  const list = async (
    location: HostedLocation,
    path: string,
    query: ListParameters,
    access: HostAccess,
  ): Promise<ListedPage> => {
    const { owner, name: repo } = location;
    const parameters = { owner, repo, per_page: itemsPerPage, ...query };
    const subject = `${owner}/${repo}`;
    const answer = await calls.json(
      { route: `GET /repos/{owner}/{repo}/${path}`, parameters, subject },
      access,
    );
    const items = Array.isArray(answer?.data)
      ? answer.data.flatMap((item: unknown) => graphNode(item) ?? [])
      : [];
    return { items, hasMore: /rel="next"/.test(String(answer?.headers['link'])), budget: readBudget(answer) };
  };

  return {
    async commits(location, { head, since, cursor }, access) {
      const page = parsePage(cursor);
      const listed = await list(location, 'commits', { sha: head, page, ...sinceParameter(since) }, access);
      return {
        items: listed.items.map(readCommit),
        next: listed.hasMore ? String(page + 1) : undefined,
        total: undefined,
        omitted: 0,
        budget: listed.budget,
      };
    },
    async discussions(location, { kind, since, cursor }, access) {
      const page = parsePage(cursor);
      const order = { state: 'closed', sort: 'updated', direction: 'desc', page };
      const isIssueList = kind === 'issue';
      const listed = await list(
        location,
        isIssueList ? 'issues' : 'pulls',
        { ...order, ...(isIssueList ? sinceParameter(since) : {}) },
        access,
      );
      const listedItems = listed.items.flatMap(
        (node) => (isIssueList ? readIssue(node) : readPullRequest(node)) ?? [],
      );
      const items =
        since === undefined ? listedItems : listedItems.filter(({ updatedAt }) => updatedAt >= since);
      const comments =
        items.length === 0
          ? undefined
          : await readRecentComments(list, location, { page, isIssueList }, access);
      return {
        items: items.map((item) => withComments(item, comments?.items ?? [])),
        next: listed.hasMore && items.length === listedItems.length ? String(page + 1) : undefined,
        total: undefined,
        omitted: 0,
        budget: comments?.budget ?? listed.budget,
      };
    },
    async changedFiles(location, commits, access) {
      const changed = new Map<string, ChangedFiles>();
      let budget: HostBudget | undefined;
      for (const commit of commits) {
        const answer = await readOneCommit(calls, { location, commit, access });
        budget = readBudget(answer) ?? budget;
        changed.set(commit, readFiles(answer));
      }
      return { changed, budget };
    },
    async patch(location, commit, access) {
      const answer = await readOneCommit(calls, { location, commit, access });
      return { ...readFiles(answer), patch: limitPatch(readPatch(answer)), budget: readBudget(answer) };
    },
  };
}

function readOneCommit(
  calls: GitHubCalls,
  { location, commit, access }: { location: HostedLocation; commit: string; access: HostAccess },
): ReturnType<GitHubCalls['json']> {
  const parameters = { owner: location.owner, repo: location.name, ref: commit };
  const subject = `${location.owner}/${location.name}`;
  return calls.json({ route: 'GET /repos/{owner}/{repo}/commits/{ref}', parameters, subject }, access);
}

type ListParameters = Readonly<Record<string, string | number>>;

interface ListedPage {
  readonly items: readonly GraphNode[];
  readonly hasMore: boolean;
  readonly budget: HostBudget | undefined;
}

/** Reads the same page of the whole repository's comments with one call; for pull requests, line comments need another call. */
async function readRecentComments(
  list: (
    location: HostedLocation,
    path: string,
    parameters: ListParameters,
    access: HostAccess,
  ) => Promise<ListedPage>,
  location: HostedLocation,
  { page, isIssueList }: { readonly page: number; readonly isIssueList: boolean },
  access: HostAccess,
): Promise<{ readonly items: readonly NumberedComment[]; readonly budget: HostBudget | undefined }> {
  const parameters = { sort: 'updated', direction: 'desc', page };
  const comments = await list(location, 'issues/comments', parameters, access);
  const discussionComments = comments.items.map((node) => readComment(node, 'comment', 'issue_url'));
  if (isIssueList) return { items: discussionComments, budget: comments.budget };
  const lineComments = await list(location, 'pulls/comments', parameters, access);
  const items = [
    ...discussionComments,
    ...lineComments.items.map((node) => readComment(node, 'review-comment', 'pull_request_url')),
  ];
  return { items, budget: lineComments.budget };
}

function withComments(item: HostedDiscussion, comments: readonly NumberedComment[]): HostedDiscussion {
  const { discussion } = item;
  const ownComments = comments
    .filter(({ number }) => number === discussion.number)
    .map(({ number: _number, ...comment }) => comment);
  return { ...item, discussion: { ...discussion, ...limitComments(ownComments, discussion.moreComments) } };
}

function sinceParameter(since: number | undefined): ListParameters {
  return since === undefined ? {} : { since: new Date(since).toISOString() };
}
