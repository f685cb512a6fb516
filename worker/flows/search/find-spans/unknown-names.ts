/** Finds names and paths in a question that the repository does not contain, and the closest definitions for them. */

import type { Question } from '../../../core/answers/question.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import type { FileRow } from '../../../ports/chunk-store.ts';
import { matchFiles } from '../../../retrieval/search/match-path.ts';
import { rankClosestNames, splitNameIntoPieces } from '../../../retrieval/search/closest-names.ts';
import type { Retrieved } from '../../../retrieval/search/retrieve-spans.ts';
import type { Services } from '../../services.ts';

/** `client/server` and `and/or` look like paths but are not. An extension or a second slash marks a real path. */
const surelyPath = /\.\w+$|\/.*\//;
/** Products with names like files, such as `Node.js`. If such a file exists, it is found anyway. */
const productName = /^[A-Z][a-z]+\.js$/;

/** Finds paths in the question that match no file or folder. */
export function unknownPaths(files: readonly FileRow[], question: Question): readonly string[] {
  return question.paths.filter(
    (path) => surelyPath.test(path) && !productName.test(path) && matchFiles(files, path).length === 0,
  );
}

/** Finds names written as code that have no definition and occur in no chunk. */
export function unknownNames(question: Question, retrieved: Retrieved): readonly string[] {
  const defined = new Set(
    retrieved.definitions.flatMap((symbol) => [
      symbol.name.toLowerCase(),
      symbol.qualifiedName.toLowerCase(),
    ]),
  );
  return question.identifiers.filter((name) => {
    const last = (name.split('.').at(-1) ?? name).toLowerCase();
    // The index stores `$request` as `request`. A name too short for the index is not known to be missing.
    const [form] = extractTerms(last);
    return (
      !defined.has(name.toLowerCase()) &&
      !defined.has(last) &&
      form !== undefined &&
      !retrieved.presentForms.has(form)
    );
  });
}

export interface CloseName {
  readonly name: string;
  readonly path: string;
}

const maxShown = 5;
/** Maximum names to find matches for, since each lookup scans all names of the snapshot. */
const maxCompared = 3;
/** Minimum length of a word that may be a misspelled name. A shorter word is similar to too many names. */
const minWordLength = 5;

/**
 * Finds the definitions closest to unknown names, the closest first.
 * @param identifiers names written as code
 * @param missing words of the question that do not occur in the repository, some of which may be misspelled names
 */
export async function suggestDefinitions(
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
): Promise<readonly CloseName[]> {
  const absent = new Set(missing);
  const requested = [
    ...identifiers.map((name) => ({ name, isWord: false })),
    ...question.possibleNames
      .filter((name) => name.length >= minWordLength && absent.has(name.toLowerCase()))
      .map((name) => ({ name, isWord: true })),
  ].slice(0, maxCompared);
  const found = await Promise.all(
    requested.map(({ name }) => chunkStore.namesContaining(key, splitNameIntoPieces(name))),
  );
  const known = new Map(found.flat().map((symbol) => [symbol.name, symbol]));
  return rankClosestNames(requested, [...known.values()])
    .slice(0, maxShown)
    .map(({ qualifiedName, path }) => ({ name: qualifiedName, path }));
}
