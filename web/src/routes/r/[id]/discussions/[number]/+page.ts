/** One pull request or issue, of the version the address names. What is no number is none of them. */
import { error } from '@sveltejs/kit';
import { api } from '../../../../../lib/api.ts';
import { orErrorPage } from '../../../../../lib/or-error-page.ts';

export async function load({ params, url }) {
  const version = url.searchParams.get('version') ?? undefined;
  if (!/^[1-9]\d{0,8}$/.test(params.number)) error(404, 'Not Found');
  const discussion = await orErrorPage(api.readDiscussion(params.id, Number(params.number), version));
  return { place: { repositoryId: params.id, version }, discussion };
}
