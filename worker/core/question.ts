/** A question as retrieval understands it. */

/** `why`: its reason or history. Where no history is indexed that is answered as `how` is. */
export type QuestionClass =
  'lookup' | 'how' | 'why' | 'docs' | 'impact' | 'exhaustive' | 'too-broad' | 'out-of-scope';
export type Confidence = 'high' | 'low' | 'out-of-scope';

/** What a request may have order its spans: the fitted ranker, a cross-encoder or a model that writes after it, weights chosen by hand, or the fused lists alone. */
export type RerankerChoice = 'learned' | 'cross-encoder' | 'model' | 'signals' | 'none';

/** One word that matters, with every form it may have in the index. */
export interface QuestionTerm {
  readonly word: string;
  readonly variants: readonly string[];
  /** What counts as the word being there: any of these lists, every term of it. Of `webSockets`, both parts or the whole. */
  readonly alternatives: readonly (readonly string[])[];
}

/** Whether terms of a text hold a word of the question. */
export function holdsWord(held: Pick<ReadonlySet<string>, 'has'>, term: QuestionTerm): boolean {
  return term.alternatives.some((terms) => terms.every((one) => held.has(one)));
}

/**
 * What is asked of the graph. `dependents`: what a change of it reaches, by distance. `bases`: what a type extends or implements.
 * `references`: every place that calls, uses, extends or imports it.
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

/** A name or path a question asks about. */
export interface AskedName {
  /** With dots between its segments: `Router.route`; paths and packages as they were written. */
  readonly name: string;
  readonly isPath: boolean;
  /** Written as code: not a plain word that may happen to be a name. */
  readonly isSure: boolean;
  /** The file said to define it. */
  readonly path: string | undefined;
  /** What follows "in", which may be a type, a module or a folder, or none here: only the repository knows. */
  readonly place: AskedPlace | undefined;
}

export interface AskedPlace {
  readonly name: string;
  /** Written as code, or said to be a file, a folder or a type. */
  readonly isSure: boolean;
}

/** A question as the graph could answer it. */
export interface GraphReading {
  readonly relation: GraphRelation;
  readonly subject: AskedName;
  /** Where a chain ends. */
  readonly to: AskedName | undefined;
  /** Steps asked for: 1 for "directly"; undefined where nothing is said of it. */
  readonly depth: number | undefined;
  /** Only results of tests, or none of them. */
  readonly only: 'tests' | 'sources' | undefined;
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
  /** Texts looked for word for word: in quotes, and paths that lead to no file or of which it asks what reads or writes them. */
  readonly wordings: readonly string[];
  /** It asks what the repository as a whole is. */
  readonly isOverview: boolean;
  /** It tells of a fault or a wish instead of asking: what it names may be what is wanted, and not be there yet. */
  readonly isStatement: boolean;
  readonly asksForTests: boolean;
  /** It asks which tests there are of something, and is not answered by anything else. */
  readonly asksForTestsOf: boolean;
  /** It asks what something gives back. */
  readonly asksForReturns: boolean;
  readonly asksForExamples: boolean;
  /** Undefined where it asks nothing of the graph. */
  readonly graph: GraphReading | undefined;
}
