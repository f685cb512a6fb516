/**
 * Things made of the project's files, kept below `.wrangler/` under the hash of those files: made when first wanted, whole
 * or not at all, by however many processes at once.
 */

import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashFiles } from './hash-files.ts';
import { projectFolder } from './project-folder.ts';

const hashLength = 16;
/** Older ones are removed when another is made; one that a server runs has been loaded by then. */
const keptMs = 24 * 3_600_000;

interface Recipe {
  /** Names the folder all of its results lie in. */
  readonly kind: string;
  /** What it is made of: files and folders of the project. */
  readonly sources: readonly string[];
  /** Fills a folder that is there and empty. */
  readonly make: (folder: string) => Promise<void>;
}

/** Folders this process is filling. */
const making = new Map<string, Promise<void>>();

/** @returns the folder it lies in. */
export async function buildOnce({ kind, sources, make }: Recipe): Promise<string> {
  const parent = join(projectFolder, '.wrangler', kind);
  const folder = join(parent, hashFiles(projectFolder, sources).slice(0, hashLength));
  if (existsSync(folder)) return folder;
  const made = making.get(folder) ?? fill(folder, make).finally(() => making.delete(folder));
  making.set(folder, made);
  await made;
  return folder;
}

async function fill(folder: string, make: Recipe['make']): Promise<void> {
  removeOld(dirname(folder));
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  await make(unfinished);
  // Where another process was faster, its result is as good.
  if (existsSync(folder)) rmSync(unfinished, { recursive: true });
  else renameSync(unfinished, folder);
}

function removeOld(parent: string): void {
  if (!existsSync(parent)) return;
  for (const name of readdirSync(parent)) {
    const folder = join(parent, name);
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs > keptMs) rmSync(folder, { recursive: true, force: true });
  }
}
