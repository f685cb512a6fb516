/** Issues evidence for commits and discussions: a record to quote and, for a commit, how it changed the lines in question. */

import { formatDay } from '../../../core/time.ts';
import type { CommitEvidence, DiscussionEvidence, OriginReason } from '../../../core/answers/evidence.ts';
import { commitRecord } from '../../../core/history/commit-record.ts';
import type { Discussion } from '../../../core/history/discussion.ts';
import { sha256 } from '../../../core/text/hash.ts';
import { listPosts, type Post } from '../../../retrieval/history/rank-discussions.ts';
import { commitUrl } from '../../browse/read-history.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { RankedCommit } from '../../../retrieval/history/rank-commits.ts';

export async function issueCommitEvidence(
  resolved: ResolvedSnapshot,
  { commit, lineScores, score }: Pick<RankedCommit, 'commit' | 'lineScores' | 'score'>,
  id: string,
): Promise<CommitEvidence> {
  const text = commitRecord({ ...commit, pullRequest: commit.pullRequest?.number });
  const reasons: readonly (OriginReason | false)[] = [
    (lineScores?.introduced ?? 0) > 0 && 'introduced',
    (lineScores?.last ?? 0) > 0 && 'last-changed',
    (lineScores?.between ?? 0) > 0 && 'changed',
    (lineScores?.moved ?? 0) > 0 && 'moved',
  ];
  return {
    id,
    kind: 'commit',
    commit: commit.id,
    text,
    hash: await sha256(text),
    subject: commit.subject,
    author: commit.author,
    authoredAt: commit.authoredAt,
    pullRequest: commit.pullRequest,
    issues: commit.issues,
    origins: reasons.flatMap((reason) =>
      reason === false ? [] : (lineScores?.linesBy[reason] ?? []).map((lines) => ({ ...lines, reason })),
    ),
    url: commitUrl(resolved, commit.id),
    score: Math.round(score * 1000) / 1000,
  };
}

interface QuotedDiscussion {
  readonly discussion: Discussion;
  /** The quoted comment; the opening post if undefined. */
  readonly post?: Post | undefined;
  /** Those of the cited commits that the discussion introduced. */
  readonly commits: readonly string[];
  /** Numbers of the discussions that it closes, or that close it. */
  readonly closes: readonly number[];
  readonly score: number;
}

export async function issueDiscussionEvidence(
  { discussion, post = listPosts(discussion)[0], commits, closes, score }: QuotedDiscussion,
  id: string,
): Promise<DiscussionEvidence> {
  const { author = discussion.author, writtenAt = discussion.openedAt, body = '' } = post ?? {};
  const introduced = [
    ...new Set([...commits, ...(discussion.mergeCommit === undefined ? [] : [discussion.mergeCommit])]),
  ];
  const record = { discussion, post, author, writtenAt, body, introduced, closes };
  const text = formatRecord(record);
  const url = post?.comment?.url ?? discussion.url;
  return {
    id,
    kind: discussion.kind,
    number: discussion.number,
    title: discussion.title,
    author,
    writtenAt,
    text,
    hash: await sha256(text),
    body,
    isRemark: post?.comment !== undefined,
    closedAt: discussion.closedAt,
    commits: introduced,
    closes: [...closes],
    url: /^https?:\/\//.test(url) ? url : '',
    score: Math.round(score * 1000) / 1000,
  };
}

function formatRecord(record: {
  readonly discussion: Discussion;
  readonly post: Post | undefined;
  readonly author: string;
  readonly writtenAt: number;
  readonly body: string;
  readonly introduced: readonly string[];
  readonly closes: readonly number[];
}): string {
  const { kind, number, title, closedAt } = record.discussion;
  const isIssue = kind === 'issue';
  const numbers = record.closes.map((other) => `#${other}`).join(', ');
  const comment = record.post?.comment;
  const locationLines =
    comment?.path === undefined
      ? []
      : [`On: ${comment.path}${comment.line === undefined ? '' : `, line ${comment.line}`}`];
  const head = [
    `${isIssue ? 'Issue' : 'Pull request'} #${number}: ${title}`,
    `Author: ${record.author}`,
    `Date: ${formatDay(record.writtenAt)}`,
    `${isIssue ? 'Closed' : 'Merged'}: ${formatDay(closedAt)}`,
    ...record.introduced.map((commit) => `Commit: ${commit}`),
    ...(numbers === '' ? [] : [`${isIssue ? 'Closed by' : 'Closes'}: ${numbers}`]),
    ...locationLines,
  ];
  return `${head.join('\n')}\n\n${record.body.trim()}\n`;
}
