/** What makes a history less than it could be, a sentence each, as it is stored and shown with every answer from it. */

import type { KnownHistory } from './git-place.ts';

const maxLength = 500;

export function notesOf(of: {
  readonly known: KnownHistory;
  /** How many commits were handed over, where there are more. */
  readonly newest: number | undefined;
  /** Files too large to be followed. */
  readonly tooLarge: number;
  /** git's words where it could not read on. */
  readonly brokenOff: string | undefined;
}): readonly string[] {
  const { known, newest, tooLarge, brokenOff } = of;
  const notes = [
    known.boundary.size > 0 &&
      'This is a shallow clone: lines from before its oldest commits have no commit. `git fetch --unshallow` brings the rest.',
    newest !== undefined &&
      `There are more commits than are kept of a version: the newest ${newest}, and those lines come from.`,
    known.isPartial &&
      'This is a partial clone: the files its commits changed are not listed, and lines whose objects are missing have no commit.',
    brokenOff !== undefined &&
      `git could not read the whole history (${brokenOff}): lines not followed to their end have no commit.`,
    tooLarge > 0 &&
      `${tooLarge === 1 ? 'One file is' : `${tooLarge} files are`} over 1 MB or 20,000 lines: where their lines come from is not known.`,
  ];
  return notes.filter((note) => note !== false).map((note) => note.slice(0, maxLength));
}
