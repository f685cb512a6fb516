/**
 * Reads the history of a repository with GitHub's REST API, the only one without a token, limited to sixty calls per hour. A page of discussions
 * is the list and the repository's most recent comments.
 */

import type { Discussion, DiscussionComment } from '../../../core/history/discussion.ts';
import { maxFilesOfCommit, type CommitFile } from '../../../core/history/history.ts';
import type { HostedLocation } from '../../../core/repositories/source.ts';
import type { HostAccess } from '../../../ports/code-host.ts';
import type {
  ChangedFiles,
  HistorySource,
  HostBudget,
  HostedCommit,
  HostedDiscussion,
} from '../../../ports/history-source.ts';
import type { GitHubResponse, GitHubCalls } from '../api-calls.ts';
import { graphNode, type GraphNode } from './graphql-node.ts';
import {
  truncateBody,
  truncateMessage,
  toHostedDiscussion,
  limitComments,
  deletedAccount,
} from './discussion-parts.ts';

const perPage = 100;
/** GitHub returns 300 files per page of a commit. Files beyond the first page are only counted. */
const filesPerPage = 300;

type RestSource = Pick<HistorySource, 'commits' | 'discussions' | 'changedFiles'>;

/** Starts over for a GraphQL cursor, which occurs if the token was removed in between. Repeated items change nothing. */
function parsePage(cursor: string | undefined): number {
  return /^\d{1,6}$/.test(cursor ?? '') ? Math.max(1, Number(cursor)) : 1;
}

export function restHistory(calls: GitHubCalls): RestSource {
  const list = async (
    place: HostedLocation,
    path: string,
    query: ListParameters,
    access: HostAccess,
  ): Promise<ListedPage> => {
    const { owner, name: repo } = place;
    const parameters = { owner, repo, per_page: perPage, ...query };
    const subject = `${owner}/${repo}`;
    const answer = await calls.json(
      { route: `GET /repos/{owner}/{repo}/${path}`, parameters, subject },
      access,
    );
    const items = Array.isArray(answer?.data)
      ? answer.data.flatMap((one: unknown) => graphNode(one) ?? [])
      : [];
    return { items, hasMore: /rel="next"/.test(String(answer?.headers['link'])), budget: readBudget(answer) };
  };

  return {
    async commits(place, { head, since, cursor }, access) {
      const page = parsePage(cursor);
      const listed = await list(place, 'commits', { sha: head, page, ...sinceParameter(since) }, access);
      return {
        items: listed.items.map(readCommit),
        next: listed.hasMore ? String(page + 1) : undefined,
        total: undefined,
        leftOut: 0,
        budget: listed.budget,
      };
    },
    async discussions(place, { kind, since, cursor }, access) {
      const page = parsePage(cursor);
      const order = { state: 'closed', sort: 'updated', direction: 'desc', page };
      const isOfIssues = kind === 'issue';
      const listed = await list(
        place,
        isOfIssues ? 'issues' : 'pulls',
        { ...order, ...(isOfIssues ? sinceParameter(since) : {}) },
        access,
      );
      const all = listed.items.flatMap(
        (node) => (isOfIssues ? readIssue(node) : readPullRequest(node)) ?? [],
      );
      const items = since === undefined ? all : all.filter(({ updatedAt }) => updatedAt >= since);
      const comments =
        items.length === 0 ? undefined : await readRecentComments(list, place, { page, isOfIssues }, access);
      return {
        items: items.map((item) => withComments(item, comments?.items ?? [])),
        next: listed.hasMore && items.length === all.length ? String(page + 1) : undefined,
        total: undefined,
        leftOut: 0,
        budget: comments?.budget ?? listed.budget,
      };
    },
    async changedFiles(place, commits, access) {
      const changed = new Map<string, ChangedFiles>();
      let budget: HostBudget | undefined;
      for (const commit of commits) {
        const parameters = { owner: place.owner, repo: place.name, ref: commit };
        const subject = `${place.owner}/${place.name}`;
        const answer = await calls.json(
          { route: 'GET /repos/{owner}/{repo}/commits/{ref}', parameters, subject },
          access,
        );
        budget = readBudget(answer) ?? budget;
        changed.set(commit, readFiles(answer));
      }
      return { changed, budget };
    },
  };
}

type ListParameters = Readonly<Record<string, string | number>>;

interface ListedPage {
  readonly items: readonly GraphNode[];
  readonly hasMore: boolean;
  readonly budget: HostBudget | undefined;
}

