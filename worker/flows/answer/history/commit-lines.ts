/** Lists the lines of a version that a commit added or changed last: the inverse of the origin of a line. */

import { AppError } from '../../../core/errors.ts';
import type { SpanPosition } from '../../../core/answers/evidence.ts';
import type { HistoryState } from '../../../core/history/history.ts';
import {
  weighLineHistories,
  type CommitLineScores,
  type WeighedSpan,
} from '../../../retrieval/history/weigh-line-histories.ts';
import { historyNotes, toHistoryKey } from '../../browse/read-history.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { HistoryFinding } from './history-finding.ts';

export interface NamedCommit {
  /** A commit id, or at least seven digits of its beginning. */
  readonly commit: string;
}

/** Maximum ranges that the sentence lists; the entry has all. */
const maxListedRanges = 12;
const shortIdLength = 9;

/** @throws AppError `commit_not_found` */
export async function findCommitLines(
  { historyStore }: Pick<Services, 'historyStore'>,
  resolved: ResolvedSnapshot,
  { commit: id, state }: NamedCommit & { readonly state: HistoryState },
): Promise<HistoryFinding> {
  const key = toHistoryKey(resolved);
  const [commit] = await historyStore.commits(key, [id]);
  if (commit === undefined)
    throw new AppError(
      'commit_not_found',
      `No single commit of this version's known history begins with ${JSON.stringify(id)}.`,
      { details: { notes: historyNotes(state) } },
    );
  const runs = await historyStore.linesOfCommit(key, commit);
  const spans = runs.map(({ path, startLine, endLine }): WeighedSpan & { symbol: undefined } => ({
    path,
    startLine,
    endLine,
    weights: Array.from({ length: endLine - startLine + 1 }, () => 1),
    nameLine: undefined,
    symbol: undefined,
  }));
  const scores = weighLineHistories(spans, runs).commits.find((scored) => scored.commit === commit.id);
  const lines = scores === undefined ? [] : listStandingLines(scores);
  const isIntroduction = (scores?.linesBy.introduced.length ?? 0) > 0;
  return {
    question: undefined,
    commits: [
      {
        commit,
        lineScores: scores === undefined ? undefined : { ...scores, lines },
        words: 0,
        wordCoverage: 0,
        similarity: 0,
        change: 0,
        changeCoverage: 0,
        pathMatch: 0,
        isNamed: true,
        reason: lines.length === 0 ? 'mentions' : isIntroduction ? 'introduced' : 'last-changed',
        score: 1,
      },
    ],
    spans,
    finding: undefined,
    discussions: { ranked: [], byCommit: new Map(), closes: [] },
    termCoverage: 0,
    timeline: undefined,
    commitLines: describeLines(commit.id, lines),
    scope: undefined,
    isQuoted: false,
    writers: undefined,
    state,
    notes: historyNotes(state),
  };
}

/** The lines that the commit added, even if a later one edited them, and those that it changed last. */
function listStandingLines({ lines, linesBy }: CommitLineScores): readonly SpanPosition[] {
  const own = [...linesBy.introduced, ...linesBy['last-changed']];
  return lines.flatMap((range) => {
    const inside = own.filter(({ path, startLine, endLine }) => {
      return path === range.path && startLine <= range.endLine && endLine >= range.startLine;
    });
    return mergeTouching(inside);
  });
}

function mergeTouching(ranges: readonly SpanPosition[]): readonly SpanPosition[] {
  const merged: SpanPosition[] = [];
  for (const next of ranges.toSorted((a, b) => a.startLine - b.startLine)) {
    const previous = merged.at(-1);
    if (previous !== undefined && next.startLine <= previous.endLine + 1)
      merged[merged.length - 1] = { ...previous, endLine: Math.max(previous.endLine, next.endLine) };
    else merged.push(next);
  }
  return merged;
}

function describeLines(commit: string, lines: readonly SpanPosition[]): string {
  const shortId = commit.slice(0, shortIdLength);
  const total = lines.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
  if (total === 0) return `No line of commit \`${shortId}\` is left`;
  const files = new Set(lines.map(({ path }) => path)).size;
  const listed = lines
    .slice(0, maxListedRanges)
    .map(
      ({ path, startLine, endLine }) =>
        `\`${path}\` ${startLine}${endLine === startLine ? '' : `–${endLine}`}`,
    );
  const more = lines.length > maxListedRanges ? ` and ${lines.length - maxListedRanges} more ranges` : '';
  return `${total} ${total === 1 ? 'line' : 'lines'} in ${files} ${files === 1 ? 'file' : 'files'} are left of commit \`${shortId}\`: ${listed.join(', ')}${more}`;
}
