import { error } from '@sveltejs/kit';
import { findGuide } from '../../../lib/features/docs/guides.ts';

export function load({ params }) {
  const guide = findGuide(params.page);
  if (guide === undefined) error(404, `There is no guide “${params.page}”. The guides are listed at /docs.`);
  return { guide };
}
