/** Files by the names modules are imported by. */

import type { FileRow } from '../../ports/chunk-store.ts';

/** `flask.json` and `flask/json` are `src/flask/json/__init__.py`, `core/edge` is `core/edge.ts`. */
export function filesOfModule(files: readonly FileRow[], name: string): readonly FileRow[] {
  const stem = name.includes('/') ? name : name.replaceAll('.', '/');
  const stems = new Set([stem, `${stem}/__init__`, `${stem}/index`, `${stem}/mod`, `${stem}/src/lib`]);
  return files.filter(({ path }) => {
    const bare = path.replace(/\.[^./]+$/, '');
    return [...stems].some((one) => bare === one || bare.endsWith(`/${one}`));
  });
}

/** `src/flask/json/__init__.py` is the module `json`, `core/edge.ts` is `edge`. */
export function moduleOf(path: string): string {
  const [stem = '', folder] = path
    .replace(/\.[^./]+$/, '')
    .split('/')
    .toReversed();
  return folder !== undefined && /^(?:__init__|index|mod)$/.test(stem) ? folder : stem;
}
