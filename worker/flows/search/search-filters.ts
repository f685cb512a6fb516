/** Defines the filters of a search, and finds the paths that pass them. */

import type { FileRow } from '../../ports/chunk-store.ts';
import type { Services } from '../services.ts';
import type { RetrievalScope } from '../../retrieval/search/retrieve-spans.ts';
import { createValueTest, splitExclusions } from './split-exclusions.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

/** Values that start with `!` exclude. */
export interface SearchFilters {
  readonly paths: readonly string[];
  readonly languages: readonly string[];
  /** Kinds of definition, kinds of chunk or roles of file, as the user wrote them. */
  readonly kinds: readonly string[];
  readonly packages: readonly string[];
  readonly tags: readonly string[];
}

export const noFilters: SearchFilters = { paths: [], languages: [], kinds: [], packages: [], tags: [] };

/** Lists the paths that pass the filters; undefined if no filter applies to files. */
export function filterPaths(
  services: Pick<Services, 'glob' | 'settings'>,
  files: readonly FileRow[],
  filters: SearchFilters,
): readonly string[] | undefined {
  const { paths, languages, packages, tags } = filters;
  if (!hasFileFilters(filters)) return undefined;
  const matchesPaths = createPathTest(services, paths);
  const tagsForPath = createTagger(services);
  const matchesLanguage = createValueTest(languages.map(canonicalLanguage));
  const matchesPackage = createValueTest(packages);
  const matchesTags = createValueTest(tags);
  const passes = (file: FileRow): boolean =>
    matchesPaths(file.path) &&
    matchesLanguage([file.language]) &&
    matchesPackage([file.package ?? '']) &&
    (tags.length === 0 || matchesTags(tagsForPath(file.path)));
  return files.filter(passes).map((file) => file.path);
}

/** Returns a test of a path by globs, of which those that start with `!` exclude. */
export function createPathTest(
  { glob }: Pick<Services, 'glob'>,
  globs: readonly string[],
): (path: string) => boolean {
  const { included, excluded } = splitExclusions(globs);
  const isIncluded = glob.matcher(included);
  const isExcluded = excluded.length === 0 ? () => false : glob.matcher(excluded);
  return (path) => isIncluded(path) && !isExcluded(path);
}

/** Common names of languages, besides the canonical ones. */
const languageAliases: ReadonlyMap<string, string> = new Map([
  ['golang', 'go'],
  ['py', 'python'],
  ['js', 'javascript'],
  ['ts', 'typescript'],
  ['rs', 'rust'],
  ['rb', 'ruby'],
  ['c++', 'cpp'],
  ['c#', 'csharp'],
  ['cs', 'csharp'],
  ['md', 'markdown'],
]);

function canonicalLanguage(language: string): string {
  const [, mark = '', name = ''] = /^(!?)(.*)$/s.exec(language.trim().toLowerCase()) ?? [];
  return mark + (languageAliases.get(name) ?? name);
}

/** Combines the filters of two sources. */
export function joinFilters(first: SearchFilters, second: SearchFilters): SearchFilters {
  return {
    paths: [...first.paths, ...second.paths],
    languages: [...first.languages, ...second.languages],
    kinds: [...first.kinds, ...second.kinds],
    packages: [...first.packages, ...second.packages],
    tags: [...first.tags, ...second.tags],
  };
}

export function hasFileFilters({ paths, languages, packages, tags }: SearchFilters): boolean {
  return paths.length + languages.length + packages.length + tags.length > 0;
}

/** Returns a function that lists the tags of a path, as the settings define them. */
export function createTagger(
  services: Pick<Services, 'glob' | 'settings'>,
): (path: string) => readonly string[] {
  const tags = services.settings.tags.map(({ tag, pattern }) => ({
    tag,
    matches: services.glob.matcher([pattern]),
  }));
  return (path) => [...new Set(tags.filter(({ matches }) => matches(path)).map(({ tag }) => tag))];
}

/**
 * Creates the scope of a search: the index generation and the files that pass the filters.
 * @param files all files of the snapshot; if empty, they are listed when a filter needs them
 */
export async function createRetrievalScope(
  services: Services,
  { key, repository, snapshot }: ResolvedSnapshot,
  filters: SearchFilters,
  files: readonly FileRow[],
): Promise<RetrievalScope> {
  const mustListFiles = hasFileFilters(filters) && files.length === 0;
  return {
    key: { ...key, repository: repository.id },
    chunks: snapshot.counts.chunks,
    paths: filterPaths(services, mustListFiles ? await services.chunkStore.listFiles(key) : files, filters),
    isFilteredByKind: filters.kinds.length > 0,
  };
}
