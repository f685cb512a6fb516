/** The guides of `/docs` in the order of their menu. A test checks that every file of `web/docs` is listed. */
import MiniSearch from 'minisearch';
import type { Guide } from '../../../../guide-plugin.ts';

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

export const menu: readonly { readonly title: string; readonly slugs: readonly string[] }[] = [
  { title: 'Start', slugs: ['getting-started', 'github', 'documentation-sites', 'versions'] },
  { title: 'Ask and search', slugs: ['search', 'graph', 'history', 'models', 'receipts'] },
  { title: 'Build and operate', slugs: ['api', 'configuration', 'deploying'] },
  { title: 'Background', slugs: ['how-it-works', 'limits', 'measurements'] },
];

const modules = import.meta.glob<Guide>('../../../../docs/*.md', { eager: true, import: 'default' });
const bySlug = new Map(Object.values(modules).map((guide) => [guide.slug, guide]));

export const guideGroups: readonly GuideGroup[] = menu.map(({ title, slugs }) => ({
  title,
  guides: slugs.flatMap((slug) => bySlug.get(slug) ?? []),
}));

export function findGuide(slug: string): Guide | undefined {
  return bySlug.get(slug);
}

const index = new MiniSearch<GuideMatch & { readonly id: number; readonly text: string }>({
  fields: ['heading', 'guideTitle', 'text'],
  storeFields: ['href', 'guideTitle', 'heading', 'excerpt'],
  searchOptions: { boost: { heading: 3, guideTitle: 2 }, prefix: true, fuzzy: 0.2, combineWith: 'AND' },
});
index.addAll(
  guideGroups
    .flatMap(({ guides }) => guides)
    .flatMap((guide) => guide.sections.map((section) => ({ guide, section })))
    .map(({ guide, section }, id) => ({
      id,
      href: `/docs/${guide.slug}${section.id === undefined ? '' : `#${section.id}`}`,
      guideTitle: guide.title,
      heading: section.heading,
      text: section.text,
      excerpt:
        section.text.length > excerptLength ? `${section.text.slice(0, excerptLength)}…` : section.text,
    })),
);

/** Sections that contain every word of the query or a close misspelling of it, best first. */
export function searchGuides(query: string): readonly GuideMatch[] {
  return index.search(query).slice(0, maxMatches) as unknown as readonly GuideMatch[];
}
