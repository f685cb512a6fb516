/** Creates a folder for the data of shared servers and removes it after the run. The servers end with their test workers, which clean up nothing. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder for the data directories of the servers that journeys share. */
    journeysFolder: string;
  }
}

export default function makeJourneysFolder(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'wherefore-journeys-'));
  project.provide('journeysFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
}
