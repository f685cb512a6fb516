/** What a search may be narrowed to, and the paths that leaves. */

import type { FileRow } from '../../ports/chunk-store.ts';
import type { Services } from '../services.ts';

export interface SearchFilters {
  readonly paths: readonly string[];
  readonly languages: readonly string[];
  /** Kinds of definition, kinds of chunk or roles of file, in the words of whoever asks. */
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
  const named = new Set(languages.map(usualName));
  const isWanted = (file: FileRow): boolean =>
    inPaths(file.path) &&
    (named.size === 0 || named.has(file.language)) &&
    (packages.length === 0 || packages.includes(file.package ?? '')) &&
    (tags.length === 0 || tagged(file.path).some((tag) => tags.includes(tag)));
  return files.filter(isWanted).map((file) => file.path);
}

/** What people call languages besides the names that are told. */
const otherNames: ReadonlyMap<string, string> = new Map([
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

function usualName(language: string): string {
  const lower = language.trim().toLowerCase();
  return otherNames.get(lower) ?? lower;
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
