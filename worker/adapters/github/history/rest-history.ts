/**
 * The past of a repository by GitHub's REST interface: all there is without a token, within sixty calls an hour. A page of discussions is
 * their list and the last remarks of it, told of all of them together.
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
import type { Answer, GitHubCalls } from '../api-calls.ts';
import { graphNode, type GraphNode } from './graphql-node.ts';
import { cutBody, cutMessage, hostedDiscussion, keptRemarks, nobody } from './discussion-parts.ts';

const perPage = 100;
/** GitHub tells 300 files a page of a commit; what is beyond is counted. */
const filesPerPage = 300;

type RestSource = Pick<HistorySource, 'commits' | 'discussions' | 'filesOf'>;

/** A cursor of GraphQL's, where the token was removed in between, begins anew: what comes twice changes nothing. */
function pageAt(cursor: string | undefined): number {
  return /^\d{1,6}$/.test(cursor ?? '') ? Math.max(1, Number(cursor)) : 1;
}

export function restHistory(calls: GitHubCalls): RestSource {
  const list = async (
    place: HostedLocation,
    path: string,
    asked: Asked,
    access: HostAccess,
  ): Promise<Listed> => {
    const { owner, name: repo } = place;
    const parameters = { owner, repo, per_page: perPage, ...asked };
    const subject = `${owner}/${repo}`;
    const answer = await calls.json(
      { route: `GET /repos/{owner}/{repo}/${path}`, parameters, subject },
      access,
    );
    const items = Array.isArray(answer?.data)
      ? answer.data.flatMap((one: unknown) => graphNode(one) ?? [])
      : [];
    return { items, hasMore: /rel="next"/.test(String(answer?.headers['link'])), budget: budgetOf(answer) };
  };

  return {
    async commits(place, { head, since, cursor }, access) {
      const page = pageAt(cursor);
      const told = await list(place, 'commits', { sha: head, page, ...sinceOf(since) }, access);
      return {
        items: told.items.map(readCommit),
        next: told.hasMore ? String(page + 1) : undefined,
        total: undefined,
        leftOut: 0,
        budget: told.budget,
      };
    },
    async discussions(place, { kind, since, cursor }, access) {
      const page = pageAt(cursor);
      const order = { state: 'closed', sort: 'updated', direction: 'desc', page };
      const isOfIssues = kind === 'issue';
      const told = await list(
        place,
        isOfIssues ? 'issues' : 'pulls',
        { ...order, ...(isOfIssues ? sinceOf(since) : {}) },
        access,
      );
      const all = told.items.flatMap((node) => (isOfIssues ? readIssue(node) : readPullRequest(node)) ?? []);
      const items = since === undefined ? all : all.filter(({ updatedAt }) => updatedAt >= since);
      const remarks =
        items.length === 0 ? undefined : await lastRemarks(list, place, { page, isOfIssues }, access);
      return {
        items: items.map((item) => withRemarks(item, remarks?.items ?? [])),
        next: told.hasMore && items.length === all.length ? String(page + 1) : undefined,
        total: undefined,
        leftOut: 0,
        budget: remarks?.budget ?? told.budget,
      };
    },
    async filesOf(place, commits, access) {
      const changed = new Map<string, ChangedFiles>();
      let budget: HostBudget | undefined;
      for (const commit of commits) {
        const parameters = { owner: place.owner, repo: place.name, ref: commit };
        const subject = `${place.owner}/${place.name}`;
        const answer = await calls.json(
          { route: 'GET /repos/{owner}/{repo}/commits/{ref}', parameters, subject },
          access,
        );
        budget = budgetOf(answer) ?? budget;
        changed.set(commit, readFiles(answer));
      }
      return { changed, budget };
    },
  };
}

type Asked = Readonly<Record<string, string | number>>;

interface Listed {
  readonly items: readonly GraphNode[];
  readonly hasMore: boolean;
  readonly budget: HostBudget | undefined;
}

