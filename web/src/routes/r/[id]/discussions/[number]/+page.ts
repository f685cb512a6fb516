/** Loads one pull request or issue of the version in the address. An address that is not a number returns 404. */
import { error } from '@sveltejs/kit';
import { api } from '../../../../../lib/api.ts';
import { showErrorPageOnFailure } from '../../../../../lib/show-error-page.ts';

export async function load({ params, url }) {
  const version = url.searchParams.get('version') ?? undefined;
  if (!/^[1-9]\d{0,8}$/.test(params.number)) error(404, 'Not Found');
  const discussion = await showErrorPageOnFailure(
    api.readDiscussion(params.id, Number(params.number), version),
  );
  return { place: { repositoryId: params.id, version }, discussion };
}
