/** A question as retrieval understands it. */

export type QuestionClass = 'lookup' | 'how' | 'docs' | 'impact' | 'exhaustive' | 'too-broad' | 'out-of-scope';
export type Confidence = 'high' | 'low' | 'out-of-scope';

/** One word that matters, with every form it may have in the index. */
export interface QuestionTerm {
  readonly word: string;
  readonly variants: readonly string[];
  /** What counts as the word being there: any of these lists, every term of it. Of `webSockets`, both parts or the whole. */
  readonly alternatives: readonly (readonly string[])[];
}

/** Whether terms of a text hold a word of the question. */
export function holdsWord(held: ReadonlySet<string>, term: QuestionTerm): boolean {
  return term.alternatives.some((terms) => terms.every((one) => held.has(one)));
}

export interface Question {
  readonly text: string;
  readonly class: Exclude<QuestionClass, 'out-of-scope'>;
  /** Words that matter, each once, in order. */
  readonly terms: readonly QuestionTerm[];
  /** Names written as code: in backticks, with a dot, an underscore or a capital inside. */
  readonly identifiers: readonly string[];
  /** Plain words that may happen to be names. */
  readonly possibleNames: readonly string[];
  /** Paths or file names asked about. */
  readonly paths: readonly string[];
  /** It asks what the repository as a whole is. */
  readonly isOverview: boolean;
  readonly asksForTests: boolean;
  /** It asks which tests there are of something, and is not answered by anything else. */
  readonly asksForTestsOf: boolean;
  /** It asks what something gives back. */
  readonly asksForReturns: boolean;
  readonly asksForExamples: boolean;
}
