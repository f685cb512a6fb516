/**
 * Brings both local databases up to date. A new data directory gets a copy of databases made once; which migrations a
 * directory has is kept in it as their hash, so that a start with nothing new costs no process.
 */

import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOnce } from './build-once.ts';
import { hashFiles } from './hash-files.ts';
import { projectFolder, wranglerEnvironment, wranglerProgram } from './project-folder.ts';
import { runProgram } from './run-program.ts';

/** The databases of the default environment, as wrangler.toml binds them. */
const bindingsIn = /^\[\[d1_databases\]\]\s+binding = "(\w+)"/gm;
const sources = ['migrations', 'wrangler.toml', 'package-lock.json'];

/** @throws CommandError with wrangler's words when a migration fails; the database is as before it. */
export async function applyMigrations(dataDirectory: string, signal?: AbortSignal): Promise<void> {
  mkdirSync(dataDirectory, { recursive: true });
  const stamp = join(dataDirectory, 'migrations.sha256');
  const wanted = hashFiles(projectFolder, sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (existsSync(join(dataDirectory, 'v3/d1'))) await applyAll(dataDirectory, signal);
  else cpSync(join(await emptyDatabases(signal), 'v3'), join(dataDirectory, 'v3'), { recursive: true });
  writeFileSync(stamp, wanted);
}

async function emptyDatabases(signal: AbortSignal | undefined): Promise<string> {
  return buildOnce({ kind: 'empty-databases', sources, make: (folder) => applyAll(folder, signal) });
}

/** One after the other: two runtimes on one directory lock each other out. */
async function applyAll(dataDirectory: string, signal: AbortSignal | undefined): Promise<void> {
  const settings = readFileSync(join(projectFolder, 'wrangler.toml'), 'utf8');
  for (const [, binding = ''] of settings.matchAll(bindingsIn)) {
    const local = ['--env=', '--local', '--persist-to', dataDirectory];
    const args = [wranglerProgram, 'd1', 'migrations', 'apply', binding, ...local];
    await runProgram(
      { args, environment: wranglerEnvironment(dataDirectory), signal },
      {
        code: 'migration_failed',
        message: `The database ${binding} could not be brought up to date:`,
        fix: `Mend the migration it names, or move ${dataDirectory} away to begin anew.`,
      },
    );
  }
}
