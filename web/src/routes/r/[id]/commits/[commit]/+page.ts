/** One commit of the known history of the version the address names. */
import { api } from '../../../../../lib/api.ts';
import { orErrorPage } from '../../../../../lib/or-error-page.ts';

export async function load({ params, url }) {
  const version = url.searchParams.get('version') ?? undefined;
  const commit = await orErrorPage(api.readCommit(params.id, params.commit, version));
  return { place: { repositoryId: params.id, version }, commit };
}
