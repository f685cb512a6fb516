/** Explains filters that match nothing: lists requested values that do not exist, and values that do. */

import type { SnapshotKey } from '../../core/repositories/repository.ts';
import type { FileRow } from '../../ports/chunk-store.ts';
import { rankClosestNames } from '../../retrieval/search/closest-names.ts';
import type { RankedSpan } from '../../retrieval/ranking/rank-spans.ts';
import {
  hasFileFilters,
  noFilters,
  filterPaths,
  createTagger,
  type SearchFilters,
} from './search-filters.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';
import { readDefinitionKinds, canonicalKind } from './filter-by-kind.ts';
import { splitExclusions } from './split-exclusions.ts';

/** Maximum values listed, both existing and requested. Requested values are untrusted input, so their length is limited too. */
const maxListed = 8;
const maxValueLength = 80;

/**
 * Returns no sentence if some file passes the filters.
 * @param found the results before they were filtered by kind
 */
export async function explainUnmatchedFilters(
  services: Pick<Services, 'glob' | 'settings' | 'chunkStore'>,
  { key }: Pick<ResolvedSnapshot, 'key'>,
  { filters, found }: { readonly filters: SearchFilters; readonly found: readonly RankedSpan[] },
): Promise<readonly string[]> {
  if (!hasFileFilters(filters) && filters.kinds.length === 0) return [];
  const files = await services.chunkStore.listFiles(key);
  const anyFilePasses = (selected: Partial<SearchFilters>): boolean =>
    filterPaths(services, files, { ...noFilters, ...selected })?.length !== 0;
  const { paths, languages, packages, tags } = filters;
  const missed = [
    ...(anyFilePasses({ paths })
      ? []
      : [
          describeUnmatched('No path matches', paths, {
            label: 'The root contains',
            values: topLevelEntries(files),
          }),
        ]),
    ...(anyFilePasses({ languages })
      ? []
      : [
          describeUnmatched('No file is in the language', languages, {
            label: 'Languages',
            values: namesByFrequency(files, ({ language }) => [language]),
          }),
        ]),
    ...(anyFilePasses({ packages })
      ? []
      : [
          describeUnmatched('There is no package', packages, {
            label: 'Packages',
            values: namesByFrequency(files, packageNames),
          }),
        ]),
    ...(anyFilePasses({ tags }) ? [] : [describeUnmatchedTags(services, files, tags)]),
  ];
  if (missed.length === 0 && !anyFilePasses(filters))
    return ['Each of the filters matches files, but no file matches them all.'];
  const known = filters.kinds.length === 0 ? [] : await listKinds(services, key, { files, found });
  return [...missed, ...describeUnmatchedKinds(filters, known)];
}

/** Lists the existing values: the closest matches of the requested values first, then the most frequent. */
function describeUnmatched(
  problem: string,
  requested: readonly string[],
  { label, values: known }: { readonly label: string; readonly values: readonly string[] },
): string {
  const shown = requested.slice(0, maxListed).map((value) => value.slice(0, maxValueLength));
  const closest = rankClosestNames(
    shown.map((name) => ({ name, isWord: false })),
    known.map((name) => ({ name })),
  );
  const containing = known.filter((name) => shown.some((value) => containsEither(value, name)));
  const listed = [...new Set([...containing, ...closest.map(({ name }) => name), ...known])];
  const more = listed.length > maxListed ? `, and ${listed.length - maxListed} more` : '';
  const existing = listed.length === 0 ? 'none' : `${listed.slice(0, maxListed).join(', ')}${more}`;
  return `${problem} ${shown.map((value) => `“${value}”`).join(' or ')}. ${label}: ${existing}.`;
}

/** Whether either contains the other: "python3" contains "python", and "typescript" contains "type". */
function containsEither(requested: string, known: string): boolean {
  const [a, b] = [requested.toLowerCase(), known.toLowerCase()];
  return a.length > 1 && (a.includes(b) || b.includes(a));
}

function describeUnmatchedTags(
  services: Pick<Services, 'glob' | 'settings'>,
  files: readonly FileRow[],
  requested: readonly string[],
): string {
  if (services.settings.tags.length === 0)
    return describeUnmatched('Nothing has the tag', requested, {
      label: 'Tags in the TAGS setting',
      values: [],
    });
  const tagsForPath = createTagger(services);
  const values = namesByFrequency(files, ({ path }) => tagsForPath(path));
  return describeUnmatched('Nothing has the tag', requested, { label: 'Tags', values });
}

/** Lists the kinds of definition and of chunk in the query's results, and the roles of all files. */
async function listKinds(
  services: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  { files, found }: { readonly files: readonly FileRow[]; readonly found: readonly RankedSpan[] },
): Promise<readonly string[]> {
  const chunks = found.map(({ chunk }) => chunk);
  const definitionKinds = await readDefinitionKinds(services, key, chunks);
  return [
    ...namesByFrequency(files, ({ role }) => [role]),
    ...namesByFrequency(chunks, definitionKinds),
    ...namesByFrequency(chunks, ({ kind }) => [kind]),
  ];
}

function describeUnmatchedKinds({ kinds }: SearchFilters, known: readonly string[]): readonly string[] {
  const { included } = splitExclusions(kinds);
  if (included.length === 0 || included.some((kind) => known.includes(canonicalKind(kind)))) return [];
  return [describeUnmatched('No result is of the kind', included, { label: 'Kinds', values: known })];
}

function packageNames(file: FileRow): readonly string[] {
  return file.package === undefined ? [] : [file.package];
}

/** Lists folders and files at the root. */
function topLevelEntries(files: readonly FileRow[]): readonly string[] {
  return namesByFrequency(files, ({ path }) => [
    path.includes('/') ? `${path.slice(0, path.indexOf('/'))}/` : path,
  ]);
}

/** Lists each name once, the most frequent first. */
function namesByFrequency<Item>(
  items: readonly Item[],
  namesFor: (item: Item) => readonly string[],
): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of items.flatMap(namesFor)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}
