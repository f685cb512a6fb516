/** What a new state of a repository takes over from the one before, and what its host keeps out of an archive. */

import type { SkippedFile } from '../../core/file.ts';
import type { ContentKey } from '../../core/parsed-file.ts';

/** What an earlier state holds and the new one too. */
export interface KeptFiles {
  readonly files: readonly (ContentKey & { readonly path: string; readonly lines: number })[];
  readonly skipped: readonly SkippedFile[];
}

export const nothingKept: KeptFiles = { files: [], skipped: [] };

export function submodule(path: string): SkippedFile {
  return { path, reason: 'submodule', detail: 'another repository, of which this one names a commit' };
}

export function exportIgnored(path: string): SkippedFile {
  return {
    path,
    reason: 'export-ignored',
    detail: 'the repository keeps it out of its archives (`export-ignore`)',
  };
}
