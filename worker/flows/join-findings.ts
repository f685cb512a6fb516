/**
 * A question that asks several things, each found and judged by itself, as one finding: the best of each in turn. It is answered where
 * the repository holds an answer to any of them; of those it declines nothing is shown, and they are named.
 */

import type { Question } from '../core/question.ts';
import type { FileRow } from '../ports/chunk-store.ts';
import type { Judgement } from '../retrieval/judge-confidence.ts';
import type { HeldTerms } from '../retrieval/search-terms.ts';
import { eachOnce, inTurn } from './in-turn.ts';
import type { Finding, FoundSpan } from './retrieve.ts';

/** The question as a whole. */
interface WholeQuestion {
  readonly question: Question;
  readonly files: readonly FileRow[];
  readonly terms: HeldTerms;
}

/** @param parts at least one, in the order they are asked */
export function joinFindings(whole: WholeQuestion, parts: readonly Finding[]): Finding {
  const held = heldOf(parts);
  // Of a question declined as a whole the nearest there is of each is shown.
  const shown = held.length > 0 ? held : parts;
  const declined = held.length > 0 ? parts.filter((part) => !held.includes(part)) : [];
  return {
    question: whole.question,
    files: whole.files,
    retrieved: {
      ...whole.terms,
      spans: inTurn(
        shown.map(({ retrieved }) => retrieved.spans),
        ({ chunk }) => chunk.key,
      ),
      definitions: eachOnce(
        shown.flatMap(({ retrieved }) => retrieved.definitions),
        ({ id }) => id,
      ),
      heldWordings: new Set(parts.flatMap(({ retrieved }) => [...retrieved.heldWordings])),
      note: parts.find(({ retrieved }) => retrieved.note !== undefined)?.retrieved.note,
    },
    spans: withoutCopies(
      inTurn(
        shown.map(({ spans }) => spans),
        ({ ranked }) => ranked.chunk.key,
      ),
    ),
    related: inTurn(
      held.map(({ related }) => related),
      ({ ranked }) => ranked.chunk.key,
    ),
    meant: eachOnce(
      shown.flatMap(({ meant }) => meant),
      ({ id }) => id,
    ),
    judgement: judgeTogether(parts, held),
    readAs: undefined,
    subQueries: parts.map(({ question }) => question.text),
    declined: declined.map(({ question }) => question.text),
    notes: [...new Set(parts.flatMap(({ notes }) => notes))],
  };
}

/**
 * What is asked further of something that the repository does not hold is not held either, however well its words match; and what is
 * unsure does not answer a question of which the rest is declined.
 */
function heldOf(parts: readonly Finding[]): readonly Finding[] {
  const declined: Finding[] = [];
  const held = parts.filter((part) => {
    const isHeld =
      part.judgement.confidence !== 'out-of-scope' && !declined.some((one) => isAskedFurther(part, one));
    if (!isHeld) declined.push(part);
    return isHeld;
  });
  const isAnswered = declined.length === 0 || held.some(({ judgement }) => judgement.confidence === 'high');
  return isAnswered ? held : [];
}

const pointsBack = /\b(?:its?|they|them|their|this|that|these|those)\b/i;

function isAskedFurther({ question }: Finding, before: Finding): boolean {
  const known = new Set(before.question.terms.map(({ word }) => word));
  return pointsBack.test(question.text) || question.terms.some(({ word }) => known.has(word));
}

/** As sure as the least sure of what is answered: what is not is told beside it. */
function judgeTogether(parts: readonly Finding[], held: readonly Finding[]): Judgement {
  const judgements = parts.map(({ judgement }) => judgement);
  const covered = judgements.reduce((sum, one) => sum + one.covered, 0) / judgements.length;
  const missing = [...new Set(judgements.flatMap((one) => one.missing))];
  if (held.length === 0) return { confidence: 'out-of-scope', covered, missing };
  const isSure = held.every(({ judgement }) => judgement.confidence === 'high');
  return { confidence: isSure ? 'high' : 'low', covered, missing };
}

/** What one part shows as a copy of its best another may have found itself. */
export function withoutCopies(spans: readonly FoundSpan[]): readonly FoundSpan[] {
  const told = new Set<string>();
  return spans.filter((span) => {
    if (told.has(placeOf(span))) return false;
    for (const copy of span.ranked.copies ?? []) told.add(placeOf(copy));
    return true;
  });
}

function placeOf({ path, startLine }: Pick<FoundSpan, 'path' | 'startLine'>): string {
  return `${path}:${startLine}`;
}
