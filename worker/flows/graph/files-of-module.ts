/** Maps between module names and files. */

import type { FileRow } from '../../ports/chunk-store.ts';

/**
 * Lists the files that a module name can refer to: `flask.json` and `flask/json` match `src/flask/json/__init__.py`, `core/edge` matches
 * `core/edge.ts`.
 */
export function findModuleFiles(files: readonly FileRow[], name: string): readonly FileRow[] {
  const stem = name.includes('/') ? name : name.replaceAll('.', '/');
  const stems = new Set([stem, `${stem}/__init__`, `${stem}/index`, `${stem}/mod`, `${stem}/src/lib`]);
  return files.filter(({ path }) => {
    const bare = path.replace(/\.[^./]+$/, '');
    return [...stems].some((candidate) => bare === candidate || bare.endsWith(`/${candidate}`));
  });
}

/** Returns the module name of a file: `json` for `src/flask/json/__init__.py`, `edge` for `core/edge.ts`. */
export function moduleName(path: string): string {
  const [stem = '', folder] = path
    .replace(/\.[^./]+$/, '')
    .split('/')
    .toReversed();
  return folder !== undefined && /^(?:__init__|index|mod)$/.test(stem) ? folder : stem;
}
