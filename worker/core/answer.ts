/** An answer as it is made: events in order, the claims in it and the state of each. */

import type { Card } from './card.ts';
import type { Subject } from './conversation.ts';
import type { ShownEvidence } from './evidence.ts';
import type { GenerationFacts } from './generation.ts';
import type { SkippedFile } from './file.ts';
import type { Confidence, QuestionClass } from './question.ts';
import type { Receipt } from './receipt.ts';

/**
 * `verified`: every check passed. `repaired`: it did once the citation was moved to where the words are. `partial`: some of what
 * it says is in what it cites. `unsupported`: none is, or the citation is not one of ours. `uncited`: it cites nothing.
 */
export type ClaimState = 'pending' | 'verified' | 'repaired' | 'partial' | 'unsupported' | 'uncited';

/**
 * `count`: a number said of what a query found. `query`: a sentence the query tells of itself. `origin`: what a commit is said to have done to
 * lines. `date`, `author`: when and by whom it is said to be written. `number`: a number said of what is cited. `negation`, `bound`, `opposite`, `order`, `wording`: whether it
 * says the same of it as the words cited. `call`: who calls whom.
 * `instructions`: what it rests on alone is addressed to a model. `repair`: where its citation was moved, the others being of that place.
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

export interface Claim {
  readonly id: string;
  /** Markdown, citations included. */
  readonly text: string;
  readonly state: ClaimState;
  /** Evidence ids. */
  readonly citations: readonly string[];
  readonly checks: readonly ClaimCheck[];
}

/**
 * `upload`: it has no host to compare with. `web`: pages have no commits. `live`: its files are fetched for each question.
 * `not-checked`: the host has not been asked. `other-version`: only the default branch is checked. `newer`: the host has newer commits, not counted.
 */
export const behindReasons = ['upload', 'web', 'live', 'not-checked', 'other-version', 'newer'] as const;
export type BehindReason = (typeof behindReasons)[number];

export interface CoverageLine {
  /** Branch or tag of the version; undefined where it was uploaded without. */
  readonly ref: string | undefined;
  readonly commit: string;
  readonly files: number;
  /** Files the repository has, where only some were fetched for a question. */
  readonly ofFiles?: number;
  readonly skipped: number;
  /** Commits behind the default branch of its host: 0 where none is newer, else not counted. */
  readonly behind: 0 | undefined;
  /** Why `behind` is no number; undefined where it is one. */
  readonly behindReason: BehindReason | undefined;
  /** When the host last said what its default branch is at; undefined where it never did. */
  readonly checkedAt: number | undefined;
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
  /** `embedded`, or the `provider/model` that wrote it. */
  readonly answerer: string;
  /** Why another answerer than the one asked for wrote it, or the end of it; a sentence for its reader. */
  readonly degraded?: string;
}

/** A version as a question named it. `since`: the one it is compared with, of a question for what has changed. */
export interface ReadVersion {
  readonly ref: string | null;
  readonly snapshotId: string;
  readonly commit: string;
  readonly since?: { readonly ref: string | null; readonly snapshotId: string; readonly commit: string };
}

/** How a question was read, known before anything of its answer is. */
export interface QuestionReading {
  readonly class: QuestionClass;
  /** As it was asked. */
  readonly asked: string;
  /** As it was answered: on its own, with what it took from the turns before it. */
  readonly text: string;
  /** What it took from them: names, paths and words. */
  readonly carried: readonly string[];
  /** The questions it was taken apart to where it asks several things. */
  readonly subQueries?: readonly string[];
  /** What could not be done as the deployment has it, and what was done instead. */
  readonly notes?: readonly string[];
  /** The version it names, or those before it named, and is answered from; absent where none is. */
  readonly version?: ReadVersion;
  readonly confidence: Confidence;
  readonly refused: boolean;
}

/** Of a repository some of whose files were fetched for a question. */
export interface LiveFacts {
  /** As its host spells it. */
  readonly name: string;
  /** Files it has; left out where the host does not tell all. */
  readonly ofFiles?: number;
  /** Indexes all of it. */
  readonly command: string;
}

/** What stands behind "the repository does not hold this". */
export interface SearchedFacts {
  /** A version asked about that is not indexed: nothing was searched. */
  readonly version?: string;
  /** Where only some files were looked at. */
  readonly live?: LiveFacts;
  readonly files: number;
  readonly skipped: number;
  readonly chunks: number;
  /** Spans that matched some word of the question. */
  readonly hits: number;
  /** Words or names of the question found nowhere. */
  readonly missing: readonly string[];
  /** Files asked about that hold nothing. */
  readonly empty: readonly string[];
  /** Files asked about that are not in the index, as the coverage manifest lists them. */
  readonly leftOut: readonly SkippedFile[];
  /** Skipped files by reason. */
  readonly skippedByReason: Readonly<Record<string, number>>;
  /** Names that look like one asked for. */
  readonly nearest: readonly { readonly name: string; readonly path: string }[];
}

export type AnswerEvent =
  | {
      readonly type: 'question';
      readonly reading: QuestionReading;
      /** Something failed while it was searched for that may not fail another time. */
      readonly isLesser: boolean;
    }
  | { readonly type: 'sources'; readonly evidence: readonly ShownEvidence[] }
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'claim'; readonly claim: Claim }
  /** Sent again under its id as it fills. */
  | { readonly type: 'card'; readonly card: Card }
  | { readonly type: 'declined'; readonly searched: SearchedFacts }
  /** What to ask instead: narrower questions where the one asked is too broad, or of others that bear the name asked about. */
  | { readonly type: 'suggestions'; readonly questions: readonly string[] }
  | { readonly type: 'coverage'; readonly coverage: CoverageLine }
  /** How its text came about, where a model was asked; once, after the text. */
  | {
      readonly type: 'generation';
      readonly generation: GenerationFacts;
      /** Why another than was asked for wrote it, or the end of it; undefined where nothing went wrong. */
      readonly degraded: string | undefined;
    }
  | { readonly type: 'receipt'; readonly receipt: Receipt }
  | {
      readonly type: 'end';
      readonly verdict: AnswerVerdict;
      readonly timings: AnswerTimings;
      /** What a follow-up may mean by "it", the likeliest first. */
      readonly subjects: readonly Subject[];
    };
