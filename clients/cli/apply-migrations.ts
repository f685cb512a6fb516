/**
 * Brings both local databases up to date. The files applied are remembered beside the data by their hash, so that a
 * start with nothing new costs no process.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles } from './hash-files.ts';
import { projectFolder, wranglerEnvironment, wranglerProgram } from './project-folder.ts';
import { runProgram } from './run-program.ts';

const bindings = ['CATALOG', 'INDEX_0'];

/** @throws CommandError with wrangler's words when a migration fails; the database is as before it. */
export async function applyMigrations(dataDirectory: string, signal?: AbortSignal): Promise<void> {
  mkdirSync(dataDirectory, { recursive: true });
  const stamp = join(dataDirectory, 'migrations.sha256');
  const wanted = hashFiles(projectFolder, ['migrations']);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  await Promise.all(bindings.map((binding) => applyTo(binding, dataDirectory, signal)));
  writeFileSync(stamp, wanted);
}

function applyTo(binding: string, dataDirectory: string, signal: AbortSignal | undefined): Promise<void> {
  const local = ['--env=', '--local', '--persist-to', dataDirectory];
  const args = [wranglerProgram, 'd1', 'migrations', 'apply', binding, ...local];
  return runProgram(
    { args, environment: wranglerEnvironment(dataDirectory), signal },
    {
      code: 'migration_failed',
      message: `The database ${binding} could not be brought up to date:`,
      fix: `Mend the migration it names, or move ${dataDirectory} away to begin anew.`,
    },
  );
}
