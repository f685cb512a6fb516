/** Issues, pull requests and remarks as REST tells them. An account that is gone is told as `ghost`, on lines of code as nobody. */

import type {
  CommentData,
  IssueData,
  Login,
  PullRequestData,
  ReviewCommentData,
} from '../discussion-data.ts';
import { fullNameOf, nodeId, numberOf } from '../state.ts';
import type { Ask } from './ask.ts';
import { accountShape } from './repository-shape.ts';

type Json = Record<string, unknown>;
type Discussed = IssueData | PullRequestData;

const apiOf = ({ state, hosted }: Ask): string => `${state.url}/repos/${fullNameOf(hosted)}`;
const pageOf = ({ hosted }: Ask): string => `https://github.com/${fullNameOf(hosted)}`;
const idOf = ({ hosted }: Ask, number: number): number => hosted.id * 100_000 + number;
const user = (ask: Ask, login: Login): Json => accountShape(ask.state.url, login ?? 'ghost');
const isPullRequest = (one: Discussed): one is PullRequestData => 'mergedAt' in one;

export function issueShape(ask: Ask, data: Discussed): Json {
  const url = `${apiOf(ask)}/issues/${data.number}`;
  const closedAt = isPullRequest(data) ? closedAtOf(data) : data.closedAt;
  const reason = isPullRequest(data) || closedAt === null ? null : (data.stateReason ?? 'COMPLETED');
  return {
    ...titled(ask, data),
    url,
    repository_url: apiOf(ask),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    timeline_url: `${url}/timeline`,
    html_url: `${pageOf(ask)}/${isPullRequest(data) ? 'pull' : 'issues'}/${data.number}`,
    state_reason: reason?.toLowerCase() ?? null,
    comments: data.comments.length,
    closed_at: closedAt,
    closed_by: null,
    ...(isPullRequest(data) ? { draft: false, pull_request: pointer(ask, data) } : {}),
  };
}

const closedAtOf = (data: PullRequestData): string | null =>
  data.mergedAt ?? (data.state === 'OPEN' ? null : data.updatedAt);

function pointer(ask: Ask, data: PullRequestData): Json {
  const html = `${pageOf(ask)}/pull/${data.number}`;
  return {
    url: `${apiOf(ask)}/pulls/${data.number}`,
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    merged_at: data.mergedAt,
  };
}

function titled(ask: Ask, data: Discussed): Json {
  const kind = isPullRequest(data) ? 'PR' : 'I';
  return {
    id: idOf(ask, data.number),
    node_id: nodeId(kind, ask.hosted.id, data.number),
    number: data.number,
    title: data.title,
    body: data.body,
    user: user(ask, data.author),
    labels: data.labels.map((name) => ({
      id: numberOf(name),
      node_id: nodeId('LA', ask.hosted.id, name),
      url: `${apiOf(ask)}/labels/${encodeURIComponent(name)}`,
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

/** @param of the repository it is of, and the branch it goes into */
export function pullRequestShape(
  ask: Ask,
  data: PullRequestData,
  of: { readonly repository: Json; readonly base: string },
): Json {
  const url = `${apiOf(ask)}/pulls/${data.number}`;
  const issue = `${apiOf(ask)}/issues/${data.number}`;
  const sha = data.mergeCommit ?? '0'.repeat(40);
  const { merged_at: mergedAt, ...pages } = pointer(ask, data);
  const links = {
    self: url,
    html: pages['html_url'],
    issue,
    comments: `${issue}/comments`,
    review_comments: `${url}/comments`,
    review_comment: `${apiOf(ask)}/pulls/comments{/number}`,
    commits: `${url}/commits`,
    statuses: `${apiOf(ask)}/statuses/${sha}`,
  };
  const side = (ref: string): Json => ({
    label: `${ask.hosted.data.owner}:${ref}`,
    ref,
    sha,
    user: accountShape(ask.state.url, ask.hosted.data.owner),
    repo: of.repository,
  });
  return {
    ...titled(ask, data),
    ...pages,
    issue_url: links.issue,
    comments_url: links.comments,
    review_comments_url: links.review_comments,
    review_comment_url: links.review_comment,
    commits_url: links.commits,
    statuses_url: links.statuses,
    closed_at: closedAtOf(data),
    merged_at: mergedAt,
    merge_commit_sha: data.mergeCommit,
    requested_reviewers: [],
    requested_teams: [],
    draft: false,
    auto_merge: null,
    head: side(`change-${data.number}`),
    base: side(of.base),
    _links: Object.fromEntries(Object.entries(links).map(([name, href]) => [name, { href }])),
  };
}

interface Placed<Comment> {
  readonly comment: Comment;
  /** Its place among the remarks of what it hangs on. */
  readonly at: number;
}

export function issueCommentShape(ask: Ask, of: Discussed, { comment, at }: Placed<CommentData>): Json {
  const id = idOf(ask, of.number) * 1000 + at;
  return {
    id,
    node_id: nodeId('IC', id),
    url: `${apiOf(ask)}/issues/comments/${id}`,
    issue_url: `${apiOf(ask)}/issues/${of.number}`,
    html_url: `${pageOf(ask)}/${isPullRequest(of) ? 'pull' : 'issues'}/${of.number}#issuecomment-${id}`,
    user: user(ask, comment.author),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.createdAt,
    author_association: 'MEMBER',
  };
}

export function reviewCommentShape(
  ask: Ask,
  of: PullRequestData,
  { comment, at }: Placed<ReviewCommentData>,
): Json {
  const id = idOf(ask, of.number) * 1000 + 500 + at;
  const self = `${apiOf(ask)}/pulls/comments/${id}`;
  const html = `${pageOf(ask)}/pull/${of.number}#discussion_r${id}`;
  const pullRequest = `${apiOf(ask)}/pulls/${of.number}`;
  const commit = of.mergeCommit ?? '0'.repeat(40);
  return {
    id,
    node_id: nodeId('PRRC', id),
    url: self,
    html_url: html,
    pull_request_url: pullRequest,
    pull_request_review_id: id - 1,
    diff_hunk: `@@ -${comment.originalLine},1 +${comment.originalLine},1 @@`,
    path: comment.path,
    commit_id: commit,
    original_commit_id: commit,
    user: comment.author === null ? null : user(ask, comment.author),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.createdAt,
    author_association: 'MEMBER',
    // Of an outdated remark GitHub tells the line it was written at alone.
    ...(comment.line === null ? {} : { line: comment.line }),
    original_line: comment.originalLine,
    start_line: null,
    original_start_line: null,
    start_side: null,
    side: 'RIGHT',
    subject_type: 'line',
    _links: { self: { href: self }, html: { href: html }, pull_request: { href: pullRequest } },
  };
}
