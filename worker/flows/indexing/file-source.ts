/** Where the fetch stage reads files from: an archive, a crawl, a host, or files fetched for one question. */

import type { ContentKey } from '../../core/code/parsed-file.ts';
import type { SkippedFile } from '../../core/files/file.ts';
import type { RepositorySource } from '../../ports/repository-source.ts';

export interface FileSource {
  readonly source: RepositorySource;
  readonly subdirectory: string | undefined;
  /** Whether all files may lie in one wrapper folder that is not part of their paths. */
  readonly mayWrap: boolean;
  /** Files of the previous snapshot that did not change; only the changes are read. */
  readonly carriedOver: CarriedOverFiles;
  /** Files that the source has but omitted, given the paths it delivered. */
  readonly listOmitted: (paths: ReadonlySet<string>) => Promise<readonly SkippedFile[]>;
}

/** What both the previous snapshot and the new one contain. */
export interface CarriedOverFiles {
  readonly files: readonly (ContentKey & { readonly path: string; readonly lines: number })[];
  readonly skipped: readonly SkippedFile[];
}

const nothingCarriedOver: CarriedOverFiles = { files: [], skipped: [] };

/** A source that delivers every file it has. */
export function completeSource(
  source: RepositorySource,
): Pick<FileSource, 'source' | 'carriedOver' | 'listOmitted'> {
  return { source, carriedOver: nothingCarriedOver, listOmitted: () => Promise.resolve([]) };
}

export function skippedSubmodule(path: string): SkippedFile {
  return { path, reason: 'submodule', detail: 'another repository, of which this one names a commit' };
}

export function skippedByExportIgnore(path: string): SkippedFile {
  return {
    path,
    reason: 'export-ignored',
    detail: 'the repository keeps it out of its archives (`export-ignore`)',
  };
}
