/**
 * Builds artifacts from the project's files and caches them under `.wrangler/` by the hash of those files. A build is
 * atomic and safe under concurrent processes.
 */

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createHash } from 'node:crypto';
import { projectFolder } from './project-folder.ts';

const hashLength = 16;
/** A new build removes older ones. A server loads its build at start, so it no longer needs the files. */
const maxAgeMs = 24 * 3_600_000;

interface BuildRecipe {
  /** The folder below `.wrangler/` for all results of this kind. */
  readonly kind: string;
  /** Files and folders of the project that the result depends on. */
  readonly sources: readonly string[];
  /** Writes the result into an existing, empty folder. */
  readonly make: (folder: string) => Promise<void>;
}

/** Builds in progress in this process, by folder. */
const pendingBuilds = new Map<string, Promise<void>>();

/** @returns the folder of the result */
export async function buildOnce({ kind, sources, make }: BuildRecipe): Promise<string> {
  const parent = join(projectFolder, '.wrangler', kind);
  const folder = join(parent, hashFiles(projectFolder, sources).slice(0, hashLength));
  if (existsSync(folder)) return folder;
  const build =
    pendingBuilds.get(folder) ?? buildInto(folder, make).finally(() => pendingBuilds.delete(folder));
  pendingBuilds.set(folder, build);
  await build;
  return folder;
}

async function buildInto(folder: string, make: BuildRecipe['make']): Promise<void> {
  removeOldBuilds(dirname(folder));
  const temporaryFolder = `${folder}.${process.pid}`;
  mkdirSync(temporaryFolder, { recursive: true });
  await make(temporaryFolder);
  // If another process finished first, its result is equivalent.
  if (existsSync(folder)) rmSync(temporaryFolder, { recursive: true });
  else renameSync(temporaryFolder, folder);
}

function removeOldBuilds(parent: string): void {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > maxAgeMs) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Computes SHA-256 over the path and content of every file at or below the given paths, sorted by path.
 * @param paths relative to `root`; a missing path is ignored
 */
export function hashFiles(root: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((source) => filesBelow(root, source)).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(root: string, path: string): string[] {
  const location = join(root, path);
  const stats = statSync(location, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (stats.isFile()) return [path];
  const entries = readdirSync(location, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return entries.map((entry) => relative(root, join(entry.parentPath, entry.name)));
}
