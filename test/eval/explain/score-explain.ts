/** Scores what search, `…/context` and the answer return for a question against the definitions that the question needs. */

import type { SpanPosition } from '../../../worker/core/answers/evidence.ts';
import type { ExplainCase } from './explain-case.ts';

/** What the server returned for a question. */
export interface ExplainResponse {
  /** Results of search, best first. */
  readonly results: readonly SpanPosition[];
  /** Spans of the context; undefined if it was not requested. */
  readonly context: { readonly spans: readonly SpanPosition[]; readonly tokens: number } | undefined;
  /** What a model chose; undefined if no choice was requested. */
  readonly choice:
    | {
        /** Positions of the definitions that the model could choose from; empty if it was not asked. */
        readonly listed: readonly SpanPosition[];
        /** Spans of the context that starts with the choice, and those of them that show a chosen definition. */
        readonly spans: readonly SpanPosition[];
        readonly chosen: readonly SpanPosition[];
      }
    | undefined;
  /** The answer; undefined if it was not requested. */
  readonly answer:
    | {
        /** The cited spans of each claim. */
        readonly claims: readonly (readonly SpanPosition[])[];
        /** All spans that the answer could cite. */
        readonly evidence: readonly SpanPosition[];
      }
    | undefined;
  readonly searchMs: number;
}

/** Values from 0 to 1. A value is undefined if its part was not requested. */
export interface ExplainScores {
  readonly hit1: number;
  readonly hit5: number;
  readonly hit10: number;
  readonly recall10: number;
  readonly recall20: number;
  readonly recall50: number;
  readonly contextRecall: number | undefined;
  readonly contextTokens: number | undefined;
  readonly contextSpans: number | undefined;
  readonly listedRecall: number | undefined;
  readonly choiceRecall: number | undefined;
  readonly chosenRecall: number | undefined;
  readonly evidenceRecall: number | undefined;
  readonly lead2: number | undefined;
  readonly claims: number | undefined;
  /** Claims that cite anything essential or helpful. */
  readonly onPointClaims: number | undefined;
  readonly searchMs: number;
}

/** Claims at the beginning of an answer, one of which should cite something essential. */
const leadingClaims = 2;

export function scoreExplain(explainCase: ExplainCase, response: ExplainResponse): ExplainScores {
  const { essential, helpful } = explainCase;
  const { results, context, choice, answer, searchMs } = response;
  const useful = [...essential, ...helpful];
  const hit = (count: number): number => (overlapsAny(results.slice(0, count), essential) ? 1 : 0);
  return {
    hit1: hit(1),
    hit5: hit(5),
    hit10: hit(10),
    recall10: recall(essential, results.slice(0, 10)),
    recall20: recall(essential, results.slice(0, 20)),
    recall50: recall(essential, results.slice(0, 50)),
    contextRecall: context === undefined ? undefined : recall(essential, context.spans),
    contextTokens: context?.tokens,
    contextSpans: context?.spans.length,
    // A model that was not asked could not leave anything out.
    listedRecall:
      choice === undefined
        ? undefined
        : recall(essential, choice.listed.length === 0 ? choice.spans : choice.listed),
    choiceRecall: choice === undefined ? undefined : recall(essential, choice.spans),
    chosenRecall:
      choice === undefined || choice.listed.length === 0 ? undefined : recall(essential, choice.chosen),
    evidenceRecall: answer === undefined ? undefined : recall(essential, answer.evidence),
    lead2:
      answer === undefined
        ? undefined
        : Number(answer.claims.slice(0, leadingClaims).some((cited) => overlapsAny(cited, essential))),
    claims: answer?.claims.length,
    onPointClaims: answer?.claims.filter((cited) => overlapsAny(cited, useful)).length,
    searchMs,
  };
}

/** The fraction of the definitions that share a line with one of the spans. */
function recall(definitions: readonly SpanPosition[], spans: readonly SpanPosition[]): number {
  return definitions.filter((definition) => overlapsAny(spans, [definition])).length / definitions.length;
}

function overlapsAny(spans: readonly SpanPosition[], definitions: readonly SpanPosition[]): boolean {
  return spans.some((span) => definitions.some((definition) => overlaps(span, definition)));
}

export function overlaps(left: SpanPosition, right: SpanPosition): boolean {
  return left.path === right.path && left.startLine <= right.endLine && right.startLine <= left.endLine;
}
