/** The data that a graph answer is composed from: the subject and its results, each with evidence. */

import type { GraphEdge, GraphNode } from '../../core/code/edge.ts';
import type { Evidence } from '../../core/answers/evidence.ts';
import type { GraphRelation } from '../../core/answers/question.ts';

/** A definition or file with the lines that contain its name. */
export interface ShownNode {
  readonly node: GraphNode;
  readonly evidence: Evidence | undefined;
}

/** A result and the edge that connects it. */
export interface GraphItem {
  /** The edge points to the result. */
  readonly isOutgoing: boolean;
  readonly edge: GraphEdge;
  readonly node: GraphNode;
  /** The number of steps from the subject. */
  readonly distance: number;
  /** The other end of the edge; undefined if that is the subject. */
  readonly via: ShownNode | undefined;
  /** Lines around the edge; undefined if they are not shown. */
  readonly evidence: Evidence | undefined;
  /** Lines that define the target of the edge. */
  readonly definition: Evidence | undefined;
  /** Further lines with the same edge. */
  readonly repeats: readonly { readonly line: number; readonly evidence: Evidence }[];
}

/** Limits results to tests or to sources, and to a file or folder. */
export interface ResultFilter {
  readonly only: 'tests' | 'sources' | undefined;
  readonly within: string | undefined;
}

export interface GraphMaterial {
  readonly relation: GraphRelation;
  readonly focus: ShownNode;
  /** The requested end of a chain. */
  readonly end: ShownNode | undefined;
  /** All results, in display order. */
  readonly items: readonly GraphItem[];
  /** Results of more than one step that a deeper query found, if `items` contains only direct results. */
  readonly indirect: readonly GraphItem[];
  /** The chain exists only in the opposite direction. */
  readonly isReversed: boolean;
  /** Uses other than calls, if there are no known calls. */
  readonly otherUses: readonly GraphItem[];
  /** Results that match only by name. */
  readonly guesses: readonly GraphItem[];
  /** Lines that use a name with several definitions. */
  readonly ambiguous: {
    readonly places: number;
    readonly candidates: number;
    readonly evidence: readonly Evidence[];
  };
  /** The subject's name is ambiguous, so the answer states where it is defined. */
  readonly isNameAmbiguous: boolean;
  /** Other definitions of the subject's name. */
  readonly others: readonly ShownNode[];
  /** A limit ended the search, so the counts are lower bounds. */
  readonly isCut: boolean;
  /** The filter on the results, and evidence of results that it excludes. */
  readonly narrowing: (ResultFilter & { readonly elsewhere: readonly Evidence[] }) | undefined;
  /** Notes about the query, as sentences without full stops. */
  readonly notes: {
    /** Filters, limits, and what the answer omits. */
    readonly limits: readonly string[];
    /** What could hide a result, if nothing was found. */
    readonly gaps: readonly string[];
    /** How many guesses the answer omits, and where they are. */
    readonly guesses: readonly string[];
  };
  /** Counts by noun, against which the checks verify stated counts. */
  readonly counts: ReadonlyMap<string, number>;
}
