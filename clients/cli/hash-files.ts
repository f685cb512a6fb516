/** One hash over files, so that what was made of them is made again only when they change. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * SHA-256 over path and content of every file at or below the given paths, in order of path.
 * @param paths relative to `root`; one that is not there counts as nothing.
 */
export function hashFiles(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((below) => filesBelow(root, below)).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(root: string, path: string): string[] {
  const location = join(root, path);
  const found = statSync(location, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  const entries = readdirSync(location, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
