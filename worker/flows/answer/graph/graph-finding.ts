/** The result of a graph query for a question. */

import type { GraphRelation, NameReference } from '../../../core/answers/question.ts';
import type { GraphNode } from '../../../core/code/edge.ts';
import type { GraphOutcome } from '../../graph/graph-query.ts';
import type { MissingStep } from './find-missing-step.ts';
import type { ResolvedPlace } from './resolve-graph-place.ts';

export type GraphFinding =
  | {
      readonly kind: 'found';
      readonly relation: GraphRelation;
      readonly outcome: GraphOutcome;
      /** The node that a chain should end at. */
      readonly end: GraphNode | undefined;
      readonly isReversed: boolean;
      /** Maximum steps of the search. */
      readonly depth: number;
      /** Set if a chain was requested and none is known. */
      readonly missing?: MissingStep;
      /** The place that the question states, if it does not qualify the name. */
      readonly place: ResolvedPlace | undefined;
    }
  | { readonly kind: 'unknown'; readonly name: NameReference };

/** Maximum steps at which the callers of callers are counted. */
export const indirectDepth = 3;
