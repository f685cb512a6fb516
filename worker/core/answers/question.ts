/** A parsed question, as retrieval uses it. */

import type { ListQuery } from './list-query.ts';

/** `why` asks for a reason or history. Without indexed history it is answered like `how`. */
export const questionClasses = [
  'lookup',
  'how',
  'why',
  'docs',
  'impact',
  'exhaustive',
  'too-broad',
  'out-of-scope',
] as const;
export type QuestionClass = (typeof questionClasses)[number];
export const confidences = ['high', 'low', 'out-of-scope'] as const;
export type Confidence = (typeof confidences)[number];

/**
 * What ranks the spans. `learned`: the learned ranker. `cross-encoder`, `model`: a cross-encoder or generating model that reranks the
 * learned ranker's best spans. `signals`: hand-chosen weights. `none`: the fused lists alone.
 */
export const rerankerChoices = ['learned', 'cross-encoder', 'model', 'signals', 'none'] as const;
export type RerankerChoice = (typeof rerankerChoices)[number];

/** A significant word of the question with its index forms. */
export interface QuestionTerm {
  readonly word: string;
  readonly variants: readonly string[];
  /** A text contains the word if it has every term of any of these lists: for `webSockets`, both parts or the whole. */
  readonly alternatives: readonly (readonly string[])[];
}

/** Whether the terms of a text contain a word of the question. */
export function containsWord(textTerms: Pick<ReadonlySet<string>, 'has'>, term: QuestionTerm): boolean {
  return term.alternatives.some((terms) => terms.every((indexTerm) => textTerms.has(indexTerm)));
}

/** The index forms by which a text may contain one of the words. */
export function listForms(terms: readonly QuestionTerm[]): ReadonlySet<string> {
  return new Set(terms.flatMap(({ variants, alternatives }) => [...variants, ...alternatives.flat()]));
}

/**
 * A relation in the code graph. `dependents`: everything that a change affects, by distance. `bases`: what a type extends or
 * implements. `references`: every place that calls, uses, extends or imports it.
 */
export type GraphRelation =
  | 'callers'
  | 'callees'
  | 'importers'
  | 'imports'
  | 'dependents'
  | 'dependencies'
  | 'subclasses'
  | 'bases'
  | 'references'
  | 'chain';

/** A name or path that a question mentions. */
export interface NameReference {
  /** With dots between its segments: `Router.route`; paths and packages unchanged. */
  readonly name: string;
  readonly isPath: boolean;
  /** It is written as code, so it is not just a word that happens to be a name. */
  readonly isSure: boolean;
  /** The file that the question says defines it. */
  readonly path: string | undefined;
  /** What follows "in": a type, module or folder, if the repository has one of that name. */
  readonly scope: ScopeReference | undefined;
}

export interface ScopeReference {
  readonly name: string;
  /** It is written as code, or the question calls it a file, folder or type. */
  readonly isSure: boolean;
}

/** A question read as a graph query. */
export interface GraphReading {
  readonly relation: GraphRelation;
  readonly subject: NameReference;
  /** The end of a chain. */
  readonly to: NameReference | undefined;
  /** Requested number of steps: 1 for "directly"; undefined if the question states none. */
  readonly depth: number | undefined;
  /** Restricts results to tests, or to everything else. */
  readonly only: 'tests' | 'sources' | undefined;
}

/** A question read as an exhaustive query. */
export interface ListReading {
  readonly query: ListQuery;
  /** A folder that results must be in, as the question writes it. */
  readonly folder: string | undefined;
}

export interface Question {
  readonly text: string;
  readonly class: Exclude<QuestionClass, 'out-of-scope'>;
  /** Significant words, each once, in order. */
  readonly terms: readonly QuestionTerm[];
  /** Names written as code: in backticks, or with a dot, an underscore or an inner capital. */
  readonly identifiers: readonly string[];
  /** Plain words that may be names. */
  readonly possibleNames: readonly string[];
  /** Paths and file names in the question. */
  readonly paths: readonly string[];
  /** Texts to find verbatim: quotations, paths that match no file, and paths whose readers or writers the question asks for. */
  readonly wordings: readonly string[];
  /** It asks what the whole repository is. */
  readonly isOverview: boolean;
  /** It reports a bug or a wish instead of asking; names in it may not exist yet. */
  readonly isStatement: boolean;
  /**
   * What the text requests instead of an answer about the code. `work`: a review, a change or a text. `conversation`: it greets, thanks or asks about
   * this service.
   */
  readonly request: 'work' | 'conversation' | undefined;
  readonly asksForTests: boolean;
  /** It asks which tests cover something; only tests answer it. */
  readonly asksForCoveringTests: boolean;
  /** It asks what something returns. */
  readonly asksForReturns: boolean;
  readonly asksForExamples: boolean;
  /** Undefined if it is not a graph query. */
  readonly graph: GraphReading | undefined;
  /** Undefined if it does not ask for everything of one kind. */
  readonly list: ListReading | undefined;
}

/** A subject of a turn, which a follow-up may refer to without naming it. */
export interface Subject {
  /** A symbol's qualified name, a path, or words of the question. */
  readonly name: string;
  readonly kind: 'symbol' | 'file' | 'topic';
  readonly path: string | undefined;
  /** One of the first three items, or the last, of a list in the answer. */
  readonly isListed?: true;
}
