/** Describes the limits of a graph answer: its filter, truncation and unresolved names, as sentences without full stops. */

import type { GraphMaterial } from '../../../answering/compose/graph-material.ts';
import { fitsInlineCode } from '../../../answering/evidence-text/evidence-names.ts';
import type { GraphReading } from '../../../core/answers/question.ts';
import type { GraphOutcome } from '../../graph/graph-query.ts';
import { countUnfiltered, describeUnfiltered } from './filter-outcome.ts';
import { describeMissingStep } from './find-missing-step.ts';
import { labelNode, maxRows } from './graph-cards.ts';
import { indirectDepth, type GraphFinding } from './graph-finding.ts';

/** A longer list is also offered as CSV if no table offers it. */
const minCsvItems = 10;

type GraphMatch = Extract<GraphFinding, { kind: 'found' }>;

interface ItemSummary {
  readonly only: GraphReading['only'];
  /** Items that no sentence lists. */
  readonly unlisted: number;
  readonly items: number;
  readonly isByDistance: boolean;
  /** The query for indirect callers, and how many of its results no sentence lists. */
  readonly indirect: { readonly outcome: GraphOutcome; readonly unlisted: number } | undefined;
  readonly hasGuesses: boolean;
  /** Listed items whose edge is not fully resolved. */
  readonly probable: number;
  /** Guesses that no sentence lists, and the request that returns them. */
  readonly guesses: { readonly unlisted: number; readonly repeat: string };
}

export function buildGraphNotes(found: GraphMatch, summary: ItemSummary): GraphMaterial['notes'] {
  const { relation, outcome, depth } = found;
  const { nodes } = outcome;
  const reachesEnd = summary.isByDistance && nodes.some(({ distance }) => distance >= depth);
  const limits = [
    ...(relation === 'chain' ? chainNotes(found) : []),
    ...filterNotes(found, summary.only),
    summary.probable > 0 &&
      '“Probably” marks a line whose name is not fully resolved: among what its file imports or its package contains, one definition has that name',
    ...truncationNotes(outcome, summary),
    ...indirectNotes(summary.indirect),
    summary.unlisted === 0 &&
      relation !== 'chain' &&
      summary.items > minCsvItems &&
      `The list as CSV is at ${outcome.repeat}&format=csv`,
    reachesEnd && farNote(depth),
  ];
  const { unlisted, repeat } = summary.guesses;
  // The answer lists these places itself: those that its filter leaves.
  const listsGuesses = summary.hasGuesses || nodes.length > 0;
  return {
    limits: limits.filter((limit) => limit !== false),
    gaps: outcome.gaps.filter((sentence) => !(listsGuesses && sentence.includes('tiers=name-match'))),
    guesses:
      unlisted === 0
        ? []
        : [
            `${unlisted} more ${unlisted === 1 ? 'place that matches by name alone is' : 'places that match by name alone are'} in ${repeat}&format=csv`,
          ],
  };
}

/** States that no chain is proven, and which step is missing. */
function chainNotes({ outcome, end, isReversed, missing, depth }: GraphMatch): readonly (string | false)[] {
  const [from, to] = [labelNode(outcome.focus), end === undefined ? '' : labelNode(end)];
  const guessed = outcome.edges.flatMap(({ tier }, index) => (tier === 'name-match' ? [index + 1] : []));
  const [step] = guessed;
  const chain = `No chain of up to ${depth} calls from \`${from}\` to \`${to}\` is`;
  return [
    (outcome.nodes.length === 0 || isReversed) &&
      `${chain} known${isReversed ? '; one exists in the opposite direction' : ''}`,
    step !== undefined &&
      `${chain} proven: ${guessed.length === 1 ? `step ${step} is missing, where` : `steps ${guessed.join(', ')} are missing, where`} only a name leads on`,
    missing !== undefined && describeMissingStep(missing, { from, to, depth }),
  ];
}

/** States the filter of the list, and a stated place that could not filter it. */
function filterNotes(
  { outcome, place }: GraphMatch,
  only: GraphReading['only'],
): readonly (string | false)[] {
  const { narrowing } = outcome;
  const within = narrowing?.within;
  return [
    narrowing?.only === 'tests' &&
      `Only what is in tests is counted here; the query returns ${countUnfiltered(outcome)}, tests and sources`,
    narrowing?.only === 'sources' &&
      `What is in tests is not counted here; the query returns ${countUnfiltered(outcome)}, tests and sources`,
    within !== undefined &&
      `Only what is in ${fitsInlineCode(within) ? `\`${within}\`` : 'the place asked about'} is counted here; the query returns ${describeUnfiltered(outcome)}`,
    // A chain cannot be filtered.
    only !== undefined && narrowing === undefined && unknownPlaceNote(only),
    place !== undefined && place.files === undefined && unknownPlaceNote(place.name),
  ];
}

/** States that results cannot be filtered by the place in the question. */
function unknownPlaceNote(name: string): string {
  const place = /^[\p{L}\p{N}_/-]{1,60}$/u.test(name) ? `“${name}”` : 'The place asked about';
  return `${place} is not a place that results can be filtered by: this covers the whole repository`;
}

function indirectNotes(indirect: ItemSummary['indirect']): readonly (string | false)[] {
  if (indirect === undefined) return [];
  const { outcome, unlisted } = indirect;
  return [
    unlisted > 0 &&
      `${unlisted} more indirect ${unlisted === 1 ? 'caller is' : 'callers are'} in ${outcome.repeat}&format=csv`,
    outcome.nodes.some(({ distance }) => distance >= indirectDepth) && farNote(indirectDepth),
  ];
}

function farNote(depth: number): string {
  return `Anything more than ${depth} ${depth === 1 ? 'step' : 'steps'} away was not searched`;
}

function truncationNotes(outcome: GraphOutcome, summary: ItemSummary): readonly (string | false)[] {
  const { total, truncatedBy, repeat } = outcome;
  return [
    truncatedBy === 'limit' && `${countUnfiltered(outcome)} of ${total} results were examined`,
    truncatedBy === 'nodes' && 'The search reached the maximum number of definitions and stopped',
    truncatedBy === 'time' && 'The search ran out of time and stopped',
    summary.unlisted > 0 &&
      `${summary.unlisted} more ${summary.unlisted === 1 ? 'is' : 'are'} ${summary.items > maxRows ? `in ${repeat}&format=csv, the first of them in the table` : `in the table, and in ${repeat}&format=csv`}`,
  ];
}
