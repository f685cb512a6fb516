/** Applies the migrations to the local databases of a data directory. */

import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOnce, hashFiles } from './build-once.ts';
import { projectFolder, runProgram, wranglerEnvironment, wranglerProgram } from './project-folder.ts';

/** Database bindings of the default environment in wrangler.toml. */
const bindingPattern = /^\[\[d1_databases\]\]\s+binding = "(\w+)"/gm;
const migrationSources = ['migrations', 'wrangler.toml', 'package-lock.json'];

/**
 * Applies migrations to both local databases. A new data directory gets a copy of prebuilt empty databases. A stamp file
 * records the hash of the applied migrations, so a start without new migrations spawns no process. @throws CommandError
 * with wrangler's output when a migration fails. The database is then unchanged.
 */
export async function applyMigrations(dataDirectory: string, signal?: AbortSignal): Promise<void> {
  mkdirSync(dataDirectory, { recursive: true });
  const stamp = join(dataDirectory, 'migrations.sha256');
  const currentHash = hashFiles(projectFolder, migrationSources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === currentHash) return;
  if (existsSync(join(dataDirectory, 'v3/d1'))) await applyAll(dataDirectory, signal);
  else cpSync(join(await buildEmptyDatabases(signal), 'v3'), join(dataDirectory, 'v3'), { recursive: true });
  writeFileSync(stamp, currentHash);
}

async function buildEmptyDatabases(signal: AbortSignal | undefined): Promise<string> {
  return buildOnce({
    kind: 'empty-databases',
    sources: migrationSources,
    make: (folder) => applyAll(folder, signal),
  });
}

/** Migrates one database at a time, because two runtimes on one directory block each other. */
async function applyAll(dataDirectory: string, signal: AbortSignal | undefined): Promise<void> {
  const settings = readFileSync(join(projectFolder, 'wrangler.toml'), 'utf8');
  for (const [, binding = ''] of settings.matchAll(bindingPattern)) {
    const targetOptions = ['--env=', '--local', '--persist-to', dataDirectory];
    const args = [wranglerProgram, 'd1', 'migrations', 'apply', binding, ...targetOptions];
    await runProgram(
      { args, environment: wranglerEnvironment(dataDirectory), signal },
      {
        code: 'migration_failed',
        message: `The migrations of database ${binding} failed:`,
        fix: `Fix the migration that the output names, or move ${dataDirectory} away to start over.`,
      },
    );
  }
}
