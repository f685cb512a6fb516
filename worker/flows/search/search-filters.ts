/** Defines the filters of a search, and finds the paths that pass them. */

import type { FileRow } from '../../ports/chunk-store.ts';
import type { Services } from '../services.ts';
import type { RetrievalScope } from '../../retrieval/search/retrieve-spans.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

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
  const matchesPaths = services.glob.matcher(paths);
  const tagsForPath = createTagger(services);
  const languageNames = new Set(languages.map(canonicalLanguage));
  const passes = (file: FileRow): boolean =>
    matchesPaths(file.path) &&
    (languageNames.size === 0 || languageNames.has(file.language)) &&
    (packages.length === 0 || packages.includes(file.package ?? '')) &&
    (tags.length === 0 || tagsForPath(file.path).some((tag) => tags.includes(tag)));
  return files.filter(passes).map((file) => file.path);
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
  const lower = language.trim().toLowerCase();
  return languageAliases.get(lower) ?? lower;
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
