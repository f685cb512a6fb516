/** What answers are worth, by what can be counted without anybody's judgement, and by a judge's where there was one. */

import { percentile } from '../../bench/percentile.ts';
import type { AskedAnswer } from './ask-answer.ts';
import type { Judgement } from './judge-answer.ts';
import { rouge } from './rouge.ts';

export interface MeasuredAnswer extends AskedAnswer {
  /** Undefined where no model judged. */
  readonly judgement: Judgement | undefined;
}

export interface AnswerFigures {
  readonly answers: number;
  readonly claims: number;
  /** Of claims: verified or repaired. */
  readonly borneOut: number;
  /** Of citations shown: those that open the lines they say. */
  readonly citationsResolved: number;
  /** Of what right answers name, that which is said, over questions that were answered. */
  readonly named: number;
  /** The same of what is said or stands in what is cited. */
  readonly namedOrCited: number;
  readonly rouge1: number;
  readonly rouge2: number;
  readonly rougeL: number;
  /** Recall of ROUGE-1: an answer that quotes much has a low precision. */
  readonly rouge1Recall: number;
  /** Of questions the repository answers, those that were declined; of those it does not, those that were. */
  readonly declinedWrongly: number;
  readonly declinedRightly: number;
  readonly firstTextP50Ms: number;
  readonly firstTextP95Ms: number;
  readonly totalP50Ms: number;
  readonly totalP95Ms: number;
  /** Tokens read and written, and dollars, of one answer; of models alone, dollars where prices are known. */
  readonly tokensRead: number;
  readonly tokensWritten: number;
  readonly costUsd: number | undefined;
  /** Of claims judged: those the judge finds borne out. The mean mark, 1 to 5. */
  readonly semantic: number | undefined;
  readonly mark: number | undefined;
}

export function figuresOf(all: readonly MeasuredAnswer[]): AnswerFigures {
  const answerable = all.filter(({ asked }) => asked.expect === 'answered');
  const foreign = all.filter(({ asked }) => asked.expect === 'declined');
  const told = answerable.filter(({ refused }) => !refused);
  const claims = told.flatMap((one) => one.claims);
  const overlaps = told.map((one) => rouge(proseOf(one), one.asked.reference ?? ''));
  const named = told.filter(({ asked }) => asked.names.length > 0);
  const shown = all.reduce((sum, { citations }) => sum + citations.shown, 0);
  const judged = told.flatMap(({ judgement }) => judgement ?? []);
  const verdicts = judged.flatMap((one) => one.claims);
  const costs = all.flatMap(({ generation }) => (generation === undefined ? [] : [generation.costUsd]));
  return {
    answers: all.length,
    claims: claims.length,
    borneOut: share(claims, ({ state }) => state === 'verified' || state === 'repaired'),
    citationsResolved:
      shown === 0 ? 1 : all.reduce((sum, { citations }) => sum + citations.resolved, 0) / shown,
    named: mean(named.map((one) => namedShare(one, one.text))),
    namedOrCited: mean(named.map((one) => namedShare(one, `${one.text}\n${citedBy(one)}`))),
    rouge1: mean(overlaps.map(({ rouge1 }) => rouge1.f1)),
    rouge2: mean(overlaps.map(({ rouge2 }) => rouge2.f1)),
    rougeL: mean(overlaps.map(({ rougeL }) => rougeL.f1)),
    rouge1Recall: mean(overlaps.map(({ rouge1 }) => rouge1.recall)),
    declinedWrongly: share(answerable, ({ refused }) => refused),
    declinedRightly: share(foreign, ({ refused }) => refused),
    firstTextP50Ms: percentile(
      all.map(({ firstTextMs }) => firstTextMs),
      0.5,
    ),
    firstTextP95Ms: percentile(
      all.map(({ firstTextMs }) => firstTextMs),
      0.95,
    ),
    totalP50Ms: percentile(
      all.map(({ totalMs }) => totalMs),
      0.5,
    ),
    totalP95Ms: percentile(
      all.map(({ totalMs }) => totalMs),
      0.95,
    ),
    tokensRead: mean(all.map(({ generation }) => generation?.usage.input ?? 0)),
    tokensWritten: mean(all.map(({ generation }) => generation?.usage.output ?? 0)),
    costUsd: costs.length === 0 || costs.includes(null) ? undefined : mean(costs.map((cost) => cost ?? 0)),
    semantic: verdicts.length === 0 ? undefined : share(verdicts, ({ verdict }) => verdict === 'supported'),
    mark: judged.length === 0 ? undefined : mean(judged.map(({ overall }) => overall)),
  };
}

/** Of the names a right answer has, those that stand in a text, code and quotations included. */
function namedShare({ asked }: Pick<AskedAnswer, 'asked'>, text: string): number {
  const said = text.toLowerCase();
  return share(asked.names, (names) => names.some((name) => said.includes(name.toLowerCase())));
}

function citedBy({ claims, evidence }: Pick<AskedAnswer, 'claims' | 'evidence'>): string {
  const cited = new Set(claims.flatMap(({ citations }) => citations));
  return evidence.flatMap(({ id, text }) => (cited.has(id) ? [text] : [])).join('\n');
}

/** Without its citations. */
function proseOf({ text }: Pick<AskedAnswer, 'text'>): string {
  return text.replaceAll(/\[chunk:[^\]\n]{1,60}\]/g, ' ');
}

function share<One>(list: readonly One[], is: (one: One) => boolean): number {
  return list.length === 0 ? 0 : list.filter(is).length / list.length;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
