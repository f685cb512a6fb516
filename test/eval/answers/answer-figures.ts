/** Computes the figures of answers: figures that need no model and, with a judging model, the figures of its verdicts. */

import { percentile } from '../../bench/timing.ts';
import type { AnswerResult } from './request-answer.ts';
import type { Judgment } from './judge-answer.ts';
import { computeRouge } from './rouge.ts';

export interface MeasuredAnswer extends AnswerResult {
  /** Undefined without a judging model. */
  readonly judgement: Judgment | undefined;
}

export interface AnswerFigures {
  readonly answers: number;
  readonly claims: number;
  /** Fraction of claims that are verified or repaired. The name is part of the `--json` output. */
  readonly borneOut: number;
  /** Fraction of shown citations whose lines match the file. */
  readonly citationsResolved: number;
  /** Fraction of the expected names that the answer states, over answered questions. */
  readonly named: number;
  /** Fraction of the expected names that the answer or its cited lines contain. */
  readonly namedOrCited: number;
  readonly rouge1: number;
  readonly rouge2: number;
  readonly rougeL: number;
  /** Recall of ROUGE-1: an answer that quotes much has a low precision. */
  readonly rouge1Recall: number;
  /** Fraction of the answerable questions that were declined, and of the unanswerable ones. */
  readonly declinedWrongly: number;
  readonly declinedRightly: number;
  readonly firstTextP50Ms: number;
  readonly firstTextP95Ms: number;
  readonly totalP50Ms: number;
  readonly totalP95Ms: number;
  /** Mean tokens read and written per answer, and mean dollars if all prices are known. */
  readonly tokensRead: number;
  readonly tokensWritten: number;
  readonly costUsd: number | undefined;
  /** Fraction of assessed claims that the judge finds supported, and the mean mark from 1 to 5. */
  readonly semantic: number | undefined;
  readonly mark: number | undefined;
}

export function computeAnswerFigures(answers: readonly MeasuredAnswer[]): AnswerFigures {
  const answerable = answers.filter(({ asked }) => asked.expect === 'answered');
  const unanswerable = answers.filter(({ asked }) => asked.expect === 'declined');
  const answered = answerable.filter(({ refused }) => !refused);
  const claims = answered.flatMap((answer) => answer.claims);
  const overlaps = answered.map((answer) =>
    computeRouge(stripCitations(answer), answer.asked.reference ?? ''),
  );
  const casesWithNames = answered.filter(({ asked }) => asked.names.length > 0);
  const shownCitations = answers.reduce((sum, { citations }) => sum + citations.shown, 0);
  const judgments = answered.flatMap(({ judgement }) => judgement ?? []);
  const verdicts = judgments.flatMap((judgment) => judgment.claims);
  const costs = answers.flatMap(({ generation }) => (generation === undefined ? [] : [generation.costUsd]));
  return {
    answers: answers.length,
    claims: claims.length,
    borneOut: fraction(claims, ({ state }) => state === 'verified' || state === 'repaired'),
    citationsResolved:
      shownCitations === 0
        ? 1
        : answers.reduce((sum, { citations }) => sum + citations.resolved, 0) / shownCitations,
    named: mean(casesWithNames.map((answer) => computeNamedFraction(answer, answer.text))),
    namedOrCited: mean(
      casesWithNames.map((answer) =>
        computeNamedFraction(answer, `${answer.text}\n${joinCitedText(answer)}`),
      ),
    ),
    rouge1: mean(overlaps.map(({ rouge1 }) => rouge1.f1)),
    rouge2: mean(overlaps.map(({ rouge2 }) => rouge2.f1)),
    rougeL: mean(overlaps.map(({ rougeL }) => rougeL.f1)),
    rouge1Recall: mean(overlaps.map(({ rouge1 }) => rouge1.recall)),
    declinedWrongly: fraction(answerable, ({ refused }) => refused),
    declinedRightly: fraction(unanswerable, ({ refused }) => refused),
    firstTextP50Ms: percentile(
      answers.map(({ firstTextMs }) => firstTextMs),
      0.5,
    ),
    firstTextP95Ms: percentile(
      answers.map(({ firstTextMs }) => firstTextMs),
      0.95,
    ),
    totalP50Ms: percentile(
      answers.map(({ totalMs }) => totalMs),
      0.5,
    ),
    totalP95Ms: percentile(
      answers.map(({ totalMs }) => totalMs),
      0.95,
    ),
    tokensRead: mean(answers.map(({ generation }) => generation?.usage.input ?? 0)),
    tokensWritten: mean(answers.map(({ generation }) => generation?.usage.output ?? 0)),
    costUsd: costs.length === 0 || costs.includes(null) ? undefined : mean(costs.map((cost) => cost ?? 0)),
    semantic:
      verdicts.length === 0 ? undefined : fraction(verdicts, ({ verdict }) => verdict === 'supported'),
    mark: judgments.length === 0 ? undefined : mean(judgments.map(({ overall }) => overall)),
  };
}

/** Fraction of the expected names that occur in a text, including code and quotations. */
function computeNamedFraction({ asked }: Pick<AnswerResult, 'asked'>, text: string): number {
  const lowercaseText = text.toLowerCase();
  return fraction(asked.names, (names) => names.some((name) => lowercaseText.includes(name.toLowerCase())));
}

function joinCitedText({ claims, evidence }: Pick<AnswerResult, 'claims' | 'evidence'>): string {
  const citedIds = new Set(claims.flatMap(({ citations }) => citations));
  return evidence.flatMap(({ id, text }) => (citedIds.has(id) ? [text] : [])).join('\n');
}

/** The text of an answer without its citations. */
function stripCitations({ text }: Pick<AnswerResult, 'text'>): string {
  return text.replaceAll(/\[chunk:[^\]\n]{1,60}\]/g, ' ');
}

function fraction<Item>(list: readonly Item[], matches: (item: Item) => boolean): number {
  return list.length === 0 ? 0 : list.filter(matches).length / list.length;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
