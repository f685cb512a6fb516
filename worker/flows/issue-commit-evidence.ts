/** A commit that was found becomes evidence: its record as it can be quoted, and what it did to the lines asked about. */

import { commitRecord } from '../core/commit-record.ts';
import type { CommitEvidence, OriginReason } from '../core/evidence.ts';
import { sha256 } from '../core/hash.ts';
import type { RankedCommit } from './find-history.ts';
import { commitUrl } from './browse/read-history.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';

export async function issueCommitEvidence(
  resolved: ResolvedSnapshot,
  { commit, shares, score }: Pick<RankedCommit, 'commit' | 'shares' | 'score'>,
  id: string,
): Promise<CommitEvidence> {
  const text = commitRecord({ ...commit, pullRequest: commit.pullRequest?.number });
  const did: readonly (OriginReason | false)[] = [
    (shares?.introduced ?? 0) > 0 && 'introduced',
    (shares?.last ?? 0) > 0 && 'last-changed',
    (shares?.between ?? 0) > 0 && 'changed',
    (shares?.moved ?? 0) > 0 && 'moved',
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
    origins: did.flatMap((reason) =>
      reason === false ? [] : (shares?.linesBy[reason] ?? []).map((lines) => ({ ...lines, reason })),
    ),
    url: commitUrl(resolved, commit.id),
    score: Math.round(score * 1000) / 1000,
  };
}
