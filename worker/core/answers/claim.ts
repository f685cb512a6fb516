/** The claims of an answer: their states and checks. */

/**
 * A state says what was looked up, not whether the claim is true:
 * - `verified`: every marked name (or its last part), quotation, and number in digits was found in the cited evidence, and so was what else the
 *   claim states about lines, parameters and history.
 * - `repaired`: the same, after the citation was moved to the matching lines.
 * - `cited`: the citation is valid, and the claim contains nothing to look up.
 * - `partial`: some of it was not found. `unsupported`: none of it was found, the evidence contradicts it, or the citation is unknown.
 * - `uncited`: it cites nothing.
 * - `gap`: it states what the evidence does not show.
 */
export const claimStates = [
  'pending',
  'verified',
  'repaired',
  'cited',
  'partial',
  'unsupported',
  'uncited',
  'gap',
] as const;
export type ClaimState = (typeof claimStates)[number];

/**
 * One check of a claim. The name says what was looked up in the cited evidence:
 * - Citations: `citation` (the ids were issued), `hash` (the cited files are unchanged), `repair` (where the citation was moved; the other
 *   checks apply to the new position), `instructions` (fails if the only evidence is addressed to a model).
 * - Text: `quote` (a quotation), `identifier` (names, code and paths), `number` (numbers, units and versions), `lines` (line numbers),
 *   `signature` (how many parameters a function has), `content` (fails if the claim is empty or too long).
 * - Query results: `count` (a number of results), `query` (a sentence that the query itself proves).
 * - History: `origin` (what a commit did to lines), `relation` (how pull requests, issues and commits relate), `date`, `author`.
 * - `gap`: the claim states what the evidence does not show.
 */
export interface ClaimCheck {
  readonly check:
    | 'citation'
    | 'hash'
    | 'repair'
    | 'instructions'
    | 'quote'
    | 'identifier'
    | 'number'
    | 'lines'
    | 'signature'
    | 'content'
    | 'count'
    | 'query'
    | 'origin'
    | 'relation'
    | 'date'
    | 'author'
    | 'gap';
  readonly passed: boolean;
  /** A sentence: what was looked up, and where it was found or that it was not. */
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
  /** What a judging model said about the meaning of the claim; undefined if there is none. */
  readonly judgment?: ClaimJudgment;
}

/** A judging model's verdict on whether the cited evidence supports a claim. */
export interface ClaimJudgment {
  /** `disputed`: the model denies that the evidence supports the claim, or supports all of it. */
  readonly verdict: 'confirmed' | 'disputed';
  /** The name of the model. */
  readonly model: string;
  /** The words of the evidence that decide; the server found them in the cited evidence. */
  readonly quotation?: string;
}

export interface AnswerTimings {
  readonly retrieveMs: number;
  readonly firstPartMs: number;
  readonly totalMs: number;
}
