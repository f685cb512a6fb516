/** What a search may be narrowed to, and the paths that leaves. */

import type { FileRow } from '../ports/chunk-store.ts';
import type { Services } from './services.ts';

export interface SearchFilters {
  readonly paths: readonly string[];
  readonly languages: readonly string[];
  /** Kinds of chunk or roles of file. */
  readonly kinds: readonly string[];
  readonly packages: readonly string[];
  readonly tags: readonly string[];
}

export const noFilters: SearchFilters = { paths: [], languages: [], kinds: [], packages: [], tags: [] };

/** Paths the filters leave; undefined when they leave all. */
export function pathsWithin(
  services: Pick<Services, 'glob' | 'settings'>,
  files: readonly FileRow[],
  filters: SearchFilters,
): readonly string[] | undefined {
  const { paths, languages, packages, tags } = filters;
  if (!isFilteredByFile(filters)) return undefined;
  const inPaths = services.glob.matcher(paths);
  const tagged = tagger(services);
  const isWanted = (file: FileRow): boolean =>
    inPaths(file.path) &&
    (languages.length === 0 || languages.includes(file.language)) &&
    (packages.length === 0 || packages.includes(file.package ?? '')) &&
    (tags.length === 0 || tagged(file.path).some((tag) => tags.includes(tag)));
  return files.filter(isWanted).map((file) => file.path);
}

export function isFilteredByFile({ paths, languages, packages, tags }: SearchFilters): boolean {
  return paths.length + languages.length + packages.length + tags.length > 0;
}

/** The tags the settings give a path. */
export function tagger(services: Pick<Services, 'glob' | 'settings'>): (path: string) => readonly string[] {
  const tags = services.settings.tags.map(({ tag, pattern }) => ({
    tag,
    holds: services.glob.matcher([pattern]),
  }));
  return (path) => [...new Set(tags.filter(({ holds }) => holds(path)).map(({ tag }) => tag))];
}