/** The same page of the whole repository's comments, one call per page; for pull requests, another call for line comments. */
async function readRecentComments(
  list: (
    place: HostedLocation,
    path: string,
    parameters: ListParameters,
    access: HostAccess,
  ) => Promise<ListedPage>,
  place: HostedLocation,
  { page, isOfIssues }: { readonly page: number; readonly isOfIssues: boolean },
  access: HostAccess,
): Promise<{ readonly items: readonly NumberedComment[]; readonly budget: HostBudget | undefined }> {
  const parameters = { sort: 'updated', direction: 'desc', page };
  const comments = await list(place, 'issues/comments', parameters, access);
  const read = comments.items.map((node) => readComment(node, 'comment', 'issue_url'));
  if (isOfIssues) return { items: read, budget: comments.budget };
  const ofLines = await list(place, 'pulls/comments', parameters, access);
  const items = [
    ...read,
    ...ofLines.items.map((node) => readComment(node, 'review-comment', 'pull_request_url')),
  ];
  return { items, budget: ofLines.budget };
}

interface NumberedComment extends DiscussionComment {
  readonly number: number;
}

function withComments(item: HostedDiscussion, comments: readonly NumberedComment[]): HostedDiscussion {
  const { discussion } = item;
  const own = comments
    .filter(({ number }) => number === discussion.number)
    .map(({ number: _of, ...comment }) => comment);
  return { ...item, discussion: { ...discussion, ...limitComments(own, discussion.moreComments) } };
}

function readCommit(node: GraphNode): HostedCommit {
  const commit = node.node('commit');
  const committedAt = commit?.node('committer')?.time('date') ?? 0;
  return {
    id: node.text('sha'),
    parents: node.list('parents').map((parent) => parent.text('sha')),
    author: commit?.node('author')?.text('name') ?? '',
    authoredAt: commit?.node('author')?.time('date') ?? committedAt,
    committedAt,
    ...truncateMessage(commit?.text('message') ?? ''),
    pullRequests: [],
  };
}

function readPullRequest(node: GraphNode): HostedDiscussion | undefined {
  const listed = readDiscussion(node, 'pull-request', node.time('merged_at'));
  const merge = node.text('merge_commit_sha');
  return (
    listed && {
      ...listed,
      discussion: { ...listed.discussion, mergeCommit: merge === '' ? undefined : merge },
    }
  );
}

/** GitHub also lists pull requests as issues; those are omitted. */
function readIssue(node: GraphNode): HostedDiscussion | undefined {
  return node.node('pull_request') === undefined
    ? readDiscussion(node, 'issue', node.time('closed_at'))
    : undefined;
}

function readDiscussion(
  node: GraphNode,
  kind: Discussion['kind'],
  closedAt: number | undefined,
): HostedDiscussion | undefined {
  const listed = toHostedDiscussion(kind, {
    number: node.number('number'),
    title: node.text('title'),
    author: readLogin(node),
    openedAt: node.time('created_at'),
    closedAt,
    updatedAt: node.time('updated_at'),
    body: node.text('body'),
    labels: node.list('labels').map((label) => label.text('name')),
    url: node.text('html_url'),
  });
  return (
    listed && { ...listed, discussion: { ...listed.discussion, moreComments: node.number('comments') ?? 0 } }
  );
}

function readComment(node: GraphNode, kind: DiscussionComment['kind'], of: string): NumberedComment {
  const path = node.text('path');
  return {
    number: Number(/\/(\d+)$/.exec(node.text(of))?.[1] ?? 0),
    kind,
    author: readLogin(node),
    writtenAt: node.time('created_at') ?? 0,
    ...truncateBody(node.text('body')),
    path: path === '' ? undefined : path,
    line: node.number('line') ?? node.number('original_line'),
    url: node.text('html_url'),
  };
}

function readLogin(node: GraphNode): string {
  return node.node('user')?.text('login') ?? deletedAccount;
}

function readFiles(answer: GitHubResponse | undefined): ChangedFiles {
  const files = graphNode(answer?.data)?.list('files') ?? [];
  const lastPage = Number(/[?&]page=(\d+)>; rel="last"/.exec(String(answer?.headers['link']))?.[1] ?? 1);
  const shown = files.slice(0, maxFilesOfCommit).map((file): CommitFile => {
    const old = file.text('previous_filename');
    const isBinary =
      file.text('patch') === '' && file.number('changes') === 0 && file.text('status') !== 'renamed';
    return {
      path: file.text('filename'),
      added: isBinary ? -1 : (file.number('additions') ?? 0),
      deleted: isBinary ? -1 : (file.number('deletions') ?? 0),
      oldPath: old === '' ? undefined : old,
    };
  });
  return { files: shown, moreFiles: files.length - shown.length + (lastPage - 1) * filesPerPage };
}

function sinceParameter(since: number | undefined): ListParameters {
  return since === undefined ? {} : { since: new Date(since).toISOString() };
}

function readBudget(answer: GitHubResponse | undefined): HostBudget | undefined {
  const header = (name: string): number => Number(answer?.headers[`x-ratelimit-${name}`] ?? Number.NaN);
  const [remaining, limit, reset] = [header('remaining'), header('limit'), header('reset')];
  return [remaining, limit, reset].every(Number.isFinite)
    ? { cost: 1, remaining, limit, resetAt: reset * 1_000 }
    : undefined;
}
