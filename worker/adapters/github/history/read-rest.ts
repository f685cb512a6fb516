/** Converts commits, pull requests, issues and comments of REST responses to domain values, within size limits. */

import type { Discussion, DiscussionComment } from '../../../core/history/discussion.ts';
import type { FilePatch } from '../../../core/history/commit-patch.ts';
import { maxFilesPerCommit, type CommitFile } from '../../../core/history/history.ts';
import type {
  ChangedFiles,
  HostBudget,
  HostedCommit,
  HostedDiscussion,
} from '../../../ports/history-source.ts';
import type { GitHubResponse } from '../api-calls.ts';
import { deletedAccount, toHostedDiscussion, truncateBody, truncateMessage } from './discussion-parts.ts';
import { graphNode, type GraphNode } from './graphql-node.ts';

/** GitHub returns 300 files per page of a commit. Files beyond the first page are only counted. */
const filesPerPage = 300;

/** A comment with the number of its discussion. */
export interface NumberedComment extends DiscussionComment {
  readonly number: number;
}

export function readCommit(node: GraphNode): HostedCommit {
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

export function readPullRequest(node: GraphNode): HostedDiscussion | undefined {
  const hosted = readDiscussion(node, 'pull-request', node.time('merged_at'));
  const mergeCommit = node.text('merge_commit_sha');
  return (
    hosted && {
      ...hosted,
      discussion: { ...hosted.discussion, mergeCommit: mergeCommit === '' ? undefined : mergeCommit },
    }
  );
}

/** Returns undefined for a pull request, since GitHub also lists pull requests as issues. */
export function readIssue(node: GraphNode): HostedDiscussion | undefined {
  return node.node('pull_request') === undefined
    ? readDiscussion(node, 'issue', node.time('closed_at'))
    : undefined;
}

function readDiscussion(
  node: GraphNode,
  kind: Discussion['kind'],
  closedAt: number | undefined,
): HostedDiscussion | undefined {
  const hosted = toHostedDiscussion(kind, {
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
    hosted && { ...hosted, discussion: { ...hosted.discussion, moreComments: node.number('comments') ?? 0 } }
  );
}

export function readComment(
  node: GraphNode,
  kind: DiscussionComment['kind'],
  urlField: string,
): NumberedComment {
  const path = node.text('path');
  return {
    number: Number(/\/(\d+)$/.exec(node.text(urlField))?.[1] ?? 0),
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

export function readFiles(answer: GitHubResponse | undefined): ChangedFiles {
  const files = graphNode(answer?.data)?.list('files') ?? [];
  const lastPage = Number(/[?&]page=(\d+)>; rel="last"/.exec(String(answer?.headers['link']))?.[1] ?? 1);
  const changedFiles = files.slice(0, maxFilesPerCommit).map((file): CommitFile => {
    const oldName = file.text('previous_filename');
    const isBinary =
      file.text('patch') === '' && file.number('changes') === 0 && file.text('status') !== 'renamed';
    return {
      path: file.text('filename'),
      added: isBinary ? -1 : (file.number('additions') ?? 0),
      deleted: isBinary ? -1 : (file.number('deletions') ?? 0),
      oldPath: oldName === '' ? undefined : oldName,
    };
  });
  return {
    files: changedFiles,
    moreFiles: files.length - changedFiles.length + (lastPage - 1) * filesPerPage,
  };
}

/** Returns the changed lines that GitHub included. Its hunks are those of a unified diff. */
export function readPatch(answer: GitHubResponse | undefined): readonly FilePatch[] {
  const files = graphNode(answer?.data)?.list('files') ?? [];
  return files
    .slice(0, maxFilesPerCommit)
    .map((file) => ({ path: file.text('filename'), hunks: file.text('patch'), isCut: false }))
    .filter(({ hunks }) => hunks !== '');
}

export function readBudget(answer: GitHubResponse | undefined): HostBudget | undefined {
  const header = (name: string): number => Number(answer?.headers[`x-ratelimit-${name}`] ?? Number.NaN);
  const [remaining, limit, reset] = [header('remaining'), header('limit'), header('reset')];
  return [remaining, limit, reset].every(Number.isFinite)
    ? { cost: 1, remaining, limit, resetAt: reset * 1_000 }
    : undefined;
}
