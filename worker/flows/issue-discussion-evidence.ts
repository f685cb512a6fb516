/** A pull request or an issue becomes evidence: the record of its body, or of one remark, as it can be quoted. */

import { dayOf } from '../answering/check-origins.ts';
import type { Discussion } from '../core/discussion.ts';
import type { DiscussionEvidence } from '../core/evidence.ts';
import { sha256 } from '../core/hash.ts';
import { sayingsOf, type Saying } from '../retrieval/history/rank-discussions.ts';

interface QuotedDiscussion {
  readonly discussion: Discussion;
  /** Its opening where left out. */
  readonly saying?: Saying | undefined;
  /** Commits it brought, of those asked about. */
  readonly commits: readonly string[];
  /** Numbers it closes or was closed by, as it or the other tells. */
  readonly closes: readonly number[];
  readonly score: number;
}

export async function issueDiscussionEvidence(
  { discussion, saying = sayingsOf(discussion)[0], commits, closes, score }: QuotedDiscussion,
  id: string,
): Promise<DiscussionEvidence> {
  const { author = discussion.author, writtenAt = discussion.openedAt, body = '' } = saying ?? {};
  const brought = [
    ...new Set([...commits, ...(discussion.mergeCommit === undefined ? [] : [discussion.mergeCommit])]),
  ];
  const told = { discussion, saying, author, writtenAt, body, brought, closes };
  const text = recordOf(told);
  const url = saying?.remark?.url ?? discussion.url;
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
    isRemark: saying?.remark !== undefined,
    closedAt: discussion.closedAt,
    commits: brought,
    closes: [...closes],
    url: /^https?:\/\//.test(url) ? url : '',
    score: Math.round(score * 1000) / 1000,
  };
}

function recordOf(told: {
  readonly discussion: Discussion;
  readonly saying: Saying | undefined;
  readonly author: string;
  readonly writtenAt: number;
  readonly body: string;
  readonly brought: readonly string[];
  readonly closes: readonly number[];
}): string {
  const { kind, number, title, closedAt } = told.discussion;
  const isIssue = kind === 'issue';
  const numbers = told.closes.map((other) => `#${other}`).join(', ');
  const remark = told.saying?.remark;
  const at =
    remark?.path === undefined
      ? []
      : [`On: ${remark.path}${remark.line === undefined ? '' : `, line ${remark.line}`}`];
  const head = [
    `${isIssue ? 'Issue' : 'Pull request'} #${number}: ${title}`,
    `Author: ${told.author}`,
    `Date: ${dayOf(told.writtenAt)}`,
    `${isIssue ? 'Closed' : 'Merged'}: ${dayOf(closedAt)}`,
    ...told.brought.map((commit) => `Commit: ${commit}`),
    ...(numbers === '' ? [] : [`${isIssue ? 'Closed by' : 'Closes'}: ${numbers}`]),
    ...at,
  ];
  return `${head.join('\n')}\n\n${told.body.trim()}\n`;
}
