/** Maps a path in an import to a file: without an extension, with the extension of the compiled file, or as a folder with an index. */

import type { SnapshotLayout } from '../module-map.ts';
import { childPath } from '../snapshot-path.ts';

const endings = '.ts .tsx .js .jsx .mjs .cjs .mts .cts .svelte .vue .d.ts .d.mts .d.cts .json'.split(' ');
const indexes = endings.filter((ending) => ending !== '.svelte').map((ending) => `index${ending}`);

/** Source extensions to try for the extension in an import, in order. */
const sourceEndings: ReadonlyMap<string, readonly string[]> = new Map([
  ['.js', ['.ts', '.tsx', '.js', '.jsx', '.d.ts']],
  ['.jsx', ['.tsx', '.jsx', '.d.ts']],
  ['.mjs', ['.mts', '.mjs', '.d.mts']],
  ['.cjs', ['.cts', '.cjs', '.d.cts']],
]);

export interface EcmaScriptFiles {
  /** Returns the index of the file that the path refers to. @param path from the root of the repository */
  find(path: string): number | undefined;
}

export function createEcmaScriptFiles(layout: SnapshotLayout): EcmaScriptFiles {
  const { byPath } = layout;
  const findWithEnding = (stem: string, candidates: readonly string[]): number | undefined => {
    for (const ending of candidates) {
      const file = byPath.get(stem + ending);
      if (file !== undefined) return file;
    }
    return undefined;
  };
  return {
    find(path) {
      const written = /\.[cm]?jsx?$/.exec(path)?.[0];
      if (written !== undefined) {
        const source = findWithEnding(path.slice(0, -written.length), sourceEndings.get(written) ?? []);
        if (source !== undefined) return source;
      }
      return (
        byPath.get(path) ??
        findWithEnding(path, endings) ??
        findWithEnding(childPath(path, ''), indexEndings(path))
      );
    },
  };
}

function indexEndings(path: string): readonly string[] {
  return path === '' ? indexes : indexes.map((index) => `/${index}`);
}
