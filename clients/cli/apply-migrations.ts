/**
 * Brings both local databases up to date. The files applied are remembered beside the data by their hash, so that a
 * start with nothing new costs no process.
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from './command-error.ts';
import { projectFolder, wranglerEnvironment, wranglerProgram } from './project-folder.ts';

const databases = [
  { binding: 'CATALOG', folder: 'migrations/catalog' },
  { binding: 'INDEX_0', folder: 'migrations/index' },
] as const;

type Database = (typeof databases)[number];

/** @throws CommandError with wrangler's words when a migration fails; the database is as before it. */
export async function applyMigrations(dataDirectory: string): Promise<void> {
  mkdirSync(dataDirectory, { recursive: true });
  const stamp = join(dataDirectory, 'migrations.sha256');
  const wanted = hashOfMigrations();
  if (readIfThere(stamp) === wanted) return;
  await Promise.all(databases.map((database) => applyTo(database, dataDirectory)));
  writeFileSync(stamp, wanted);
}

function hashOfMigrations(): string {
  const hash = createHash('sha256');
  for (const { folder } of databases) {
    for (const file of readdirSync(join(projectFolder, folder)).sort()) {
      hash.update(`${folder}/${file}\0`).update(readFileSync(join(projectFolder, folder, file)));
    }
  }
  return hash.digest('hex');
}

function applyTo({ binding }: Database, dataDirectory: string): Promise<void> {
  const args = [
    wranglerProgram,
    'd1',
    'migrations',
    'apply',
    binding,
    '--local',
    '--persist-to',
    dataDirectory,
  ];
  const options = { cwd: projectFolder, env: wranglerEnvironment(dataDirectory) };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--no-warnings', ...args], options, (error, stdout, stderr) => {
      if (error === null) resolve();
      else reject(migrationError(binding, `${stdout}\n${stderr}`.trim(), error));
    });
  });
}

function migrationError(binding: string, said: string, cause: unknown): CommandError {
  return new CommandError('failed', 'migration_failed', {
    message: `The database ${binding} could not be brought up to date:\n${said}`,
    fix: 'Move the data directory away to begin anew, or mend the migration named above.',
    cause,
  });
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
