/** Loads a guide by the last segment of its address. */
import { error } from '@sveltejs/kit';
import { findGuide } from '../../../lib/features/docs/guides.ts';

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
