/**
 * Searches for a question as written and as a model plans it, and interleaves both results. The first ten results without the model are
 * therefore among the first twenty. The search without the model always determines the confidence, and whether the answer declines.
 */

import type { RankedSpan } from '../../../retrieval/ranking/rank-spans.ts';
import type { ModelHelp } from '../../models/model-help.ts';
import { planQuestion } from '../../models/plan-question.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { Finding, FoundSpan, PlanningContext, RetrievalRequest } from './finding.ts';
import { interleave, dropCopiedSpans } from './merge-findings.ts';

/** @param search retrieves without a model's plan */
export async function retrievePlanned(
  services: Pick<Services, 'chunkStore' | 'textIndex'>,
  { key }: Pick<ResolvedSnapshot, 'key'>,
  {
    planning,
    help,
    request,
  }: { readonly planning: PlanningContext; readonly help: ModelHelp; readonly request: RetrievalRequest },
  search: (request: RetrievalRequest) => Promise<Finding>,
): Promise<Finding> {
  const finding = await search(request);
  const { question, assessment, retrieved, notes } = finding;
  if (question.class === 'too-broad' || assessment.confidence === 'out-of-scope') return finding;
  const plan = await planQuestion(
    services,
    key,
    {
      originalText: planning.originalText ?? request.text,
      text: request.text,
      earlier: planning.earlier,
      found: retrieved.spans.map(({ chunk }) => chunk),
    },
    help,
  );
  const { queries } = plan;
  const planNotes = plan.note === undefined ? notes : [...notes, plan.note];
  if (queries.length === 0) return { ...finding, notes: planNotes };
  // A model picks and reranks only for the whole question. Repeating that for each part would take too long.
  const part = { ...request, expandsGraph: false, help: undefined };
  const parts = await Promise.all(queries.map((text) => search({ ...part, text })));
  const answered = parts.filter((part) => part.assessment.confidence !== 'out-of-scope');
  if (answered.length === 0) return { ...finding, notes: planNotes };
  const [only, another] = queries;
  return {
    ...interleaveAll(finding, answered, request.count),
    readAs: another === undefined ? only : finding.readAs,
    subQueries: finding.subQueries.length > 0 || another === undefined ? finding.subQueries : queries,
    notes: [...new Set([...planNotes, ...answered.flatMap((part) => part.notes)])],
  };
}

const rankedKey = ({ chunk }: RankedSpan): number => chunk.key;
const foundKey = ({ ranked }: FoundSpan): number => ranked.chunk.key;

/** Interleaves the results of all planned parts, then these with the results of the question. */
function interleaveAll(finding: Finding, answered: readonly Finding[], count: number): Finding {
  const all = interleave(
    [
      finding.retrieved.spans,
      interleave(
        answered.map(({ retrieved }) => retrieved.spans),
        rankedKey,
      ),
    ],
    rankedKey,
  );
  const read = dropCopiedSpans(
    interleave(
      [
        finding.spans,
        interleave(
          answered.map(({ spans }) => spans),
          foundKey,
        ),
      ],
      foundKey,
    ),
  ).slice(0, Math.max(count, finding.spans.length));
  const definitions = interleave(
    [
      finding.definitions,
      interleave(
        answered.map((part) => part.definitions),
        rankedKey,
      ),
    ],
    rankedKey,
  );
  const definitionScores = scoreByIndex(finding.definitions.map(({ score }) => score));
  const scores = scoreByIndex(finding.retrieved.spans.map(({ score }) => score));
  const readScores = scoreByIndex(finding.spans.map(({ ranked }) => ranked.score));
  return {
    ...finding,
    retrieved: {
      ...finding.retrieved,
      spans: all.map((span, index) => ({ ...span, score: scores(index) })),
    },
    definitions:
      finding.definitions.length === 0
        ? []
        : definitions.map((span, index) => ({ ...span, score: definitionScores(index) })),
    spans: read.map((span, index) => ({ ...span, ranked: { ...span.ranked, score: readScores(index) } })),
  };
}

/** Assigns the original scores by position, so that they still decrease and thresholds remain meaningful. */
function scoreByIndex(scores: readonly number[]): (index: number) => number {
  const sorted = scores.toSorted((a, b) => b - a);
  return (index) => sorted[Math.min(index, sorted.length - 1)] ?? 0;
}
