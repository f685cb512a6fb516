/**
 * One answer as its stream tells it: parts go in one by one, the state of the page comes out. Pure, so that a stream can
 * be replayed. A claim sent again keeps its place and takes the new text and state.
 */
import type {
  AnswerMetadata,
  AnswerStreamPart,
  AnswerTimings,
  Card,
  Claim,
  CoverageLine,
  Evidence,
  Generation,
  QuestionReading,
  Receipt,
  SearchedFacts,
} from '../../api.ts';

import { nothingTold, tellClaim, tellRefusal, type ToldText } from './told-text.ts';

interface PlacedCard {
  readonly card: Card;
  /** Claims there were when it came. */
  readonly after: number;
}

export interface AnswerState {
  /** The stream's `finish` has been seen. */
  readonly finished: boolean;
  /** How the question was read; known before anything of its answer. */
  readonly reading: QuestionReading | null;
  readonly text: string;
  readonly claims: readonly Claim[];
  /** Where in the text they stand. */
  readonly told: ToldText;
  /** In the order in which they came. */
  readonly cards: readonly PlacedCard[];
  readonly evidence: readonly Evidence[];
  /** What stands behind a refusal. */
  readonly searched: SearchedFacts | null;
  /** Narrower questions, when this one is too broad. */
  readonly suggestions: readonly string[];
  readonly coverage: CoverageLine | null;
  /** How its text came about; null where no model was asked, or not yet. */
  readonly generation: Generation | null;
  /** What it rests on, signed. */
  readonly receipt: Receipt | null;
  readonly timings: AnswerTimings | null;
  readonly metadata: AnswerMetadata | null;
  /** Why the stream broke off: problem JSON as a rule. */
  readonly errorText: string | null;
  /** Why the answer was stopped. */
  readonly stopReason: string | null;
}

export const emptyAnswer: AnswerState = {
  finished: false,
  reading: null,
  text: '',
  claims: [],
  told: nothingTold,
  cards: [],
  evidence: [],
  searched: null,
  suggestions: [],
  coverage: null,
  generation: null,
  receipt: null,
  timings: null,
  metadata: null,
  errorText: null,
  stopReason: null,
};

/** The state after one more part. Parts of a kind unknown here change nothing, so a newer server can be read. */
export function reduceAnswer(state: AnswerState, part: AnswerStreamPart): AnswerState {
  switch (part.type) {
    case 'start':
      return { ...state, metadata: { ...state.metadata, ...part.messageMetadata } };
    case 'data-question':
      return { ...state, reading: part.data };
    case 'data-sources':
      return { ...state, evidence: part.data.evidence };
    case 'text-delta':
      return tellText(state, state.text + part.delta);
    case 'data-claim':
      return {
        ...state,
        claims: placeClaim(state.claims, part.data),
        told: tellClaim(state.told, state.text, part.data),
      };
    case 'data-card':
      return { ...state, cards: placeCard(state, part.data) };
    case 'data-declined':
      return { ...state, searched: part.data };
    case 'data-suggestions':
      return { ...state, suggestions: part.data.questions };
    case 'data-coverage':
      return { ...state, coverage: part.data };
    case 'data-generation':
      return { ...state, generation: part.data };
    case 'data-receipt':
      return { ...state, receipt: part.data };
    case 'data-timings':
      return { ...state, timings: part.data };
    case 'error':
      return { ...state, errorText: part.errorText };
    case 'abort':
      return { ...state, stopReason: part.reason };
    case 'finish':
      return { ...state, finished: true, metadata: { ...state.metadata, ...part.messageMetadata } };
    default:
      return state;
  }
}

/** The first words behind what was searched are the refusal's own; a model may go on after them. */
function tellText(state: AnswerState, text: string): AnswerState {
  const isRefusal = state.searched !== null && state.told.refusal === 0;
  return { ...state, text, told: isRefusal ? tellRefusal(state.told, text) : state.told };
}

function placeClaim(claims: readonly Claim[], claim: Claim): readonly Claim[] {
  const index = claims.findIndex((known) => known.id === claim.id);
  return index < 0 ? [...claims, claim] : claims.with(index, claim);
}

/** A card sent again as it fills keeps its place. */
function placeCard({ cards, claims }: AnswerState, card: Card): readonly PlacedCard[] {
  const index = cards.findIndex((known) => known.card.id === card.id);
  const after = cards[index]?.after ?? claims.length;
  return index < 0 ? [...cards, { card, after }] : cards.with(index, { card, after });
}

/** The number an evidence id is shown as: its place among the sources, from 1; null for an id no source has. */
export function citationNumber(evidence: readonly Evidence[], id: string): number | null {
  const index = evidence.findIndex((item) => item.id === id);
  return index < 0 ? null : index + 1;
}

/** Ids of the sources that some claim cites. */
export function citedIds(claims: readonly Claim[]): ReadonlySet<string> {
  return new Set(claims.flatMap((claim) => claim.citations));
}
