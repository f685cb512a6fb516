/** Filters that leave nothing, in sentences: what was asked for that is nowhere, and what there is instead. */

import type { SnapshotKey } from '../../core/repository.ts';
import type { FileRow } from '../../ports/chunk-store.ts';
import { nearestNames } from '../../retrieval/nearest-names.ts';
import type { RankedSpan } from '../../retrieval/rank-spans.ts';
import { isFilteredByFile, noFilters, pathsWithin, tagger, type SearchFilters } from './search-filters.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';
import { readDefinitionKinds, usualKind } from './wanted-kinds.ts';

/** Of what there is, and of what was asked for, as many are told; a filter's values come from strangers. */
const mostTold = 8;
const longestValue = 80;

/**
 * Nothing where the filters leave something to find in.
 *
 * @param found what was found before it was sifted by kind
 */
export async function whatFiltersMiss(
  services: Pick<Services, 'glob' | 'settings' | 'chunkStore'>,
  { key }: Pick<ResolvedSnapshot, 'key'>,
  { filters, found }: { readonly filters: SearchFilters; readonly found: readonly RankedSpan[] },
): Promise<readonly string[]> {
  if (!isFilteredByFile(filters) && filters.kinds.length === 0) return [];
  const files = await services.chunkStore.listFiles(key);
  const leaves = (some: Partial<SearchFilters>): boolean =>
    pathsWithin(services, files, { ...noFilters, ...some })?.length !== 0;
  const { paths, languages, packages, tags } = filters;
  const missed = [
    ...(leaves({ paths }) ? [] : [missing('No path matches', paths, topsOf(files), 'at the top there')]),
    ...(leaves({ languages })
      ? []
      : [
          missing(
            'No file is of the language',
            languages,
            namesBy(files, ({ language }) => [language]),
          ),
        ]),
    ...(leaves({ packages }) ? [] : [missing('There is no package', packages, namesBy(files, packagesOf))]),
    ...(leaves({ tags }) ? [] : [missingTags(services, files, tags)]),
  ];
  if (missed.length === 0 && !leaves(filters))
    return ['Each of the filters matches files, but no file matches them all.'];
  const known = filters.kinds.length === 0 ? [] : await kindsThere(services, key, { files, found });
  return [...missed, ...missingKinds(filters, known)];
}

/** What there is: the likest to what was asked for, then what there is most of. */
function missing(what: string, asked: readonly string[], known: readonly string[], where = 'there'): string {
  const some = asked.slice(0, mostTold).map((value) => value.slice(0, longestValue));
  const like = nearestNames(
    some.map((name) => ({ name, isWord: false })),
    known.map((name) => ({ name })),
  );
  const within = known.filter((name) => some.some((value) => holdsOther(value, name)));
  const told = [...new Set([...within, ...like.map(({ name }) => name), ...known])];
  const more = told.length > mostTold ? `, and ${told.length - mostTold} more` : '';
  const is =
    told.length === 0
      ? `${where} is none`
      : `${where} ${told.length === 1 ? 'is' : 'are'} ${told.slice(0, mostTold).join(', ')}${more}`;
  return `${what} ${some.map((value) => `“${value}”`).join(' or ')}: ${is}.`;
}

/** "python3" is like "python", "type" like "typescript". */
function holdsOther(asked: string, known: string): boolean {
  const [a, b] = [asked.toLowerCase(), known.toLowerCase()];
  return a.length > 1 && (a.includes(b) || b.includes(a));
}

function missingTags(
  services: Pick<Services, 'glob' | 'settings'>,
  files: readonly FileRow[],
  asked: readonly string[],
): string {
  if (services.settings.tags.length === 0)
    return missing('Nothing has the tag', asked, [], 'the TAGS setting gives tags, and here');
  const tagsOf = tagger(services);
  return missing(
    'Nothing has the tag',
    asked,
    namesBy(files, ({ path }) => tagsOf(path)),
  );
}

/** Kinds of definition and of chunk are known of what the query found, roles of every file. */
async function kindsThere(
  services: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  { files, found }: { readonly files: readonly FileRow[]; readonly found: readonly RankedSpan[] },
): Promise<readonly string[]> {
  const chunks = found.map(({ chunk }) => chunk);
  const kindsOf = await readDefinitionKinds(services, key, chunks);
  return [
    ...namesBy(files, ({ role }) => [role]),
    ...namesBy(chunks, kindsOf),
    ...namesBy(chunks, ({ kind }) => [kind]),
  ];
}

function missingKinds({ kinds }: SearchFilters, known: readonly string[]): readonly string[] {
  if (kinds.length === 0 || kinds.some((kind) => known.includes(usualKind(kind)))) return [];
  return [missing('Nothing found is of the kind', kinds, known)];
}

function packagesOf(file: FileRow): readonly string[] {
  return file.package === undefined ? [] : [file.package];
}

/** Folders and files at the top. */
function topsOf(files: readonly FileRow[]): readonly string[] {
  return namesBy(files, ({ path }) => [path.includes('/') ? `${path.slice(0, path.indexOf('/'))}/` : path]);
}

/** Each name once, that of most first. */
function namesBy<Item>(items: readonly Item[], of: (item: Item) => readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const name of items.flatMap(of)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([name]) => name);
}
