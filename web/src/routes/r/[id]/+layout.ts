/** Loads the repository for every page below `/r/[id]`. */
import { api } from '../../../lib/api.ts';
import { showErrorPageOnFailure } from '../../../lib/show-error-page.ts';

export async function load({ params }) {
  return { repository: await showErrorPageOnFailure(api.getRepository(params.id)) };
}
