/**
 * Records which version of the sources made each index in a data folder, as a hash of the sources that an index depends on. An index made by old
 * code is thus not measured as if new code had made it.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { hashFiles } from '../../clients/cli/local-server/build-once.ts';
import { projectFolder } from '../../clients/cli/local-server/project-folder.ts';

export interface IndexRecord {
  /** Returns the given names whose index was made by another or an unknown version of the sources. */
  findStale(names: readonly string[]): string[];
  add(name: string): void;
}

const sources = [
  'worker/ingestion',
  'worker/indexing',
  'worker/adapters/tree-sitter',
  'worker/adapters/embedded',
  'migrations',
];
const recordSchema = z.record(z.string(), z.string());

/** @param data the data folder; without one nothing is recorded and nothing is stale */
export function openIndexRecord(data: string | undefined): IndexRecord {
  if (data === undefined) return { findStale: () => [], add: () => undefined };
  const file = join(data, 'indexed-with.json');
  const record = existsSync(file) ? recordSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const hash = hashFiles(projectFolder, sources);
  return {
    findStale: (names) => names.filter((name) => record[name] !== hash),
    add: (name) => {
      record[name] = hash;
      writeFileSync(file, `${JSON.stringify(record, undefined, 2)}\n`);
    },
  };
}