/** As far back in the remarks of the whole repository as in its discussions, of pull requests those on lines too: a call of each a page. */
async function lastRemarks(
  list: (place: HostedLocation, path: string, asked: Asked, access: HostAccess) => Promise<Listed>,
  place: HostedLocation,
  { page, isOfIssues }: { readonly page: number; readonly isOfIssues: boolean },
  access: HostAccess,
): Promise<{ readonly items: readonly NumberedRemark[]; readonly budget: HostBudget | undefined }> {
  const asked = { sort: 'updated', direction: 'desc', page };
  const comments = await list(place, 'issues/comments', asked, access);
  const read = comments.items.map((node) => readRemark(node, 'comment', 'issue_url'));
  if (isOfIssues) return { items: read, budget: comments.budget };
  const ofLines = await list(place, 'pulls/comments', asked, access);
  const items = [
    ...read,
    ...ofLines.items.map((node) => readRemark(node, 'review-comment', 'pull_request_url')),
  ];
  return { items, budget: ofLines.budget };
}

interface NumberedRemark extends DiscussionComment {
  readonly number: number;
}

function withRemarks(item: HostedDiscussion, remarks: readonly NumberedRemark[]): HostedDiscussion {
  const { discussion } = item;
  const own = remarks
    .filter(({ number }) => number === discussion.number)
    .map(({ number: _of, ...remark }) => remark);
  return { ...item, discussion: { ...discussion, ...keptRemarks(own, discussion.moreComments) } };
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
    ...cutMessage(commit?.text('message') ?? ''),
    pullRequests: [],
  };
}

function readPullRequest(node: GraphNode): HostedDiscussion | undefined {
  const told = readDiscussion(node, 'pull-request', node.time('merged_at'));
  const merge = node.text('merge_commit_sha');
  return (
    told && { ...told, discussion: { ...told.discussion, mergeCommit: merge === '' ? undefined : merge } }
  );
}

/** Pull requests are told among issues too. */
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
  const told = hostedDiscussion(kind, {
    number: node.number('number'),
    title: node.text('title'),
    author: loginOf(node),
    openedAt: node.time('created_at'),
    closedAt,
    updatedAt: node.time('updated_at'),
    body: node.text('body'),
    labels: node.list('labels').map((label) => label.text('name')),
    url: node.text('html_url'),
  });
  return told && { ...told, discussion: { ...told.discussion, moreComments: node.number('comments') ?? 0 } };
}

function readRemark(node: GraphNode, kind: DiscussionComment['kind'], of: string): NumberedRemark {
  const path = node.text('path');
  return {
    number: Number(/\/(\d+)$/.exec(node.text(of))?.[1] ?? 0),
    kind,
    author: loginOf(node),
    writtenAt: node.time('created_at') ?? 0,
    ...cutBody(node.text('body')),
    path: path === '' ? undefined : path,
    line: node.number('line') ?? node.number('original_line'),
    url: node.text('html_url'),
  };
}

function loginOf(node: GraphNode): string {
  return node.node('user')?.text('login') ?? nobody;
}

function readFiles(answer: Answer | undefined): ChangedFiles {
  const files = graphNode(answer?.data)?.list('files') ?? [];
  const lastPage = Number(/[?&]page=(\d+)>; rel="last"/.exec(String(answer?.headers['link']))?.[1] ?? 1);
  const kept = files.slice(0, maxFilesOfCommit).map((file): CommitFile => {
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
  return { files: kept, moreFiles: files.length - kept.length + (lastPage - 1) * filesPerPage };
}

function sinceOf(since: number | undefined): Asked {
  return since === undefined ? {} : { since: new Date(since).toISOString() };
}

function budgetOf(answer: Answer | undefined): HostBudget | undefined {
  const told = (name: string): number => Number(answer?.headers[`x-ratelimit-${name}`] ?? Number.NaN);
  const [remaining, limit, reset] = [told('remaining'), told('limit'), told('reset')];
  return [remaining, limit, reset].every(Number.isFinite)
    ? { cost: 1, remaining, limit, resetAt: reset * 1_000 }
    : undefined;
}
