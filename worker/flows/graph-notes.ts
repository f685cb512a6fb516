/** What a query of the graph tells of itself: how it was narrowed and where it was cut, in sentences without full stops. */

import type { GraphReading } from '../core/question.ts';
import type { GraphFinding } from './find-in-graph.ts';
import { givenBy } from './narrow-outcome.ts';
import { labelOf, rowsShown } from './graph-cards.ts';

type Found = Extract<GraphFinding, { kind: 'found' }>;

export function notesOf(
  { relation, outcome, end, isReversed, depth }: Found,
  told: {
    readonly only: GraphReading['only'];
    /** Items that no sentence tells. */
    readonly untold: number;
    readonly items: number;
    readonly isByDistance: boolean;
    readonly hasGuesses: boolean;
  },
): { readonly limits: readonly string[]; readonly hidden: readonly string[] } {
  const { focus, nodes, total, truncatedBy, repeat } = outcome;
  const isEmpty = nodes.length === 0;
  const reachesEnd = told.isByDistance && nodes.some(({ distance }) => distance >= depth);
  const limits = [
    relation === 'chain' &&
      (isEmpty || isReversed) &&
      `No chain of up to ${depth} calls from \`${labelOf(focus)}\` to \`${end === undefined ? '' : labelOf(end)}\` is known${isReversed ? '; the other way round there is one' : ''}`,
    told.only === 'tests' &&
      `Only what is in tests is counted here; the query gives ${givenBy(outcome)}, tests and sources`,
    told.only === 'sources' &&
      `What is in tests is not counted here; the query gives ${givenBy(outcome)}, tests and sources`,
    truncatedBy === 'limit' && `${givenBy(outcome)} of ${total} results were looked at`,
    truncatedBy === 'nodes' &&
      'The search reached as many definitions as one question may, and stopped there',
    truncatedBy === 'time' && 'The search ran out of time and stopped there',
    told.untold > 0 &&
      `${told.untold} more ${told.untold === 1 ? 'is' : 'are'} ${told.items > rowsShown ? `in ${repeat}&format=csv, the first of them in the table` : `in the table, and in ${repeat}&format=csv`}`,
    reachesEnd && `What is more than ${depth} ${depth === 1 ? 'step' : 'steps'} away was not followed`,
  ];
  return {
    limits: limits.filter((limit) => limit !== false),
    // Places found by name are told by themselves.
    hidden: outcome.hidden.filter((sentence) => !(told.hasGuesses && sentence.includes('tiers=name-match'))),
  };
}
