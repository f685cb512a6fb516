/** A piece of evidence (lines of a file, a commit or a discussion) in the shape the API tells it in. */

import type { Evidence as WireEvidence } from '../contract/answer.ts';
import {
  isOfAttachment,
  isOfCommit,
  isOfDiscussion,
  type CommitEvidence,
  type DiscussionEvidence,
  type ShownEvidence,
} from '../core/evidence.ts';

export function evidenceToWire(shown: ShownEvidence): WireEvidence {
  if (isOfCommit(shown)) return commitToWire(shown);
  if (isOfDiscussion(shown)) return discussionToWire(shown);
  if (isOfAttachment(shown)) return { ...shown };
  const { fileHash, symbol, rank, copies, ...evidence } = shown;
  return {
    ...evidence,
    hash: fileHash,
    ...(symbol === undefined ? {} : { symbol }),
    ...(rank === undefined ? {} : { rank }),
    ...(copies === undefined ? {} : { copies: copies.map((copy) => ({ ...copy })) }),
  };
}

function discussionToWire({
  writtenAt,
  closedAt,
  body: _body,
  commits,
  closes,
  ...told
}: DiscussionEvidence): WireEvidence {
  return {
    ...told,
    date: new Date(writtenAt).toISOString(),
    closedAt: new Date(closedAt).toISOString(),
    commits: [...commits],
    closes: [...closes],
  };
}

function commitToWire({ authoredAt, pullRequest, issues, origins, ...commit }: CommitEvidence): WireEvidence {
  return {
    ...commit,
    date: new Date(authoredAt).toISOString(),
    issues: [...issues],
    origins: origins.map((origin) => ({ ...origin })),
    ...(pullRequest === undefined
      ? {}
      : { pullRequest: { number: pullRequest.number, title: pullRequest.title ?? null } }),
  };
}
