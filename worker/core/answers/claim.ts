/** A claim of an answer, its state and its checks. */

/**
 * `verified`: every check passed. `repaired`: every check passed after the citation was moved to the matching lines. `partial`: the
 * cited evidence supports some of it. `unsupported`: it supports none of it, or the citation is unknown. `uncited`: it cites nothing.
 */
export const claimStates = ['pending', 'verified', 'repaired', 'partial', 'unsupported', 'uncited'] as const;
export type ClaimState = (typeof claimStates)[number];

/**
 * `count`: a stated number of query results. `query`: a sentence that the query itself proves. `origin`: what a commit did to lines.
 * `date`, `author`: when and by whom something was written. `number`: a number about the cited text. `negation`, `bound`, `opposite`,
 * `order`, `wording`: whether the claim says the same as the cited text. `call`: who calls whom. `instructions`: its only evidence is
 * addressed to a model. `repair`: where the citation was moved; the other checks are for that place.
 */
export interface ClaimCheck {
  readonly check:
    | 'citation'
    | 'hash'
    | 'quote'
    | 'identifier'
    | 'lines'
    | 'words'
    | 'repair'
    | 'count'
    | 'query'
    | 'origin'
    | 'relation'
    | 'date'
    | 'author'
    | 'number'
    | 'negation'
    | 'bound'
    | 'opposite'
    | 'order'
    | 'wording'
    | 'call'
    | 'instructions';
  readonly passed: boolean;
  readonly detail: string;
}

export function claimCheck(check: ClaimCheck['check'], passed: boolean, detail: string): ClaimCheck {
  return { check, passed, detail };
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

export interface AnswerTimings {
  readonly retrieveMs: number;
  readonly firstPartMs: number;
  readonly totalMs: number;
}
