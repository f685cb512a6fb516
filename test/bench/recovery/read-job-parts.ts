/** Reads the parts of a running job directly from the server's database, so that a bench can kill the server in the middle of a part. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

interface StageParts {
  readonly done: number;
  readonly total: number;
  /** Parts that a worker has claimed, even if that worker is dead. */
  readonly running: number;
  /** How often workers have claimed parts. */
  readonly attempts: number;
}

export interface JobPartsReader {
  /** Counts the parts of one stage, or of all stages. */
  read(stage?: string): StageParts;
  close(): void;
}

const query = `SELECT count(*) AS total, sum(state = 'done') AS done, sum(state = 'running') AS running,
  sum(attempts) AS attempts FROM job_part WHERE stage LIKE ?`;

export function openJobParts(dataDirectory: string): JobPartsReader {
  const database = openIndex(join(dataDirectory, 'v3/d1/miniflare-D1DatabaseObject'));
  const statement = database.prepare(query);
  return {
    read: (stage = '%') => {
      const row = statement.get(stage) ?? {};
      const number = (name: string): number => Number(row[name] ?? 0);
      return {
        done: number('done'),
        total: number('total'),
        running: number('running'),
        attempts: number('attempts'),
      };
    },
    close: () => database.close(),
  };
}

function openIndex(folder: string): DatabaseSync {
  const files = existsSync(folder)
    ? readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
    : [];
  for (const file of files) {
    const database = new DatabaseSync(join(folder, file), { readOnly: true });
    if (database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'job_part'").get() !== undefined)
      return database;
    database.close();
  }
  throw new Error(`No index database was found in ${folder}.`);
}
