/**
 * Locates cited lines in current files: first in their own file, then in another if exactly one contains them.
 */

import type { CitedLines, Drift } from '../../core/history/drift.ts';
import { findRemaining, findUnchanged, type LocatedLines } from './find-lines.ts';
import type { OpenLines } from './open-lines.ts';

export interface OpenFile {
  readonly path: string;
  readonly lines: OpenLines;
}

/** Minimum fraction of edited text that must remain in another file. */
const minFractionElsewhere = 0.5;
/** Minimum letters and digits in a text for it to be recognized in another file. */
const minSignificantCharacters = 20;

const deletedDrift: Drift = { state: 'deleted', position: undefined, remainingFraction: 0 };

/** Locates the whole text in its own file; undefined if the file does not contain all of it. */
export function locateUnchanged(cited: CitedLines, ownFile: OpenFile | undefined): Drift | undefined {
  const found = ownFile === undefined ? undefined : findUnchanged(cited, ownFile.lines)[0];
  if (found === undefined) return undefined;
  const isSame = found.startLine === cited.startLine && found.endLine === cited.endLine;
  return createDrift(isSame ? 'same' : 'moved', cited.path, found);
}

/**
 * Locates lines that their own file no longer contains in full.
 * @param others files to which the lines may have moved
 */
export function locateLines(
  cited: CitedLines,
  ownFile: OpenFile | undefined,
  others: readonly OpenFile[],
): Drift {
  const remaining = ownFile === undefined ? undefined : findRemaining(cited, ownFile.lines);
  const editedInOwnFile = remaining === undefined ? undefined : createDrift('edited', cited.path, remaining);
  if (!isDistinctive(cited)) return editedInOwnFile ?? deletedDrift;
  const moves = others.flatMap(({ path, lines }) =>
    findUnchanged(cited, lines).map((found) => createDrift('moved', path, found)),
  );
  const [only] = moves;
  if (only !== undefined && moves.length === 1) return only;
  if (editedInOwnFile !== undefined) return editedInOwnFile;
  const editedElsewhere = others.flatMap(({ path, lines }) => {
    const found = findRemaining(cited, lines);
    return found === undefined || found.fraction < minFractionElsewhere
      ? []
      : [createDrift('edited', path, found)];
  });
  const [best, second] = editedElsewhere.toSorted((a, b) => b.remainingFraction - a.remainingFraction);
  return best !== undefined && best.remainingFraction > (second?.remainingFraction ?? 0)
    ? best
    : deletedDrift;
}

function isDistinctive({ text }: CitedLines): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= minSignificantCharacters;
}

function createDrift(state: 'same' | 'moved' | 'edited', path: string, found: LocatedLines): Drift {
  const { startLine, endLine, fraction } = found;
  return { state, position: { path, startLine, endLine }, remainingFraction: fraction };
}
