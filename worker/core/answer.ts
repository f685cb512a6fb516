/** An answer as it is made: events in order, the claims in it and the state of each. */

import type { Evidence } from './evidence.ts';
import type { Confidence, QuestionClass } from './question.ts';

/**
 * `verified`: every check passed. `repaired`: it did once the citation was moved to where the words are. `partial`: some of what
 * it says is in what it cites. `unsupported`: none is, or the citation is not one of ours. `uncited`: it cites nothing.
 */
export type ClaimState = 'pending' | 'verified' | 'repaired' | 'partial' | 'unsupported' | 'uncited';

export interface ClaimCheck {
  readonly check: 'citation' | 'hash' | 'quote' | 'identifier' | 'lines' | 'words';
  readonly passed: boolean;
  readonly detail: string;
}

export interface Claim {
  readonly id: string;
  /** Markdown, citations included. */
  readonly text: string;
  readonly state: ClaimState;
  /** Evidence ids. */
  readonly citations: readonly string[];
  readonly checks: readonly ClaimCheck[];
}

export interface CoverageLine {
  readonly commit: string;
  readonly files: number;
  readonly skipped: number;
  /** Commits behind the source; undefined where the source cannot be asked. */
  readonly behind: number | undefined;
  readonly indexedAt: number;
}

export interface AnswerTimings {
  readonly retrieveMs: number;
  readonly firstPartMs: number;
  readonly totalMs: number;
}

export interface AnswerVerdict {
  readonly class: QuestionClass;
  readonly confidence: Confidence;
  readonly refused: boolean;
  readonly answerer: string;
}

export type AnswerEvent =
  | { readonly type: 'question'; readonly class: QuestionClass; readonly text: string }
  | { readonly type: 'sources'; readonly evidence: readonly Evidence[] }
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'claim'; readonly claim: Claim }
  | { readonly type: 'coverage'; readonly coverage: CoverageLine }
  | { readonly type: 'end'; readonly verdict: AnswerVerdict; readonly timings: AnswerTimings };
