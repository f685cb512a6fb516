/** A plain folder as a source: its files, with every `.gitignore` on the way obeyed. No commit is known. */

import { basename } from 'node:path';
import type { Keep } from './open-source.ts';
import type { PackSource } from './pack-source.ts';
import { readFiles } from './read-files.ts';
import { walkFolder } from './walk-folder.ts';

export function openFolder(choice: { folder: string; keep: Keep; refused: string | undefined }): PackSource {
  const { folder, refused } = choice;
  const listing = walkFolder(folder);
  const paths = listing.paths.filter(choice.keep);
  return {
    defaultName: basename(folder),
    ref: undefined,
    commit: undefined,
    description: 'a folder outside git',
    notes: refused === undefined ? [] : [`Read as a plain folder, so no commit is known: ${refused}.`],
    total: paths.length,
    leftOut: listing.leftOut,
    entries: async function* () {
      yield* readFiles(folder, paths, listing.leftOut);
    },
  };
}
