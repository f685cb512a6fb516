/** Formats issues, pull requests and comments for REST. A deleted account is `ghost`, or null on review comments. */

import type {
  CommentData,
  IssueData,
  Login,
  PullRequestData,
  ReviewCommentData,
} from '../discussions/discussion-data.ts';
import { getFullName, nodeId, hashLogin } from '../state.ts';
import type { RepositoryCall } from './repository-call.ts';
import { accountShape } from './repository-shape.ts';

type Json = Record<string, unknown>;
type AnyDiscussion = IssueData | PullRequestData;

const getApiUrl = ({ state, hosted }: RepositoryCall): string => `${state.url}/repos/${getFullName(hosted)}`;
const getPageUrl = ({ hosted }: RepositoryCall): string => `https://github.com/${getFullName(hosted)}`;
const getId = ({ hosted }: RepositoryCall, number: number): number => hosted.id * 100_000 + number;
const user = (call: RepositoryCall, login: Login): Json => accountShape(call.state.url, login ?? 'ghost');
const isPullRequest = (discussion: AnyDiscussion): discussion is PullRequestData => 'mergedAt' in discussion;

export function issueShape(call: RepositoryCall, data: AnyDiscussion): Json {
  const url = `${getApiUrl(call)}/issues/${data.number}`;
  const closedAt = isPullRequest(data) ? getClosedAt(data) : data.closedAt;
  const reason = isPullRequest(data) || closedAt === null ? null : (data.stateReason ?? 'COMPLETED');
  return {
    ...sharedFields(call, data),
    url,
    repository_url: getApiUrl(call),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: `${getPageUrl(call)}/${isPullRequest(data) ? 'pull' : 'issues'}/${data.number}`,
    state_reason: reason?.toLowerCase() ?? null,
    comments: data.comments.length,
    closed_at: closedAt,
    closed_by: null,
    ...(isPullRequest(data) ? { draft: false, pull_request: pullRequestLinks(call, data) } : {}),
  };
}

const getClosedAt = (data: PullRequestData): string | null =>
  data.mergedAt ?? (data.state === 'OPEN' ? null : data.updatedAt);

function pullRequestLinks(call: RepositoryCall, data: PullRequestData): Json {
  const html = `${getPageUrl(call)}/pull/${data.number}`;
  return {
    url: `${getApiUrl(call)}/pulls/${data.number}`,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    merged_at: data.mergedAt,
  };
}

function sharedFields(call: RepositoryCall, data: AnyDiscussion): Json {
  const kind = isPullRequest(data) ? 'PR' : 'I';
  return {
    id: getId(call, data.number),
    node_id: nodeId(kind, call.hosted.id, data.number),
    number: data.number,
    title: data.title,
    body: data.body,
    user: user(call, data.author),
    labels: data.labels.map((name) => ({
      id: hashLogin(name),
      node_id: nodeId('LA', call.hosted.id, name),
      url: `${getApiUrl(call)}/labels/${encodeURIComponent(name)}`,
      name,
      color: 'ededed',
      default: false,
      description: '',
    })),
    state: data.state === 'OPEN' ? 'open' : 'closed',
    locked: false,
    active_lock_reason: null,
    assignee: null,
    assignees: [],
    milestone: null,
    created_at: data.createdAt,
    updated_at: data.updatedAt,
    author_association: 'MEMBER',
  };
}

/** @param target the formatted repository and the base branch of the pull request */
export function pullRequestShape(
  call: RepositoryCall,
  data: PullRequestData,
  target: { readonly repository: Json; readonly base: string },
): Json {
  const url = `${getApiUrl(call)}/pulls/${data.number}`;
  const issue = `${getApiUrl(call)}/issues/${data.number}`;
  const sha = data.mergeCommit ?? '0'.repeat(40);
  const { merged_at: mergedAt, ...pages } = pullRequestLinks(call, data);
  const links = {
    self: url,
    html: pages['html_url'],
    issue,
    comments: `${issue}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${getApiUrl(call)}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${getApiUrl(call)}/statuses/${sha}`,
  };
  const side = (ref: string): Json => ({
    label: `${call.hosted.data.owner}:${ref}`,
    ref,
    sha,
    user: accountShape(call.state.url, call.hosted.data.owner),
    repo: target.repository,
  });
  return {
    ...sharedFields(call, data),
    ...pages,
    issue_url: links.issue,
    comments_url: links.comments,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    commits_url: links.commits,
    statuses_url: links.statuses,
    closed_at: getClosedAt(data),
    merged_at: mergedAt,
    merge_commit_sha: data.mergeCommit,
    requested_reviewers: [],
    requested_teams: [],
    draft: false,
    auto_merge: null,
    head: side(`change-${data.number}`),
    base: side(target.base),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
  };
}

interface IndexedComment<Comment> {
  readonly comment: Comment;
  /** Index among the comments of the discussion. */
  readonly index: number;
}

export function issueCommentShape(
  call: RepositoryCall,
  discussion: AnyDiscussion,
  { comment, index }: IndexedComment<CommentData>,
): Json {
  const id = getId(call, discussion.number) * 1000 + index;
  return {
    id,
    node_id: nodeId('IC', id),
    url: `${getApiUrl(call)}/issues/comments/${id}`,
    issue_url: `${getApiUrl(call)}/issues/${discussion.number}`,
    html_url: `${getPageUrl(call)}/${isPullRequest(discussion) ? 'pull' : 'issues'}/${discussion.number}#issuecomment-${id}`,
    user: user(call, comment.author),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.createdAt,
    author_association: 'MEMBER',
  };
}

export function reviewCommentShape(
  call: RepositoryCall,
  pullRequest: PullRequestData,
  { comment, index }: IndexedComment<ReviewCommentData>,
): Json {
  const id = getId(call, pullRequest.number) * 1000 + 500 + index;
  const self = `${getApiUrl(call)}/pulls/comments/${id}`;
  const html = `${getPageUrl(call)}/pull/${pullRequest.number}#discussion_r${id}`;
  const pullRequestUrl = `${getApiUrl(call)}/pulls/${pullRequest.number}`;
  const commit = pullRequest.mergeCommit ?? '0'.repeat(40);
  return {
    id,
    node_id: nodeId('PRRC', id),
    url: self,
    html_url: html,
    pull_request_url: pullRequestUrl,
    pull_request_review_id: id - 1,
    diff_hunk: `@@ -${comment.originalLine},1 +${comment.originalLine},1 @@`,
    path: comment.path,
    commit_id: commit,
    original_commit_id: commit,
    user: comment.author === null ? null : user(call, comment.author),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.createdAt,
    author_association: 'MEMBER',
    // For an outdated comment, GitHub returns only the original line.
    ...(comment.line === null ? {} : { line: comment.line }),
    original_line: comment.originalLine,
    start_line: null,
    original_start_line: null,
    start_side: null,
    side: 'RIGHT',
    subject_type: 'line',
    _links: { self: { href: self }, html: { href: html }, pull_request: { href: pullRequestUrl } },
  };
}
