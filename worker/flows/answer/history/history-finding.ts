/** The result of a history question, and what is known about the question while its commits are ranked. */

import type { HistoryState, LineAuthorship } from '../../../core/history/history.ts';
import type { RankedCommit } from '../../../retrieval/history/rank-commits.ts';
import type { HistoryQuestion } from '../../../retrieval/history/read-history-question.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import type { HistorySubject } from './bind-subject.ts';
import type { DiscussionFinding } from './find-discussions.ts';
import type { TimelineFinding } from './find-timeline.ts';
import type { RegionSpan } from './history-regions.ts';
import type { ResolvedPeriod } from './resolve-period.ts';

export type { RankedCommit };

export interface BoundQuestion {
  readonly subject: HistorySubject;
  readonly period: ResolvedPeriod | undefined;
  /** Versions that the question names and the history does not contain. */
  readonly unknownVersions: readonly string[];
}

export interface HistoryFinding {
  /** Undefined if the request names lines or a symbol instead of asking a question. */
  readonly question: HistoryQuestion | undefined;
  readonly commits: readonly RankedCommit[];
  /** The lines in question, the most relevant first. */
  readonly spans: readonly RegionSpan[];
  /** The search result in the code; undefined if the code was not searched. */
  readonly finding: Finding | undefined;
  /** Pull requests and issues, scored on the same scale as commits. */
  readonly discussions: DiscussionFinding;
  /** Fraction of the question's terms that the best commit message or discussion contains, 0 to 1. */
  readonly termCoverage: number;
  /** The authors of a file's lines, if the question asks for them and they are known. */
  readonly writers: LineAuthorship | undefined;
  /** Whether the question quotes the first of the spans. */
  readonly isQuoted: boolean;
  /** The question asks for the changes of a path, an author or a period; `commits` are those, in the requested order. */
  readonly timeline: TimelineFinding | undefined;
  /** One sentence on the lines of a commit, if the question asks for them. */
  readonly commitLines: string | undefined;
  /** One sentence on a period or author that none of the commits meets, or an unknown version; undefined otherwise. */
  readonly scope: string | undefined;
  readonly state: HistoryState;
  /** Sentences about gaps in the known history. */
  readonly notes: readonly string[];
}

export interface HistoryQuery extends Partial<BoundQuestion> {
  readonly question: HistoryQuestion | undefined;
  /** The question quotes the first of the spans. */
  readonly isQuoted?: boolean;
  readonly spans: readonly RegionSpan[];
  readonly finding: Finding | undefined;
  readonly state: HistoryState;
}
