/** What a reader thought of an answer, and what they saw. */

import type { AnswerTimings, Claim } from './claim.ts';
import type { Turn, TurnEvent } from './conversation.ts';
import type { Confidence } from './question.ts';

export const ratings = ['up', 'down'] as const;
export type Rating = (typeof ratings)[number];

/** Why an answer did not help. */
export const feedbackReasons = ['wrong', 'incomplete', 'off-topic', 'unclear', 'outdated', 'other'] as const;
export type FeedbackReason = (typeof feedbackReasons)[number];

export const maxFeedbackLength = 2_000;

export interface RatedSpan {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** The answer as the reader saw it. */
export interface RatedAnswer {
  readonly text: string;
  readonly claims: readonly Pick<Claim, 'text' | 'state'>[];
  /** The spans that the claims cite. */
  readonly cited: readonly RatedSpan[];
  /** All spans that were shown, best first. */
  readonly shown: readonly RatedSpan[];
  readonly commit: string | undefined;
  readonly confidence: Confidence | undefined;
  /** `embedded`, or `provider/model`. */
  readonly answerer: string | undefined;
  readonly timings: AnswerTimings | undefined;
}

export interface Feedback {
  readonly id: string;
  readonly repositoryId: string;
  /** Id of the viewer. */
  readonly viewer: string;
  readonly conversationId: string;
  readonly turnId: string;
  readonly rating: Rating;
  readonly reason: FeedbackReason | undefined;
  /** The reader's own words. */
  readonly text: string;
  readonly question: string;
  readonly answer: RatedAnswer;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

type EventOf<Type extends TurnEvent['type']> = Extract<TurnEvent, { type: Type }>;

/** What a reader of the turn saw. */
export function ratedAnswer({ events }: Pick<Turn, 'events'>): RatedAnswer {
  const all = <Type extends TurnEvent['type']>(type: Type): EventOf<Type>[] =>
    events.filter((event): event is EventOf<Type> => event.type === type);
  const claims = new Map(all('claim').map(({ claim }) => [claim.id, claim]));
  const cited = new Set([...claims.values()].flatMap(({ citations }) => citations));
  const spans = all('sources')
    .flatMap(({ evidence }) => evidence)
    .flatMap((shown) =>
      'startLine' in shown
        ? [{ id: shown.id, span: { path: shown.path, startLine: shown.startLine, endLine: shown.endLine } }]
        : [],
    );
  const end = all('end').at(-1);
  return {
    text: all('text')
      .map(({ delta }) => delta)
      .join(''),
    claims: [...claims.values()].map(({ text, state }) => ({ text, state })),
    cited: spans.filter(({ id }) => cited.has(id)).map(({ span }) => span),
    shown: spans.map(({ span }) => span),
    commit: all('coverage').at(-1)?.coverage.commit,
    confidence: end?.verdict.confidence,
    answerer: end?.verdict.answerer,
    timings: end?.timings,
  };
}
