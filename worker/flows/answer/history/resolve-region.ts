/** Resolves the lines that a question is about: those that it quotes, the definition it names, or the spans that the search finds. */

import type { HistoryQuestion } from '../../../retrieval/history/read-history-question.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { HistorySubject } from './bind-subject.ts';
import { resolveRegionFromFinding, type RegionSpan } from './history-regions.ts';
import { findQuotedRegion } from './quoted-region.ts';

export interface ResolvedRegion {
  readonly spans: readonly RegionSpan[];
  readonly isQuoted: boolean;
}

export async function resolveRegion(
  services: Pick<Services, 'chunkStore' | 'textIndex'>,
  resolved: ResolvedSnapshot,
  request: {
    readonly finding: Finding;
    readonly question: HistoryQuestion;
    readonly subject: HistorySubject;
  },
): Promise<ResolvedRegion> {
  const { question, subject } = request;
  const { symbols } = subject;
  // The names of the question decide, wherever the search ranks their definitions.
  const finding = symbols.length === 0 ? request.finding : { ...request.finding, likelyDefinitions: symbols };
  if (question.aspect === 'why') {
    const found = finding.spans.map(({ path }) => path);
    const quoted = await findQuotedRegion(services, resolved, {
      text: finding.question.text,
      subject,
      found,
    });
    if (quoted.isQuoted) return quoted;
  }
  const spans = await resolveRegionFromFinding(services, resolved, finding, question);
  return { spans, isQuoted: false };
}
