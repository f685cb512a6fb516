/** The claims of an answer: their states and checks. */

/**
 * `verified`: every check passed. `repaired`: every check passed after the citation was moved to the matching lines. `partial`: the
 * cited evidence supports some of it. `unsupported`: it supports none of it, or the citation is unknown. `uncited`: it cites nothing.
 */
export const claimStates = ['pending', 'verified', 'repaired', 'partial', 'unsupported', 'uncited'] as const;
export type ClaimState = (typeof claimStates)[number];

/**
 * One check of a claim. The name says what is compared with the evidence:
 * - Citations: `citation` (the ids were issued), `hash` (the cited files are unchanged), `repair` (where the citation was moved; the other
 *   checks apply to the new position), `instructions` (fails if the only evidence is addressed to a model).
 * - Text: `quote` (a quotation), `identifier` (a name or code), `lines` (a line number), `words` (the claim's own words).
 * - Query results: `count` (a number of results), `query` (a sentence that the query itself proves).
 * - History: `origin` (what a commit did to lines), `relation` (how pull requests, issues and commits relate), `date`, `author`.
 * - Meaning: `number` (a value in the cited text), `negation`, `bound` ("always", "at least"), `opposite` (an antonym), `order` (of words
 *   or steps), `wording` (a paraphrase or a behavior), `call` (which function calls which).
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
