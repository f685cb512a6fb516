/**
 * Locates cited lines in current files: first in their own file, then in another if exactly one contains them.
 */

import type { CitedLines, Drift } from '../../core/history/drift.ts';
import { findRemaining, findUnchanged, type FoundLines } from './find-lines.ts';
import type { OpenLines } from './open-lines.ts';

export interface OpenFile {
  readonly path: string;
  readonly lines: OpenLines;
}

/** Of a text elsewhere that was changed on the way, this much must be left. */
const leastElsewhere = 0.5;
/** Letters and digits of a text that can be known again in another file. */
const leastSaid = 20;

export const deleted: Drift = { state: 'deleted', place: undefined, share: 0 };

/** Whether the whole of them stands in their own file; undefined where it does not. */
export function locateUnchanged(cited: CitedLines, own: OpenFile | undefined): Drift | undefined {
  const found = own === undefined ? undefined : findUnchanged(cited, own.lines)[0];
  if (found === undefined) return undefined;
  const isSame = found.startLine === cited.startLine && found.endLine === cited.endLine;
  return drift(isSame ? 'same' : 'moved', cited.path, found);
}

/** What has become of lines that their own file does not hold whole. @param others files they may have gone to */
export function locateLines(
  cited: CitedLines,
  own: OpenFile | undefined,
  others: readonly OpenFile[],
): Drift {
  const left = own === undefined ? undefined : findRemaining(cited, own.lines);
  const here = left === undefined ? undefined : drift('edited', cited.path, left);
  if (!isTelling(cited)) return here ?? deleted;
  const whole = others.flatMap(({ path, lines }) =>
    findUnchanged(cited, lines).map((found) => drift('moved', path, found)),
  );
  const [only] = whole;
  if (only !== undefined && whole.length === 1) return only;
  if (here !== undefined) return here;
  const parts = others.flatMap(({ path, lines }) => {
    const found = findRemaining(cited, lines);
    return found === undefined || found.share < leastElsewhere ? [] : [drift('edited', path, found)];
  });
  const [best, second] = parts.toSorted((a, b) => b.share - a.share);
  return best !== undefined && best.share > (second?.share ?? 0) ? best : deleted;
}

function isTelling({ text }: CitedLines): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= leastSaid;
}

function drift(state: 'same' | 'moved' | 'edited', path: string, found: FoundLines): Drift {
  const { startLine, endLine, share } = found;
  return { state, place: { path, startLine, endLine }, share };
}
