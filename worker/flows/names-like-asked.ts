/** Definitions called nearly like a name that was asked for and is nowhere. */

import type { Question } from '../core/question.ts';
import type { SnapshotKey } from '../core/repository.ts';
import { nearestNames, piecesOf } from '../retrieval/nearest-names.ts';
import type { Services } from './services.ts';

export interface NearName {
  readonly name: string;
  readonly path: string;
}

const nearestShown = 5;
/** Names asked for that others are held against: each costs a look at every name of the snapshot. */
const namesCompared = 3;
/** A shorter word is like too many names. */
const shortestWord = 5;

/**
 * The likest first.
 *
 * @param identifiers names written as code
 * @param missing words of the question that are nowhere: those of them that may be names count too, if they are only misspelt
 */
export async function namesLikeAsked(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  {
    question,
    identifiers,
    missing,
  }: {
    readonly question: Pick<Question, 'possibleNames'>;
    readonly identifiers: readonly string[];
    readonly missing: readonly string[];
  },
): Promise<readonly NearName[]> {
  const nowhere = new Set(missing);
  const asked = [
    ...identifiers.map((name) => ({ name, isWord: false })),
    ...question.possibleNames
      .filter((name) => name.length >= shortestWord && nowhere.has(name.toLowerCase()))
      .map((name) => ({ name, isWord: true })),
  ].slice(0, namesCompared);
  const found = await Promise.all(asked.map(({ name }) => chunkStore.namesHolding(key, piecesOf(name))));
  const known = new Map(found.flat().map((one) => [one.name, one]));
  return nearestNames(asked, [...known.values()])
    .slice(0, nearestShown)
    .map(({ qualifiedName, path }) => ({ name: qualifiedName, path }));
}
