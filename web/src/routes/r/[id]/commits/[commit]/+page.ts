/** Loads one commit from the history of the version in the address. */
import { api } from '../../../../../lib/api.ts';
import { showErrorPageOnFailure } from '../../../../../lib/show-error-page.ts';

export async function load({ params, url }) {
  const version = url.searchParams.get('version') ?? undefined;
  const commit = await showErrorPageOnFailure(api.readCommit(params.id, params.commit, version));
  return { place: { repositoryId: params.id, version }, commit };
}
