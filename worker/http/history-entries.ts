/** Converts the results of a history query to the API's format. */

import type { History, HistoryEntry } from '../contract/history/schema.ts';
import type { HistoryFinding, RankedCommit } from '../flows/answer/history/history-finding.ts';
import { commitUrl } from '../flows/browse/read-history.ts';
import type { CommitDiscussions } from '../flows/browse/read-discussions.ts';
import { linksToWire } from './discussions.ts';
import type { ResolvedSnapshot } from '../flows/versions/resolve-snapshot.ts';

/** Maximum characters quoted from a discussion. */
const maxTextLength = 600;

export function historyToWire(
  resolved: ResolvedSnapshot,
  found: HistoryFinding,
  { limit, known }: { readonly limit: number; readonly known: ReadonlyMap<string, CommitDiscussions> },
): History {
  return {
    entries: found.commits.slice(0, limit).map((ranked) => ({
      ...entryToWire(resolved, ranked),
      ...linksToWire(known.get(ranked.commit.id)),
    })),
    discussions: found.discussions.ranked.slice(0, limit).map(({ discussion, best, score }) => ({
      kind: discussion.kind,
      number: discussion.number,
      title: discussion.title,
      url: best.comment?.url ?? discussion.url,
      author: best.author,
      date: new Date(best.writtenAt).toISOString(),
      text: best.body.slice(0, maxTextLength),
      score: Math.round(score * 10_000) / 10_000,
    })),
    asOf: resolved.snapshot.commit,
    complete: found.state.isComplete,
    notes: [...found.notes],
  };
}

function entryToWire(
  resolved: ResolvedSnapshot,
  { commit, lineScores, reason, score }: RankedCommit,
): HistoryEntry {
  return {
    commit: commit.id,
    subject: commit.subject,
    body: commit.message.slice(commit.subject.length).trim(),
    author: commit.author,
    date: new Date(commit.authoredAt).toISOString(),
    ...(commit.pullRequest === undefined
      ? {}
      : { pullRequest: { number: commit.pullRequest.number, title: commit.pullRequest.title ?? null } }),
    ...(commit.issues.length === 0 ? {} : { issues: [...commit.issues] }),
    reason,
    score: Math.round(score * 10_000) / 10_000,
    lines: (lineScores?.lines ?? []).map((lines) => ({ ...lines })),
    files: commit.changedFiles,
    url: commitUrl(resolved, commit.id),
  };
}
