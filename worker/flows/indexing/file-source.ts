/** Defines the source that the fetch stage reads: an archive, a crawl, a host, or files fetched for one question. */

import type { ContentKey } from '../../core/code/parsed-file.ts';
import type { SkippedFile } from '../../core/files/file.ts';
import type { RepositorySource } from '../../ports/repository-source.ts';

export interface FileSource {
  readonly source: RepositorySource;
  readonly subdirectory: string | undefined;
  /** Whether all files may be in one wrapper folder that is not part of their paths. */
  readonly mayWrap: boolean;
  /** Unchanged files of the previous snapshot. The source contains only the changed files. */
  readonly carriedOver: CarriedOverFiles;
  /** Lists files that the source has but omitted. `paths` contains the files that it delivered. */
  readonly listOmitted: (paths: ReadonlySet<string>) => Promise<readonly SkippedFile[]>;
}

/** Files that the previous and the new snapshot have in common. */
export interface CarriedOverFiles {
  readonly files: readonly (ContentKey & { readonly path: string; readonly lines: number })[];
  readonly skipped: readonly SkippedFile[];
}

const nothingCarriedOver: CarriedOverFiles = { files: [], skipped: [] };

/** Creates a source that delivers every file it has. */
export function completeSource(
  source: RepositorySource,
): Pick<FileSource, 'source' | 'carriedOver' | 'listOmitted'> {
  return { source, carriedOver: nothingCarriedOver, listOmitted: () => Promise.resolve([]) };
}

export function skippedSubmodule(path: string): SkippedFile {
  return { path, reason: 'submodule', detail: 'a reference to a commit of another repository' };
}

export function skippedByExportIgnore(path: string): SkippedFile {
  return {
    path,
    reason: 'export-ignored',
    detail: 'the repository excludes it from its archives (`export-ignore`)',
  };
}
