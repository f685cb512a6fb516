/** Defines a question to answer, the search for it, and the answer that is prepared before anything is sent. */

import type { AnswerEvent } from '../../core/answers/answer.ts';
import type { Confidence, QuestionClass, RerankerChoice, Subject } from '../../core/answers/question.ts';
import type { RewrittenQuestion } from '../../retrieval/follow-up/rewrite-follow-up.ts';
import type { Writer } from '../models/generation.ts';
import type { ModelHelp } from '../models/model-help.ts';
import type { Finding } from '../search/find-spans/finding.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { MissingVersion } from './versions/resolve-question-version.ts';

export interface AnswerRequest {
  /** As the user wrote it. */
  readonly question: string;
  /** Rewritten so that it needs no earlier turn. */
  readonly followUp: RewrittenQuestion;
  /** Earlier questions of the conversation, oldest first. */
  readonly earlier?: readonly string[];
  readonly topK: number | undefined;
  /** Adds passages that the graph connects to the best ones. */
  readonly expandGraph?: boolean;
  /** Orders the passages; undefined means the default of the deployment. */
  readonly reranker?: RerankerChoice | undefined;
  /** Who writes the answer, and within which limits. */
  readonly writer: Writer;
  readonly startedAt: number;
  /** The version that the question names; undefined if it names none. */
  readonly version?: ResolvedSnapshot | undefined;
  /** The version to compare with, if the question asks what has changed. */
  readonly since?: ResolvedSnapshot | undefined;
  /** A named version that is not indexed. */
  readonly missing?: MissingVersion | undefined;
}

export interface AnswerSearch {
  /** Number of passages in the answer. */
  readonly count: number;
  /** Searches for a text. The same text returns the same result without another search. */
  readonly find: (text: string) => Promise<Finding>;
  /** Searches the documentation alone. */
  readonly findDocuments: (text: string) => Promise<Finding>;
  /** Models that help to find the passages. */
  readonly help: ModelHelp;
}

/** A request with the search that every kind of answer shares. */
export interface SearchedRequest extends AnswerRequest {
  readonly search: AnswerSearch;
}

/** What is known of an answer before anything is sent. */
export interface PreparedAnswer {
  /** The question with corrected spelling; undefined if nothing was corrected. */
  readonly readAs: string | undefined;
  readonly subQueries: readonly string[];
  readonly notes: readonly string[];
  /** Part of the search failed and may succeed another time, so the answer is not cached. */
  readonly isIncomplete?: boolean;
  readonly class: QuestionClass;
  readonly confidence: Confidence;
  readonly retrieveMs: number;
  readonly parts: AsyncIterable<AnswerEvent>;
  readonly subjects: readonly Subject[];
}
