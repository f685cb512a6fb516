/**
 * Merges the findings of the parts of a question into one finding with interleaved spans. The question is answered if the repository
 * answers any part. Declined parts are listed, and none of their spans is shown.
 */

import type { Question } from '../../../core/answers/question.ts';
import type { FileRow } from '../../../ports/chunk-store.ts';
import type { DeduplicatedSpan } from '../../../retrieval/ranking/deduplicate-spans.ts';
import type { ConfidenceAssessment } from '../../../retrieval/confidence/assess-confidence.ts';
import type { TermStatistics } from '../../../retrieval/search/search-terms.ts';
import type { Finding, FoundSpan } from './finding.ts';

/** The question before it was split. */
interface WholeQuestion {
  readonly question: Question;
  readonly files: readonly FileRow[];
  readonly terms: TermStatistics;
}

/** @param parts at least one, in the order of the question */
export function mergeFindings(whole: WholeQuestion, parts: readonly Finding[]): Finding {
  const answered = answeredParts(parts);
  // If the whole question is declined, the closest spans of each part are shown.
  const shown = answered.length > 0 ? answered : parts;
  const declined = answered.length > 0 ? parts.filter((part) => !answered.includes(part)) : [];
  return {
    question: whole.question,
    files: whole.files,
    retrieved: {
      ...whole.terms,
      spans: interleave(
        shown.map(({ retrieved }) => retrieved.spans),
        ({ chunk }) => chunk.key,
      ),
      definitions: uniqueBy(
        shown.flatMap(({ retrieved }) => retrieved.definitions),
        ({ id }) => id,
      ),
      presentPhrases: new Set(parts.flatMap(({ retrieved }) => [...retrieved.presentPhrases])),
      note: parts.find(({ retrieved }) => retrieved.note !== undefined)?.retrieved.note,
    },
    spans: dropCopiedSpans(
      interleave(
        shown.map(({ spans }) => spans),
        ({ ranked }) => ranked.chunk.key,
      ),
    ),
    definitions: [],
    related: interleave(
      answered.map(({ related }) => related),
      ({ ranked }) => ranked.chunk.key,
    ),
    likelyDefinitions: uniqueBy(
      shown.flatMap(({ likelyDefinitions }) => likelyDefinitions),
      ({ id }) => id,
    ),
    assessment: combineAssessments(parts, answered),
    readAs: undefined,
    subQueries: parts.map(({ question }) => question.text),
    declined: declined.map(({ question }) => question.text),
    notes: [...new Set(parts.flatMap(({ notes }) => notes))],
  };
}

/**
 * Selects the parts that the repository answers. A part that refers back to a declined part is declined too, however well its words match.
 * If any part is declined, the question is answered only if the confidence of another part is high.
 */
function answeredParts(parts: readonly Finding[]): readonly Finding[] {
  const declined: Finding[] = [];
  const answered = parts.filter((part) => {
    const isAnswered =
      part.assessment.confidence !== 'out-of-scope' &&
      !declined.some((earlier) => isFollowUpTo(part, earlier));
    if (!isAnswered) declined.push(part);
    return isAnswered;
  });
  const isEnough =
    declined.length === 0 || answered.some(({ assessment }) => assessment.confidence === 'high');
  return isEnough ? answered : [];
}

const pointsBack = /\b(?:its?|they|them|their|this|that|these|those)\b/i;

function isFollowUpTo({ question }: Finding, before: Finding): boolean {
  const known = new Set(before.question.terms.map(({ word }) => word));
  return pointsBack.test(question.text) || question.terms.some(({ word }) => known.has(word));
}

/** Combines the assessments. The confidence is that of the least certain answered part. Notes report the declined parts. */
function combineAssessments(parts: readonly Finding[], answered: readonly Finding[]): ConfidenceAssessment {
  const assessments = parts.map(({ assessment }) => assessment);
  const covered = assessments.reduce((sum, assessment) => sum + assessment.covered, 0) / assessments.length;
  const missing = [...new Set(assessments.flatMap((assessment) => assessment.missing))];
  if (answered.length === 0) return { confidence: 'out-of-scope', covered, missing };
  const isSure = answered.every(({ assessment }) => assessment.confidence === 'high');
  return { confidence: isSure ? 'high' : 'low', covered, missing };
}

/** Results among which each part of a question should be answered. */
const leadingResults = 5;

/** Adds the best span of each part whose file is not among the first definitions, after the first one. */
export function coverParts(
  definitions: readonly DeduplicatedSpan[],
  parts: readonly Pick<Finding, 'spans'>[],
): readonly DeduplicatedSpan[] {
  const [first, ...others] = definitions;
  if (first === undefined) return [];
  const leadingPaths = new Set(definitions.slice(0, leadingResults).map(({ chunk }) => chunk.path));
  const missing = parts.flatMap(({ spans: [best] }) =>
    best === undefined || leadingPaths.has(best.path) ? [] : [{ ...best.ranked, score: first.score }],
  );
  return uniqueBy([first, ...missing, ...others], ({ chunk }) => chunk.key);
}

/** Drops spans that another part lists as copies of its own span. */
export function dropCopiedSpans(spans: readonly FoundSpan[]): readonly FoundSpan[] {
  const known = new Set<string>();
  return spans.filter((span) => {
    if (known.has(spanPosition(span))) return false;
    for (const copy of span.ranked.copies ?? []) known.add(spanPosition(copy));
    return true;
  });
}

function spanPosition({ path, startLine }: Pick<FoundSpan, 'path' | 'startLine'>): string {
  return `${path}:${startLine}`;
}

/** Interleaves lists: the first item of each list, then the second. An item in several lists appears at its best position. */
export function interleave<Item>(
  lists: readonly (readonly Item[])[],
  getKey: (item: Item) => number,
): readonly Item[] {
  const maxLength = Math.max(0, ...lists.map((items) => items.length));
  const indexes = Array.from({ length: maxLength }, (_, index) => index);
  return uniqueBy(
    indexes.flatMap((index) => lists.flatMap((items) => items.slice(index, index + 1))),
    getKey,
  );
}

function uniqueBy<Item, Key>(items: readonly Item[], getKey: (item: Item) => Key): readonly Item[] {
  const unique = new Map<Key, Item>();
  for (const item of items) if (!unique.has(getKey(item))) unique.set(getKey(item), item);
  return [...unique.values()];
}
