/** The events of an answer's stream, in the order in which they are sent. */

import type { Card } from './card.ts';
import type { AnswerTimings, Claim } from './claim.ts';
import type { ShownEvidence } from './evidence.ts';
import type { GenerationFacts } from './generation.ts';
import type { SkippedFile } from '../files/file.ts';
import type { Confidence, QuestionClass, Subject } from './question.ts';
import type { Receipt } from './receipt.ts';

/**
 * `upload`: there is no host to compare with. `web`: pages have no commits. `live`: files are fetched for each question. `not-checked`:
 * the host was not asked. `other-version`: only the default branch is checked. `newer`: the host has newer commits, not counted.
 */
export const behindReasons = ['upload', 'web', 'live', 'not-checked', 'other-version', 'newer'] as const;
export type BehindReason = (typeof behindReasons)[number];

export interface CoverageLine {
  /** Branch or tag of the version; undefined for an upload without one. */
  readonly ref: string | undefined;
  readonly commit: string;
  readonly files: number;
  /** Number of files in the repository, if only some were fetched for the question. */
  readonly ofFiles?: number;
  readonly skipped: number;
  /** 0 if the host's default branch has no newer commits; undefined otherwise, because they are not counted. */
  readonly behind: 0 | undefined;
  /** Why `behind` is undefined. */
  readonly behindReason: BehindReason | undefined;
  /** When the host last reported the head of its default branch; undefined if never. */
  readonly checkedAt: number | undefined;
  readonly indexedAt: number;
}

export interface AnswerVerdict {
  readonly class: QuestionClass;
  readonly confidence: Confidence;
  readonly refused: boolean;
  /** `embedded`, or the `provider/model` that wrote the answer. */
  readonly answerer: string;
  /** A sentence that says why an answerer other than the requested one wrote the answer or the end of it. */
  readonly degraded?: string;
}

/** The version that a question names. `since`: the version to compare with, if the question asks what has changed. */
export interface QuestionVersion {
  readonly ref: string | null;
  readonly snapshotId: string;
  readonly commit: string;
  readonly since?: { readonly ref: string | null; readonly snapshotId: string; readonly commit: string };
}

/** How a question was read; sent before the answer begins. */
export interface QuestionReading {
  readonly class: QuestionClass;
  /** The original question. */
  readonly asked: string;
  /** The standalone question that is answered, with context from earlier turns. */
  readonly text: string;
  /** Names, paths and words taken from earlier turns. */
  readonly carried: readonly string[];
  /** The parts of a question that asks several things. */
  readonly subQueries?: readonly string[];
  /** Steps that could not be performed as configured, with their fallbacks. */
  readonly notes?: readonly string[];
  /** The version that the question, or an earlier turn, names; the answer is based on it. */
  readonly version?: QuestionVersion;
  readonly confidence: Confidence;
  readonly refused: boolean;
}

/** A repository of which only some files were fetched for the question. */
export interface LiveFacts {
  /** The repository's name in the host's spelling. */
  readonly name: string;
  /** Number of files in the repository; absent if the host's listing is incomplete. */
  readonly ofFiles?: number;
  /** The command that indexes the whole repository. */
  readonly command: string;
}

/** The search behind "the repository does not contain an answer". */
export interface SearchedFacts {
  /** A requested version that is not indexed: nothing was searched. */
  readonly version?: string;
  /** Set if only some files were searched. */
  readonly live?: LiveFacts;
  readonly files: number;
  readonly skipped: number;
  readonly chunks: number;
  /** Spans that match a word of the question. */
  readonly hits: number;
  /** Words and names of the question that the searched files do not contain. */
  readonly missing: readonly string[];
  /** Requested files that are empty. */
  readonly empty: readonly string[];
  /** Requested files that were skipped, as the coverage report lists them. */
  readonly leftOut: readonly SkippedFile[];
  /** Skipped files by reason. */
  readonly skippedByReason: Readonly<Record<string, number>>;
  /** Closest matches for unknown names. */
  readonly nearest: readonly { readonly name: string; readonly path: string }[];
}

export type AnswerEvent =
  | {
      readonly type: 'question';
      readonly reading: QuestionReading;
      /** A transient failure limited the search. The answer must not be cached. */
      readonly isLesser: boolean;
    }
  | { readonly type: 'sources'; readonly evidence: readonly ShownEvidence[] }
  | { readonly type: 'text'; readonly delta: string }
  /** A composed claim consists of quotations and facts of a query; other claims are a model's. */
  | { readonly type: 'claim'; readonly claim: Claim; readonly isComposed?: boolean }
  /** An updated card is sent again under the same id. */
  | { readonly type: 'card'; readonly card: Card }
  | { readonly type: 'declined'; readonly searched: SearchedFacts }
  /** Narrower questions if the question is too broad, or questions about other definitions of the same name. */
  | { readonly type: 'suggestions'; readonly questions: readonly string[] }
  | { readonly type: 'coverage'; readonly coverage: CoverageLine }
  /** How the text was generated, if a model was called; sent once, after the text. */
  | {
      readonly type: 'generation';
      readonly generation: GenerationFacts;
      /** Why an answerer other than the requested one wrote the answer or the end of it; undefined if nothing went wrong. */
      readonly degraded: string | undefined;
    }
  | { readonly type: 'receipt'; readonly receipt: Receipt }
  | {
      readonly type: 'end';
      readonly verdict: AnswerVerdict;
      readonly timings: AnswerTimings;
      /** What "it" in a follow-up may refer to, best match first. */
      readonly subjects: readonly Subject[];
    };
