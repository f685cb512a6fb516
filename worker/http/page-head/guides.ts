/** The guides of the app, as its build lists them in `guides.json`. */

import { unlistedSummary, type PageSummary } from '../../flows/pages/page-summary.ts';
import { generalSummary } from '../../flows/pages/page-summary.ts';
import type { Assets } from '../context.ts';

interface ListedGuide {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
}

export async function readGuides(assets: Assets, url: URL): Promise<readonly ListedGuide[]> {
  const file = await assets.fetch(new Request(new URL('/guides.json', url)));
  return file.status === 200 ? await file.json<ListedGuide[]>() : [];
}

export const referenceSummary: PageSummary = {
  ...unlistedSummary,
  title: 'API reference',
  description: 'Every operation of the API with its parameters, errors and examples, to read and to try.',
  path: '/docs/api',
  isListed: true,
};

/** @returns undefined for an unknown guide */
export async function describeGuide(
  assets: Assets,
  url: URL,
  slug: string | undefined,
): Promise<PageSummary | undefined> {
  if (slug === undefined)
    return {
      ...generalSummary,
      title: 'Guides',
      description: 'Guides to Wherefore: start it, ask and search, use the API, deploy it, and its limits.',
      path: '/docs',
    };
  const guide = (await readGuides(assets, url)).find((listed) => listed.slug === slug);
  if (guide === undefined) return undefined;
  const { title, description } = guide;
  return { ...unlistedSummary, title, description, path: `/docs/${slug}`, isListed: true };
}
