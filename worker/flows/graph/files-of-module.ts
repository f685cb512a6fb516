/** Maps between module names and files. */

import type { FileRow } from '../../ports/chunk-store.ts';

/** The files that a module name may mean: `flask.json` or `flask/json` is `src/flask/json/__init__.py`, `core/edge` is `core/edge.ts`. */
export function moduleFiles(files: readonly FileRow[], name: string): readonly FileRow[] {
  const stem = name.includes('/') ? name : name.replaceAll('.', '/');
  const stems = new Set([stem, `${stem}/__init__`, `${stem}/index`, `${stem}/mod`, `${stem}/src/lib`]);
  return files.filter(({ path }) => {
    const bare = path.replace(/\.[^./]+$/, '');
    return [...stems].some((one) => bare === one || bare.endsWith(`/${one}`));
  });
}

/** The module name of a file: `src/flask/json/__init__.py` is `json`, `core/edge.ts` is `edge`. */
export function moduleName(path: string): string {
  const [stem = '', folder] = path
    .replace(/\.[^./]+$/, '')
    .split('/')
    .toReversed();
  return folder !== undefined && /^(?:__init__|index|mod)$/.test(stem) ? folder : stem;
}
