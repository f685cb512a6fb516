/** The guides of `/docs`, and the search over their sections. The search index is built at the first query. */
import MiniSearch from 'minisearch';
import type { Guide } from '../../../../guide-plugin.ts';
import { guideMenu } from './guide-menu.ts';

interface GuideGroup {
  readonly title: string;
  readonly guides: readonly Guide[];
}

interface GuideMatch {
  readonly href: string;
  readonly guideTitle: string;
  readonly heading: string;
  /** The start of the section, at most 160 characters. */
  readonly excerpt: string;
}

const maxMatches = 12;
const excerptLength = 160;

const modules = import.meta.glob<Guide>('../../../../docs/*.md', { eager: true, import: 'default' });
const bySlug = new Map(Object.values(modules).map((guide) => [guide.slug, guide]));

export const guideGroups: readonly GuideGroup[] = guideMenu.map(({ title, slugs }) => ({
  title,
  guides: slugs.flatMap((slug) => bySlug.get(slug) ?? []),
}));

export function findGuide(slug: string): Guide | undefined {
  return bySlug.get(slug);
}

const sections = guideGroups
  .flatMap(({ guides }) => guides)
  .flatMap(({ slug, title, sections: guideSections }) =>
    guideSections.map(({ id: anchor, heading, text }) => ({ slug, title, anchor, heading, text })),
  )
  .map((section, id) => ({ id, ...section }));

let index: MiniSearch<{ id: number; title: string; heading: string; text: string }> | undefined;

/** Returns the sections that contain every word of the query, with close misspellings allowed, best match first. */
export function searchGuides(query: string): readonly GuideMatch[] {
  index ??= buildIndex();
  return index
    .search(query)
    .slice(0, maxMatches)
    .flatMap(({ id }) => sections[Number(id)] ?? [])
    .map(({ slug, anchor, title, heading, text }) => ({
      href: `/docs/${slug}${anchor === undefined ? '' : `#${anchor}`}`,
      guideTitle: title,
      heading,
      excerpt: text.length > excerptLength ? `${text.slice(0, excerptLength)}…` : text,
    }));
}

function buildIndex(): NonNullable<typeof index> {
  const newIndex: NonNullable<typeof index> = new MiniSearch({
    fields: ['heading', 'title', 'text'],
    searchOptions: { boost: { heading: 3, title: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
  });
  newIndex.addAll(sections);
  return newIndex;
}
