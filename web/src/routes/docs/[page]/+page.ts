/** Loads a guide by the last segment of its address. */
import { error } from '@sveltejs/kit';
import { findGuide, guideGroups } from '../../../lib/features/docs/guides.ts';

export const ssr = true;
export const prerender = true;

/** Every guide is built as complete HTML. */
export function entries() {
  return guideGroups.flatMap(({ guides }) => guides.map(({ slug }) => ({ page: slug })));
}

export function load({ params }) {
  const guide = findGuide(params.page);
  if (guide === undefined)
    error(404, {
      message: `There is no guide “${params.page}”.`,
      detail: 'All guides are listed at /docs.',
      code: 'guide_not_found',
    });
  return { guide };
}
