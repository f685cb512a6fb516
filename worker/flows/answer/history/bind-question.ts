/** Binds a history question to its subject and period, and answers it if it only asks for the changes of a path, an author or a period. */

import type { HistoryState } from '../../../core/history/history.ts';
import { readHistoryPeriod } from '../../../retrieval/history/read-history-period.ts';
import type { HistoryQuestion } from '../../../retrieval/history/read-history-question.ts';
import { toHistoryKey } from '../../browse/read-history.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { bindSubject } from './bind-subject.ts';
import { findDiscussions } from './find-discussions.ts';
import type { BoundQuestion, HistoryFinding } from './history-finding.ts';
import { findTimeline } from './find-timeline.ts';
import { resolvePeriod } from './resolve-period.ts';
import { routeToTimeline } from './route-to-timeline.ts';

export async function bindQuestion(
  services: Services,
  resolved: ResolvedSnapshot,
  request: { readonly text: string; readonly question: HistoryQuestion; readonly state: HistoryState },
): Promise<HistoryFinding | BoundQuestion> {
  const { text, question, state } = request;
  const historyKey = toHistoryKey(resolved);
  const [subject, [newest]] = await Promise.all([
    bindSubject(services, resolved, { text, question, historyKey }),
    services.historyStore.timeline(historyKey, '', { limit: 1 }),
  ]);
  const reference = newest?.commit.committedAt ?? services.clock.now();
  const read = readHistoryPeriod(text, reference);
  const { period, unknownVersions } =
    read === undefined
      ? { period: undefined, unknownVersions: [] }
      : await resolvePeriod(services, historyKey, read, reference);
  const bound = { subject, period, unknownVersions };
  if (question.lines !== undefined) return bound;
  // A version that the history does not contain is no period of the whole repository, but release notes may describe it.
  const hasPeriod = period !== undefined || (read !== undefined && subject.path !== undefined);
  const route = routeToTimeline(text, question, { subject, hasPeriod });
  if (route === undefined) return bound;
  const timeline = await findTimeline(services, historyKey, {
    ...route,
    period,
    unknownVersions,
    author: subject.author,
    state,
  });
  const discussions = await findDiscussions(services, historyKey, {
    text: undefined,
    numbers: question.numbers,
    commits: timeline.commits.slice(0, 1),
    terms: [],
    weight: () => 1,
    identifiers: [],
    paths: new Set(route.path === '' ? [] : [route.path]),
  });
  return {
    question,
    commits: timeline.commits,
    spans: [],
    finding: undefined,
    discussions,
    termCoverage: 0,
    timeline,
    commitLines: undefined,
    scope: undefined,
    isQuoted: false,
    writers: undefined,
    state,
    notes: timeline.notes,
  };
}
