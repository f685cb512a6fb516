/**
 * Reduces the parts of an answer stream to the state that the page shows. Pure, so that a stored stream can be replayed.
 * A claim that is sent again keeps its position and gets the new text and state.
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
} from '../../../api.ts';
import { emptyPositions, recordClaim, recordRefusal, type ClaimPositions } from './claim-positions.ts';

interface PlacedCard {
  readonly card: Card;
  /** How many claims had arrived before the card. */
  readonly claimsBefore: number;
}

export interface AnswerState {
  /** The stream's `finish` part has arrived. */
  readonly finished: boolean;
  /** How the question was interpreted; arrives before any part of the answer. */
  readonly reading: QuestionReading | null;
  readonly text: string;
  readonly claims: readonly Claim[];
  /** Where the claims are in the text. */
  readonly positions: ClaimPositions;
  /** In order of arrival. */
  readonly cards: readonly PlacedCard[];
  readonly evidence: readonly Evidence[];
  /** What was searched before a refusal. */
  readonly searchedFacts: SearchedFacts | null;
  /** Narrower questions, when the question is too broad. */
  readonly suggestions: readonly string[];
  readonly coverage: CoverageLine | null;
  /** How the text was generated; null when no model was called, or while that is unknown. */
  readonly generation: Generation | null;
  /** The signed record of the claims and sources of the answer. */
  readonly receipt: Receipt | null;
  readonly timings: AnswerTimings | null;
  readonly metadata: AnswerMetadata | null;
  /** Why the stream was interrupted, usually as problem JSON. */
  readonly errorText: string | null;
  /** Why the answer was stopped. */
  readonly stopReason: string | null;
}

export const emptyAnswer: AnswerState = {
  finished: false,
  reading: null,
  text: '',
  claims: [],
  positions: emptyPositions,
  cards: [],
  evidence: [],
  searchedFacts: null,
  suggestions: [],
  coverage: null,
  generation: null,
  receipt: null,
  timings: null,
  metadata: null,
  errorText: null,
  stopReason: null,
};

/** Applies one part. Unknown kinds of part are ignored, so that the app works with a newer server. */
export function reduceAnswer(state: AnswerState, part: AnswerStreamPart): AnswerState {
  switch (part.type) {
    case 'start':
      return { ...state, metadata: { ...state.metadata, ...part.messageMetadata } };
    case 'data-question':
      return { ...state, reading: part.data };
    case 'data-sources':
      return { ...state, evidence: part.data.evidence };
    case 'text-delta':
      return appendText(state, state.text + part.delta);
    case 'data-claim':
      return {
        ...state,
        claims: upsertClaim(state.claims, part.data),
        positions: recordClaim(state.positions, state.text, part.data),
      };
    case 'data-card':
      return { ...state, cards: upsertCard(state, part.data) };
    case 'data-declined':
      return { ...state, searchedFacts: part.data };
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

/** The first text after the search details is the refusal itself; a model may add more text. */
function appendText(state: AnswerState, text: string): AnswerState {
  const isRefusal = state.searchedFacts !== null && state.positions.refusalEnd === 0;
  return { ...state, text, positions: isRefusal ? recordRefusal(state.positions, text) : state.positions };
}

function upsertClaim(claims: readonly Claim[], claim: Claim): readonly Claim[] {
  const index = claims.findIndex((existing) => existing.id === claim.id);
  return index < 0 ? [...claims, claim] : claims.with(index, claim);
}

/** A card that is sent again with more content keeps its position. */
function upsertCard({ cards, claims }: AnswerState, card: Card): readonly PlacedCard[] {
  const index = cards.findIndex((existing) => existing.card.id === card.id);
  const claimsBefore = cards[index]?.claimsBefore ?? claims.length;
  return index < 0 ? [...cards, { card, claimsBefore }] : cards.with(index, { card, claimsBefore });
}

/** Ids of the sources that at least one claim cites. */
export function citedIds(claims: readonly Claim[]): ReadonlySet<string> {
  return new Set(claims.flatMap((claim) => claim.citations));
}

export function isDeclined(answer: Pick<AnswerState, 'metadata' | 'reading'>): boolean {
  return answer.metadata?.refused ?? answer.reading?.refused ?? false;
}
