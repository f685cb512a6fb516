/** Defines the request and the result of a retrieval, which search and answers share. */

import type { Question } from '../../../core/answers/question.ts';
import type { FileRow, SymbolRow } from '../../../ports/chunk-store.ts';
import type { DeduplicatedSpan } from '../../../retrieval/ranking/deduplicate-spans.ts';
import type { ConfidenceAssessment } from '../../../retrieval/confidence/assess-confidence.ts';
import type { Passage } from '../../../retrieval/search/read-passages.ts';
import type { RankingChoice, Retrieved } from '../../../retrieval/search/retrieve-spans.ts';
import type { ModalityQuery } from '../../../retrieval/search/retrieve-by-modality.ts';
import type { ModelHelp } from '../../models/model-help.ts';
import type { SearchFilters } from '../search-filters.ts';
import type { RefinementOptions } from './refine-spans.ts';

export type FoundSpan = Passage<DeduplicatedSpan>;

export interface Finding {
  readonly question: Question;
  readonly retrieved: Retrieved;
  /** The first spans of the ranking, with their text. */
  readonly spans: readonly FoundSpan[];
  /**
   * Whole definitions, best first, followed by chunks that show other lines; empty unless requested, and for questions that are answered by
   * chunks.
   */
  readonly definitions: readonly DeduplicatedSpan[];
  /** Spans that the graph connects to the first spans; empty unless requested. */
  readonly related: readonly FoundSpan[];
  /** Definitions that the question refers to with enough certainty. */
  readonly likelyDefinitions: readonly SymbolRow[];
  readonly assessment: ConfidenceAssessment;
  /** All files if the question asks about files; otherwise empty. */
  readonly files: readonly FileRow[];
  /** The text with corrected spelling; undefined if nothing was corrected. */
  readonly readAs: string | undefined;
  /** The parts of a question that asks several things, whose spans are interleaved; otherwise empty. */
  readonly subQueries: readonly string[];
  /** Parts that the repository does not answer although it answers other parts. */
  readonly declined: readonly string[];
  /** Requested ranking steps that could not run, and what happened instead. */
  readonly notes: readonly string[];
}

export const defaultRanking: RankingChoice = { fusion: 'sum', ranker: 'learned', without: [] };

export interface RetrievalRequest {
  readonly text: string;
  readonly filters: SearchFilters;
  readonly count: number;
  readonly expandsGraph?: boolean;
  /** Whether definitions are ranked too. */
  readonly ranksDefinitions?: boolean;
  /** Overrides the default ranking. */
  readonly ranking?: Partial<RankingChoice>;
  /** Steps after the ranking; undefined means the default of the deployment. */
  readonly refining?: RefinementOptions | undefined;
  /** Models that may help, if the deployment or the request enables it. Undefined means none. */
  readonly help?: ModelHelp | undefined;
  /** Lets a model rephrase the question in the terms of the repository as well. */
  readonly planning?: PlanningContext | undefined;
  /** Ranks by similarity alone, instead of `ranking` and `refining`. */
  readonly modalityQuery?: ModalityQuery | undefined;
}

/** Further input for a model's search plan. */
export interface PlanningContext {
  /** The question as the user wrote it, if it was rewritten. */
  readonly originalText?: string;
  /** Earlier questions, oldest first. */
  readonly earlier: readonly string[];
}
