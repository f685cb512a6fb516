/** The data that a graph answer is composed from: the subject and its results, each with evidence. */

import type { GraphEdge, GraphNode } from '../../core/code/edge.ts';
import type { Evidence } from '../../core/answers/evidence.ts';
import type { GraphRelation } from '../../core/answers/question.ts';

/** A definition or file with the lines that bear its name. */
export interface ShownNode {
  readonly node: GraphNode;
  readonly evidence: Evidence | undefined;
}

/** A result, and the edge by which it is one. */
export interface GraphItem {
  /** The result is what is referred to, not what refers. */
  readonly isOutgoing: boolean;
  readonly edge: GraphEdge;
  readonly node: GraphNode;
  /** Steps from what was asked about. */
  readonly distance: number;
  /** What the edge leads to or from at its other end; undefined where that is what was asked about. */
  readonly via: ShownNode | undefined;
  /** Lines around the edge's; undefined where they are not shown. */
  readonly evidence: Evidence | undefined;
  /** Of what is referred to: lines that define it. */
  readonly definition: Evidence | undefined;
  /** Further lines by which it is one as well. */
  readonly again: readonly { readonly line: number; readonly evidence: Evidence }[];
}

/** To results in tests, or outside them, and to those in a file or folder. */
export interface ResultFilter {
  readonly only: 'tests' | 'sources' | undefined;
  readonly within: string | undefined;
}

export interface GraphMaterial {
  readonly relation: GraphRelation;
  readonly focus: ShownNode;
  /** Where a chain was to end. */
  readonly end: ShownNode | undefined;
  /** Everything found, in the order it is told. */
  readonly items: readonly GraphItem[];
  /** A chain was found the other way round alone. */
  readonly isReversed: boolean;
  /** What uses it without calling it, where nothing is known to call it. */
  readonly otherUses: readonly GraphItem[];
  /** Found by name alone. */
  readonly guesses: readonly GraphItem[];
  /** Places whose name several definitions bear. */
  readonly ambiguous: {
    readonly places: number;
    readonly candidates: number;
    readonly evidence: readonly Evidence[];
  };
  /** The name asked about could be another's: it is said where it is defined. */
  readonly isDoubtful: boolean;
  /** Other definitions of the name asked about. */
  readonly others: readonly ShownNode[];
  /** More was found than is counted: a budget cut the search. */
  readonly isCut: boolean;
  /** Where results were narrowed: to what, and lines of those elsewhere. */
  readonly narrowing: (ResultFilter & { readonly elsewhere: readonly Evidence[] }) | undefined;
  /** What the query tells of itself, in sentences without full stops. */
  readonly notes: {
    /** How a search was narrowed or cut, and what of it is not told. */
    readonly limits: readonly string[];
    /** What could hide something, where nothing was found. */
    readonly hidden: readonly string[];
    /** How many guesses are not told, and where they are. */
    readonly guesses: readonly string[];
  };
  /** How many there are, by noun: as the checks hold what is said to it. */
  readonly counts: ReadonlyMap<string, number>;
}
