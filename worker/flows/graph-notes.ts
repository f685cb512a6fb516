/** What a query of the graph tells of itself: how it was narrowed and where it was cut, in sentences without full stops. */

import type { GraphMaterial } from '../answering/graph-material.ts';
import { isSayable } from '../answering/is-said-of.ts';
import type { GraphReading } from '../core/question.ts';
import type { GraphFinding } from './graph/find-in-graph.ts';
import { givenBy, givenInWords } from './graph/narrow-outcome.ts';
import { labelOf, rowsShown } from './graph-cards.ts';
import type { GraphOutcome } from './graph/graph-outcome.ts';

type Found = Extract<GraphFinding, { kind: 'found' }>;

interface ToldItems {
  readonly only: GraphReading['only'];
  /** Items that no sentence tells. */
  readonly untold: number;
  readonly items: number;
  readonly isByDistance: boolean;
  readonly hasGuesses: boolean;
  /** Told items that are not traced to their end. */
  readonly probable: number;
  /** Guesses that no sentence tells, and the call that gives them. */
  readonly guesses: { readonly untold: number; readonly repeat: string };
}

export function notesOf(found: Found, told: ToldItems): GraphMaterial['notes'] {
  const { relation, outcome, end, isReversed, depth } = found;
  const { focus, nodes } = outcome;
  const reachesEnd = told.isByDistance && nodes.some(({ distance }) => distance >= depth);
  const limits = [
    relation === 'chain' &&
      (nodes.length === 0 || isReversed) &&
      `No chain of up to ${depth} calls from \`${labelOf(focus)}\` to \`${end === undefined ? '' : labelOf(end)}\` is known${isReversed ? '; the other way round there is one' : ''}`,
    ...narrowingNotes(found, told.only),
    told.probable > 0 &&
      '“Probably” marks a line whose name is not traced to its end: of all that its file imports or its package holds, one definition is called so',
    ...cutNotes(outcome, told),
    reachesEnd && `What is more than ${depth} ${depth === 1 ? 'step' : 'steps'} away was not followed`,
  ];
  const { untold, repeat } = told.guesses;
  return {
    limits: limits.filter((limit) => limit !== false),
    // Places found by name are told by themselves.
    hidden: outcome.hidden.filter((sentence) => !(told.hasGuesses && sentence.includes('tiers=name-match'))),
    guesses:
      untold === 0
        ? []
        : [
            `${untold} more ${untold === 1 ? 'place that only names it is' : 'places that only name it are'} in ${repeat}&format=csv`,
          ],
  };
}

/** To what the list was narrowed, and what of the question does not narrow it. */
function narrowingNotes({ outcome, place }: Found, only: GraphReading['only']): readonly (string | false)[] {
  const { narrowing } = outcome;
  const within = narrowing?.within;
  return [
    narrowing?.only === 'tests' &&
      `Only what is in tests is counted here; the query gives ${givenBy(outcome)}, tests and sources`,
    narrowing?.only === 'sources' &&
      `What is in tests is not counted here; the query gives ${givenBy(outcome)}, tests and sources`,
    within !== undefined &&
      `Only what is in ${isSayable(within) ? `\`${within}\`` : 'the place asked about'} is counted here; the query gives ${givenInWords(outcome)}`,
    // A chain leads where it leads.
    only !== undefined && narrowing === undefined && unplaced(only),
    place !== undefined && place.files === undefined && unplaced(place.said),
  ];
}

/** What was asked of a place that is none here. */
function unplaced(said: string): string {
  const place = /^[\p{L}\p{N}_/-]{1,60}$/u.test(said) ? `“${said}”` : 'The place asked about';
  return `${place} is nothing that this can be narrowed to: it is told for the whole repository`;
}

function cutNotes(outcome: GraphOutcome, told: ToldItems): readonly (string | false)[] {
  const { total, truncatedBy, repeat } = outcome;
  return [
    truncatedBy === 'limit' && `${givenBy(outcome)} of ${total} results were looked at`,
    truncatedBy === 'nodes' &&
      'The search reached as many definitions as one question may, and stopped there',
    truncatedBy === 'time' && 'The search ran out of time and stopped there',
    told.untold > 0 &&
      `${told.untold} more ${told.untold === 1 ? 'is' : 'are'} ${told.items > rowsShown ? `in ${repeat}&format=csv, the first of them in the table` : `in the table, and in ${repeat}&format=csv`}`,
  ];
}
